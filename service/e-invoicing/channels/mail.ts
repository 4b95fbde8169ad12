/** Hands invoices over by mail (SMTP). Delivered is what the mail server has taken. */
import type { Transporter } from 'nodemailer';
import { cleaned } from '../../countries/base/clean.ts';
import type { CauseCode, HandedOver, Trouble } from '../../register/invoices/e-invoicing.ts';
import { isMailAddress } from '../addresses.ts';
import type { Channel, ChannelSettings, Parcel } from '../contract.ts';
import { mailWords } from '../words.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const CONNECT_MS = 20_000;

/** Where mails go: `smtps://host:465`, or `smtp://host:587` with STARTTLS. */
interface MailServer {
  host: string;
  port: number;
  secure: boolean;
  /** Plain text is for this machine alone. */
  isLocal: boolean;
}

/** Sends mails. The id of the invoice makes that of the mail, so that one that is sent again is known for the same. */
export class MailChannel implements Channel {
  private readonly settings: ChannelSettings;

  constructor(settings: ChannelSettings) {
    this.settings = settings;
  }

  problem(test: boolean): Trouble | null {
    const address = (name: string) => isMailAddress(this.settings.attributes().text(name) ?? '');
    if (!this.server())
      return setting(
        'mailServer',
        'EInvoice_Mail',
        'the attribute EInvoice_Mail must be an address such as smtps://mail.example:465',
      );
    if (!address('EInvoice_MailFrom'))
      return setting(
        'mailFrom',
        'EInvoice_MailFrom',
        'the attribute EInvoice_MailFrom must be one mail address',
      );
    if (this.user !== null && this.password === null) {
      const text = 'the password of the mail server is missing (POST /control/e-invoices/secret)';
      return { text, cause: { code: 'passwordMissing' } };
    }
    if (test && !address('EInvoice_TestMail'))
      return setting(
        'mailTest',
        'EInvoice_TestMail',
        'the attribute EInvoice_TestMail must be the mail address that gets what is a test',
      );
    return null;
  }

  /** Connects, encrypts and signs in; nothing is sent. */
  async test(test: boolean, signal: AbortSignal): Promise<Trouble | null> {
    const server = this.server();
    const problem = this.problem(test);
    if (problem !== null || !server) return problem;
    const outcome = await this.connected(server, signal, (transport) => transport.verify());
    return 'trouble' in outcome ? outcome.trouble : null;
  }

  async send(parcel: Parcel, signal: AbortSignal): Promise<HandedOver> {
    const server = this.server();
    const problem = this.problem(parcel.test);
    if (problem !== null) return { outcome: 'unanswered', ...problem };
    const to = parcel.test ? this.settings.attributes().text('EInvoice_TestMail')! : parcel.to.value;
    if (!isMailAddress(to)) {
      return { outcome: 'refused', text: 'the recipient is no mail address', cause: { code: 'recipient' } };
    }
    const from = this.settings.attributes().text('EInvoice_MailFrom')!;
    const domain = from.slice(from.lastIndexOf('@') + 1);
    const outcome = await this.connected(server!, signal, async (transport) => {
      const words = mailWords(parcel.language, parcel);
      const info = (await transport.sendMail({
        from: { name: parcel.seller.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' '), address: from },
        to: { name: '', address: to },
        ...words,
        messageId: `<${parcel.id}@${domain}>`,
        attachments: [{ filename: parcel.fileName, content: parcel.bytes, contentType: parcel.mediaType }],
      })) as { messageId?: string };
      return info.messageId;
    });
    if ('trouble' in outcome) {
      return { outcome: outcome.isFinal ? 'refused' : 'unanswered', ...outcome.trouble };
    }
    return { outcome: 'delivered', ...(outcome.value !== undefined && { reference: outcome.value }) };
  }

  /** Does something with the server that is set. */
  private async connected<T>(
    server: MailServer,
    signal: AbortSignal,
    work: (transport: Transporter) => Promise<T>,
  ): Promise<{ value: T } | Failed> {
    const { user, password } = this;
    // Loaded when the first mail goes: most tills send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...{ host: server.host, port: server.port, secure: server.secure },
      requireTLS: !server.secure && !server.isLocal,
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
      ...(user !== null && { auth: { user, pass: password! } }),
      ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: CONNECT_MS },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    const stop = () => transport.close();
    signal.addEventListener('abort', stop);
    try {
      signal.throwIfAborted();
      return { value: await work(transport) };
    } catch (error) {
      return failed(error as MailError, [user ?? '', password ?? '']);
    } finally {
      signal.removeEventListener('abort', stop);
      transport.close();
    }
  }

  private server(): MailServer | null {
    return mailServer(this.settings.attributes().text('EInvoice_Mail') ?? '');
  }

  private get user(): string | null {
    return this.settings.attributes().text('EInvoice_MailUser') ?? null;
  }

  private get password(): string | null {
    return this.settings.secret('mail', this.settings.attributes().text('EInvoice_Mail') ?? '');
  }
}

/** What nodemailer tells of a failure. */
interface MailError extends Error {
  code?: string;
  responseCode?: number;
}

/** Reads the address of a mail server; null for what is none. A password does not belong in it. */
export function mailServer(text: string): MailServer | null {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '' || url.username !== '')
    return null;
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    ...{ secure, isLocal: LOOPBACK.test(url.hostname) },
  };
}

/** What did not work; `isFinal`: no repetition makes it better. */
interface Failed {
  trouble: Trouble;
  isFinal: boolean;
}

/** Codes of nodemailer. */
const CAUSES: Readonly<Record<string, CauseCode>> = {
  ...{ EAUTH: 'login', ENOAUTH: 'login', ETLS: 'encryption' },
  ...{ EDNS: 'unreachable', ECONNECTION: 'unreachable', ETIMEDOUT: 'unreachable', ESOCKET: 'unreachable' },
};

/** Only what the server says of this recipient or message for good is final; logins and connections can be mended. */
function failed({ message, code = '', responseCode = 0 }: MailError, secrets: string[]): Failed {
  const said = cleaned(message, secrets);
  const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const isEncryption = code === 'ESOCKET' && /certificate|self.signed|altname|ssl|tls/i.test(message);
  const cause = isFinal ? 'refused' : isEncryption ? 'encryption' : (CAUSES[code] ?? 'answer');
  return { trouble: { text: `the mail server: ${said}`, cause: { code: cause, params: { said } } }, isFinal };
}

function setting(code: CauseCode, attribute: string, text: string): Trouble {
  return { text, cause: { code, params: { attribute } } };
}
