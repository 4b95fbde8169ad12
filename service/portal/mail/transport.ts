/** How mails leave the portal: by SMTP, or as files where there is no mail server. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isLoopback } from '../../network.ts';
import type { MailText } from './message.ts';

/** A mail with everything that its headers say. */
export interface Mail extends MailText {
  /** Names the mail among all that the portal sends, also when it is tried again. */
  id: string;
  to: string;
  /** Milliseconds since 1970. */
  date: number;
  /** Address that ends mails of this kind with one request (RFC 8058); left out where they come once. */
  unsubscribe?: string;
}

/** Sends mails. */
export interface Transport {
  /** Where mails go, for the log. */
  readonly place: string;
  /** The folder that they lie in, where nothing takes them to their readers. */
  readonly folder?: string;
  /** Resolves when the mail is no longer ours to keep. */
  send(mail: Mail): Promise<void>;
}

/** Slow servers are waited for, dead ones are not. */
const TIMEOUTS = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };
/** Nothing that stands in a mail makes the program read a file or an address. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Sends by SMTP.
 * @param url `smtp://user:password@host:port` or `smtps://...`; a password goes
 * to other machines only encrypted, unless `?requireTLS=false` says so
 */
export function smtpTransport(url: string, from: string): Transport {
  const { username, hostname, host, searchParams } = new URL(url);
  const isPrivate = username === '' || isLoopback(hostname) || searchParams.has('requireTLS');
  const options = {
    ...{ url, ...TIMEOUTS, ...NO_ACCESS },
    ...(!isPrivate && { requireTLS: true }),
  };
  return {
    place: `SMTP server ${host}`,
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      await createTransport(options).sendMail(messageOf(mail, from));
    },
  };
}

/** Writes mails into a folder, one file each, for whoever may read it. */
export function folderTransport(folder: string, from: string): Transport {
  return {
    place: `folder ${folder}`,
    folder,
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const transporter = createTransport({ streamTransport: true, buffer: true, ...NO_ACCESS });
      const { message } = await transporter.sendMail(messageOf(mail, from));
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      await fs.writeFile(path.join(folder, `${mail.id}.eml`), message as Buffer, { mode: 0o600 });
    },
  };
}

function messageOf({ id, to, date, subject, text, html, unsubscribe }: Mail, from: string) {
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    ...{ from, subject, text, html },
    to: { name: '', address: to },
    date: new Date(date),
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
