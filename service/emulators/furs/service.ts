/** What the emulated FURS makes of a request: from the HTTP message to the signed answer. */
import { createHash, randomUUID, sign, verify, type KeyObject, type X509Certificate } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { KeyWithCertificate } from '../authority-keys.ts';
import type { Reply } from '../server.ts';
import { complaint, isFields, type Fields } from './schema.ts';
import { Misbehaving } from '../misbehaving.ts';

/** A request that reached the emulator. */
export interface EmulatedRequest {
  /** Milliseconds since 1970. */
  at: number;
  /** Null when it was not recognised. */
  operation: 'echo' | 'invoices' | 'premises' | null;
  taxNumber: string | null;
  /** Of the receipt, as it is printed, or of the premises. */
  number: string | null;
  /** EOR, `done`, `echo`, the code of an error or an HTTP status; null while it is not answered. */
  outcome: string | null;
}

/** A receipt that has an EOR. */
export interface StoredInvoice {
  eor: string;
  taxNumber: string;
  /** `SHOP1-1-12`, or `12/03/5001-0001018` of the book. */
  number: string;
  /** Whether the ZOI is that of the receipt; null when there is none to check, or no key to check it with. */
  protected: boolean | null;
  /** `SubsequentSubmit` of the first message. */
  late: boolean;
  /** Its content, without what may change when it is sent again. */
  content: Fields;
}

/** How to make the service. */
export interface ServiceOptions {
  clock: Clock;
  signer: KeyWithCertificate;
  forger: () => KeyWithCertificate;
  /** The key of a certificate that the emulator has issued. */
  keyOf(certificate: X509Certificate): KeyObject | null;
}

const TYPE = 'application/json; charset=UTF-8';
const PATHS: Readonly<Record<string, NonNullable<EmulatedRequest['operation']>>> = {
  '/v1/cash_registers/echo': 'echo',
  '/v1/cash_registers/invoices': 'invoices',
  '/v1/cash_registers/invoices/register': 'premises',
};
const TEXTS: Readonly<Record<string, string>> = {
  s001: 'Sporočilo ni veljavno.',
  s002: 'Sporočilo ni v skladu s shemo.',
  s003: 'Podpis ni veljaven.',
  s004: 'Potrdilo ni veljavno.',
  s005: 'Davčna številka ni enaka davčni številki v potrdilu.',
  s006: 'Poslovni prostor ni prijavljen.',
  s007: 'Potrdilo je preklicano.',
  s008: 'Potrdilo je poteklo.',
  s100: 'Sistemska napaka.',
};

class Refused extends Error {
  readonly code: string;
  constructor(code: string, about = '') {
    super(about);
    this.code = code;
  }
}

/** The service without its network. */
export class EmulatedService extends Misbehaving<string> {
  readonly invoices: StoredInvoice[] = [];
  /** Numbers that came again with other content. */
  readonly doubles: { first: StoredInvoice; second: StoredInvoice }[] = [];
  /** Open premises, `tax number/designation`, with what was told last. */
  readonly premises = new Map<string, Fields>();
  /** Every MessageID, oldest first. */
  readonly messages = new Set<string>();
  private readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    super();
    this.options = options;
  }

  /** Forgets all but the premises: a shop that goes on needs them. */
  forget(): void {
    this.invoices.length = 0;
    this.doubles.length = 0;
    this.messages.clear();
  }

  /**
   * Answers a request and completes the note about it.
   * @param client certificate that TLS was shown
   * @param body null when it was too long
   */
  answer(
    http: { url?: string | undefined; method?: string | undefined; type?: string | undefined },
    client: X509Certificate,
    body: Buffer | null,
    note: EmulatedRequest,
  ): Reply {
    const operation = PATHS[http.url ?? ''];
    if (!operation) return bare(404, note);
    if (http.method !== 'POST') return bare(405, note);
    if (body === null) return bare(413, note);
    if (!/^application\/json\b/i.test(http.type ?? '')) return bare(415, note);
    note.operation = operation;
    const forced = this.forced.take();
    if (forced && 'http' in forced) return bare(forced.http, note);
    const json = jsonOf(body);
    if (operation === 'echo') {
      note.outcome = 'echo';
      return { status: 200, type: TYPE, body: JSON.stringify({ EchoResponse: json?.EchoRequest ?? '' }) };
    }
    const name = operation === 'invoices' ? 'InvoiceRequest' : 'BusinessPremiseRequest';
    let id = '';
    let content: Fields;
    try {
      const payload = this.opened(json?.token, client);
      const header = isFields(payload[name]) ? payload[name].Header : undefined;
      if (isFields(header) && typeof header.MessageID === 'string') id = header.MessageID;
      if (forced) throw new Refused(forced.code);
      const wrong = complaint(payload, name);
      if (wrong !== null) throw new Refused('s002', wrong);
      content = this.done(operation, payload[name] as Fields, client, note);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const text = [TEXTS[error.code] ?? 'Napaka.', error.message].filter(Boolean).join(' ');
      note.outcome = error.code;
      content = { Error: { ErrorCode: error.code, ErrorMessage: text.slice(0, 500) } };
    }
    const DateTime = `${new Date(this.options.clock.now()).toISOString().slice(0, 19)}Z`;
    const answer = {
      [name.replace('Request', 'Response')]: { Header: { MessageID: id, DateTime }, ...content },
    };
    return { status: 200, type: TYPE, body: this.signed(answer) };
  }

  /** What a token says that the client has signed itself. */
  private opened(token: unknown, client: X509Certificate): Fields {
    const [head, body, signature, ...more] = typeof token === 'string' ? token.split('.') : [];
    if (signature === undefined || more.length > 0) throw new Refused('s001');
    const header = jsonOf(Buffer.from(head!, 'base64url'));
    const payload = jsonOf(Buffer.from(body!, 'base64url'));
    if (!header || !payload) throw new Refused('s001');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      client.publicKey,
      Buffer.from(signature, 'base64url'),
    );
    if (header.alg !== 'RS256' || !isSigned) throw new Refused('s003');
    const name = (lines: string) => lines.split('\n').reverse().join(',');
    // As it is written: a serial number is longer than what JSON.parse can tell apart.
    const [, serial] = /"serial":(\d+)/.exec(Buffer.from(head!, 'base64url').toString()) ?? [];
    const isClient =
      header.subject_name === name(client.subject) &&
      header.issuer_name === name(client.issuer) &&
      serial === BigInt(`0x${client.serialNumber}`).toString();
    if (!isClient) throw new Refused('s004', 'subject_name, issuer_name, serial');
    return payload;
  }

  private done(
    operation: 'invoices' | 'premises',
    message: Fields,
    client: X509Certificate,
    note: EmulatedRequest,
  ): Fields {
    const { MessageID } = message.Header as { MessageID: string };
    const subject = (message.Invoice ?? message.SalesBookInvoice ?? message.BusinessPremise) as Fields;
    note.taxNumber = String(subject.TaxNumber);
    if (this.options.clock.now() > client.validToDate.getTime()) throw new Refused('s008');
    if (!new RegExp(`(?<!\\d)${note.taxNumber}(?!\\d)`).test(client.subject)) throw new Refused('s005');
    if (this.messages.has(MessageID)) throw new Refused('s001', 'MessageID');
    this.messages.add(MessageID);
    if (operation === 'premises') {
      note.number = subject.BusinessPremiseID as string;
      const key = `${note.taxNumber}/${note.number}`;
      if (this.premises.get(key)?.ClosingTag === 'Z') throw new Refused('s006', 'ClosingTag');
      this.premises.set(key, subject);
      note.outcome = 'done';
      return {};
    }
    const eor = this.invoice(subject, client, note);
    note.outcome = eor;
    return { UniqueInvoiceID: eor };
  }

  /** The same receipt has the same EOR, another one under its number is a double. */
  private invoice(subject: Fields, client: X509Certificate, note: EmulatedRequest): string {
    const { SubsequentSubmit, ...content } = subject;
    const identifier = (subject.InvoiceIdentifier ?? subject.SalesBookIdentifier ?? {}) as Fields;
    const { BusinessPremiseID, ElectronicDeviceID, InvoiceNumber, SetNumber, SerialNumber } = identifier;
    const place = BusinessPremiseID ?? subject.BusinessPremiseID;
    note.number =
      SetNumber === undefined
        ? [place, ElectronicDeviceID, InvoiceNumber].join('-')
        : [InvoiceNumber, SetNumber, SerialNumber].join('/');
    const premises = this.premises.get(`${note.taxNumber}/${String(place)}`);
    if (!premises || premises.ClosingTag === 'Z') throw new Refused('s006');
    const year = String(subject.IssueDateTime ?? subject.IssueDate).slice(0, 4);
    const twins = this.invoices.filter(
      (one) =>
        one.number === note.number &&
        one.taxNumber === note.taxNumber &&
        String(one.content.IssueDateTime ?? one.content.IssueDate).startsWith(year),
    );
    const same = twins.find((one) => JSON.stringify(one.content) === JSON.stringify(content));
    if (same) return same.eor;
    const added: StoredInvoice = {
      ...{ eor: randomUUID(), taxNumber: note.taxNumber!, number: note.number, content },
      protected: this.isProtected(subject, identifier, client),
      late: SubsequentSubmit === true,
    };
    this.invoices.push(added);
    if (twins[0]) this.doubles.push({ first: twins[0], second: added });
    return added.eor;
  }

  private isProtected(subject: Fields, identifier: Fields, client: X509Certificate): boolean | null {
    const key = this.options.keyOf(client);
    if (!key || subject.ProtectedID === undefined) return null;
    const [date = '', time = ''] = String(subject.IssueDateTime).split('T');
    const { InvoiceNumber, BusinessPremiseID, ElectronicDeviceID } = identifier;
    const input = [
      ...[subject.TaxNumber, date.split('-').reverse().join('.'), ' ', time],
      ...[InvoiceNumber, BusinessPremiseID, ElectronicDeviceID, (subject.InvoiceAmount as number).toFixed(2)],
    ].join('');
    const signature = sign('sha256', Buffer.from(input), key);
    return createHash('md5').update(signature).digest('hex') === subject.ProtectedID;
  }

  private signed(answer: Fields): string {
    const how = this.spoilt.take();
    if (how === 'unreadable') return '<html>Vzdrževanje</html>';
    const { key, certificate } = how === 'foreign' ? this.options.forger() : this.options.signer;
    const header = { alg: 'RS256', x5c: [certificate.raw.toString('base64')] };
    const parts = [header, answer].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const signature = sign('sha256', Buffer.from(parts.join('.')), key).toString('base64url');
    if (how === 'changed') {
      const changed = JSON.stringify(answer).replace(/"UniqueInvoiceID":"./, '"UniqueInvoiceID":"0');
      parts[1] = Buffer.from(`${changed} `).toString('base64url');
    }
    return JSON.stringify({ token: [...parts, how === 'unsigned' ? '' : signature].join('.') });
  }
}

function bare(status: number, note: EmulatedRequest): Reply {
  note.outcome = String(status);
  return { status, type: 'text/plain', body: '' };
}

function jsonOf(body: Buffer): Fields | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
