/** An SMTP server for tests that keeps what it is sent, and a reader of mails. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that has arrived. */
export interface SunkMail {
  from: string;
  to: string[];
  /** As it came, with all headers. */
  raw: string;
}

/** See above. */
export interface MailSink {
  /** For `TILLMARK_SMTP_URL`. */
  url: string;
  mails: SunkMail[];
  /** How the next mails are answered; null: they are taken. */
  refuse: { responseCode: number } | null;
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function mailSink(more: SMTPServerOptions = {}): Promise<MailSink> {
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true },
    onRcptTo(_address, _session, done) {
      done(sink.refuse && Object.assign(new Error('no'), sink.refuse));
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        sink.mails.push({ from, to, raw: Buffer.concat(parts).toString() });
        done();
      });
    },
    ...more,
  });
  const sink: MailSink = {
    url: '',
    mails: [],
    refuse: null,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  sink.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return sink;
}

/** The texts of a mail, decoded; names of headers as they came. */
export function readMail(raw: string): { headers: Map<string, string>; text: string; html: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), decodedWords(line.slice(colon + 1).trim())];
    }),
  );
  const boundary = /boundary="?([^";]+)/.exec(headers.get('Content-Type') ?? '')?.[1] ?? '';
  const parts = raw.slice(end).split(`--${boundary}`);
  const part = (type: string) => {
    const found = parts.find((one) => one.toLowerCase().includes(`content-type: ${type}`)) ?? '';
    const [head = '', ...body] = found.split('\r\n\r\n');
    return decodedBody(head, body.join('\r\n\r\n'));
  };
  return { headers, text: part('text/plain'), html: part('text/html') };
}

/** The token of the link in a mail. */
export function tokenOf({ raw }: SunkMail): string {
  return /#\/(?:invitation|reset)\/([\w-]+)/.exec(readMail(raw).text)![1]!;
}

function decodedBody(head: string, body: string): string {
  if (/quoted-printable/i.test(head)) return quotedPrintable(body.replace(/=\r\n/g, ''));
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body;
}

function decodedWords(text: string): string {
  return text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_word, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : quotedPrintable(word.replace(/_/g, ' ')),
    );
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
