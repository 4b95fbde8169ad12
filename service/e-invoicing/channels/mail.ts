/** Hands invoices over by mail (SMTP). Delivered is what the mail server has taken. */
import nodemailer from 'nodemailer';
import { cleaned } from '../../countries/base/clean.ts';
import type { HandedOver } from '../../register/e-invoicing.ts';
import { isMailAddress } from '../addresses.ts';
import type { Channel, ChannelSettings, Parcel } from '../contract.ts';
import { mailWords } from '../words.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const CONNECT_MS = 20_000;

/** Where mails go: `smtps://host:465`, or `smtp://host:587` with STARTTLS. */
interface Server {
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

  problem(test: boolean): string | null {
    if (!this.server())
      return 'the attribute EInvoice_Mail must be an address such as smtps://mail.example:465';
    if (!isMailAddress(this.settings.attributes().text('EInvoice_MailFrom') ?? ''))
      return 'the attribute EInvoice_MailFrom must be one mail address';
    if (this.user !== null && this.password === null)
      return 'the password of the mail server is missing (POST /control/e-invoices/secret)';
    if (test && !isMailAddress(this.settings.attributes().text('EInvoice_TestMail') ?? ''))
      return 'the attribute EInvoice_TestMail must be the mail address that gets what is a test';
    return null;
  }

  async send(parcel: Parcel, signal: AbortSignal): Promise<HandedOver> {
    const server = this.server();
    const problem = this.problem(parcel.test);
    if (problem !== null || !server) return { outcome: 'unanswered', text: problem ?? 'no mail server' };
    const to = parcel.test ? this.settings.attributes().text('EInvoice_TestMail')! : parcel.to.value;
    if (!isMailAddress(to)) return { outcome: 'refused', text: 'the recipient is no mail address' };
    const from = this.settings.attributes().text('EInvoice_MailFrom')!;
    const { user, password } = this;
    const transport = nodemailer.createTransport({
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
      const domain = from.slice(from.lastIndexOf('@') + 1);
      const words = mailWords(parcel.language, parcel);
      const info = (await transport.sendMail({
        from: { name: parcel.seller.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' '), address: from },
        to: { name: '', address: to },
        ...words,
        messageId: `<${parcel.id}@${domain}>`,
        attachments: [{ filename: parcel.fileName, content: parcel.bytes, contentType: parcel.mediaType }],
      })) as { messageId?: string };
      return { outcome: 'delivered', ...(info.messageId !== undefined && { reference: info.messageId }) };
    } catch (error) {
      return failed(error as MailError, [user ?? '', password ?? '']);
    } finally {
      signal.removeEventListener('abort', stop);
      transport.close();
    }
  }

  private server(): Server | null {
    const url = URL.parse(this.settings.attributes().text('EInvoice_Mail') ?? '');
    if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '' || url.username !== '')
      return null;
    const secure = url.protocol === 'smtps:';
    return {
      host: url.hostname,
      port: Number(url.port || (secure ? 465 : 587)),
      ...{ secure, isLocal: LOOPBACK.test(url.hostname) },
    };
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

/** Only what the server says of this recipient or message for good is final; logins and connections can be mended. */
function failed({ message, code, responseCode = 0 }: MailError, secrets: string[]): HandedOver {
  const text = cleaned(`the mail server: ${message}`, secrets);
  const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return isFinal ? { outcome: 'refused', text } : { outcome: 'unanswered', text };
}
