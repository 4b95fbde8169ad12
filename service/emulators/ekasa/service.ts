/** What the emulated eKasa makes of a request: from the HTTP message to the signed answer. */
import { randomBytes, randomUUID, type X509Certificate } from 'node:crypto';
import { SOAP12_NAMESPACE as SOAP } from '../../countries/base/soap.ts';
import { signedBodyEnvelope, verifySignedBody } from '../../countries/base/ws-security.ts';
import type { Clock } from '../../clock.ts';
import type { KeyWithCertificate } from '../authority-keys.ts';
import type { Reply } from '../server.ts';
import { partOf, readBody, type Element } from '../xml.ts';
import { brokenRule } from './rules.ts';
import { complaint, NAMESPACE } from './schema.ts';
import { Misbehaving, otherDigit } from '../misbehaving.ts';

/** A request that reached the emulator. */
export interface EmulatedRequest {
  /** Milliseconds since 1970. */
  at: number;
  /** SendingCount. */
  count: number | null;
  /** Of the register. */
  code: string | null;
  /** Number of the receipt in its month. */
  number: string | null;
  /** UID, code of an error or an HTTP status; null while it is not answered. */
  outcome: string | null;
}

/** A receipt that has its UID. */
export interface StoredReceipt {
  uid: string;
  /** What makes it one: register, time of creation and number. */
  key: string;
  /** SendingCount of the message that was taken first. */
  count: number;
  /** Attributes of `ReceiptData`. */
  data: Readonly<Record<string, string>>;
  /** Attributes of the items. */
  items: readonly Readonly<Record<string, string>>[];
}

/** Where a register was told to be. */
export interface StoredPlace {
  code: string;
  /** `Gps`, `PhysicalAddress` or `Other`. */
  kind: string;
  values: Readonly<Record<string, string>>;
  /** Of `Other`. */
  text: string;
}

/** How to make the service. */
export interface ServiceOptions {
  clock: Clock;
  ca: X509Certificate;
  signer: KeyWithCertificate;
  forger: () => KeyWithCertificate;
}

const PATH = '/soap/services/v2';
const TYPE = 'application/soap+xml; charset=utf-8';
const SCHEMA = -2;
const SIGNATURE = -10;

/** The service without its network. */
export class EmulatedService extends Misbehaving<number> {
  readonly receipts: StoredReceipt[] = [];
  readonly places: StoredPlace[] = [];
  /** Receipts that came again with other data. */
  readonly doubles: { first: StoredReceipt; second: StoredReceipt }[] = [];
  /** Every Uuid. */
  readonly messages = new Set<string>();
  private readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    super();
    this.options = options;
  }

  /** Forgets everything. */
  forget(): void {
    for (const list of [this.receipts, this.places, this.doubles]) list.length = 0;
    this.messages.clear();
  }

  /**
   * Answers a request and completes the note about it.
   * @param body null when it was too long to be read
   */
  answer(
    http: { url?: string | undefined; method?: string | undefined; type?: string | undefined },
    body: Buffer | null,
    note: EmulatedRequest,
  ): Reply {
    if (http.url !== PATH) return bare(404, note);
    if (http.method !== 'POST') return bare(405, note);
    if (!/^application\/soap\+xml\b/i.test(http.type ?? '')) return bare(415, note);
    const forced = this.forced.take();
    if (forced && 'http' in forced) return bare(forced.http, note);
    const content = this.perform(body, forced?.code ?? null, note);
    return { status: content.includes(':Fault ') ? 500 : 200, type: TYPE, body: this.signed(content) };
  }

  private perform(body: Buffer | null, forced: number | null, note: EmulatedRequest): string {
    const refuse = (code: number) => {
      note.outcome = String(code);
      const reason = `<s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="sk">Chyba ${code}</s:Text></s:Reason>`;
      return `<s:Fault xmlns:s="${SOAP}" xmlns:e="${NAMESPACE}" e:EkasaErrorCode="${code}">${reason}</s:Fault>`;
    };
    const message = body && readBody(body, SOAP);
    if (!body || !message || complaint(message) !== null) return refuse(SCHEMA);
    const header = partOf(message, 'Header')!.attributes;
    const part = partOf(message, 'ReceiptData') ?? partOf(message, 'LocationData')!;
    note.count = Number(header.SendingCount);
    note.code = part.attributes.CashRegisterCode!;
    note.number = part.attributes.ReceiptNumber ?? null;
    if (forced !== null) return refuse(forced);
    const now = this.options.clock.now();
    const trust = { certificates: [this.options.ca], at: new Date(now) };
    const verdict = verifySignedBody(body, trust, SOAP);
    if ('flaw' in verdict) return refuse(SIGNATURE);
    const broken = brokenRule(message, verdict.certificate, now);
    if (broken !== null) return refuse(broken);
    const id = header.Uuid!.toLowerCase();
    if (this.messages.has(id)) return refuse(SCHEMA);
    this.messages.add(id);
    const processed = `<e:Header Uuid="${randomUUID()}" RequestUuid="${id}" ProcessDate="${new Date(now).toISOString().slice(0, 19)}+00:00"/>`;
    const response = (name: string, inner: string) =>
      `<e:${name} xmlns:e="${NAMESPACE}">${processed}${inner}</e:${name}>`;
    if (part.name === 'LocationData') {
      this.places.push(placeOf(part));
      note.outcome = 'place';
      return response('RegisterLocationResponse', '');
    }
    const { uid } = this.recorded(part, note.count);
    note.outcome = uid;
    return response('RegisterReceiptResponse', `<e:ReceiptData Id="${uid}"/>`);
  }

  /** The same receipt has the same UID. */
  private recorded({ attributes: data, children }: Element, count: number): StoredReceipt {
    const key = `${data.CashRegisterCode} ${data.CreateDate} ${data.ReceiptNumber}`;
    const items = children[0]?.children.map(({ attributes }) => attributes) ?? [];
    const same = this.receipts.find((receipt) => receipt.key === key);
    if (same && JSON.stringify([same.data, same.items]) === JSON.stringify([data, items])) return same;
    const added = { uid: `O-${randomBytes(14).toString('hex').slice(0, 27).toUpperCase()}-TEST`, key };
    const stored: StoredReceipt = { ...added, count, data, items };
    this.receipts.push(stored);
    if (same) this.doubles.push({ first: same, second: stored });
    return stored;
  }

  private signed(content: string): string {
    const how = this.spoilt.take();
    if (how === 'unreadable') return '<html>Odstavka</html>';
    const signer = how === 'foreign' ? this.options.forger() : this.options.signer;
    const signed = signedBodyEnvelope(content, signer, SOAP);
    if (how === 'changed') return signed.replace(/(Id="O-|ErrorCode="-)(.)/, otherDigit);
    return how === 'unsigned' ? signed.replace(/<Signature\b[^]*<\/Signature>/, '') : signed;
  }
}

function placeOf({ attributes, children }: Element): StoredPlace {
  const { name, attributes: values, text } = children[0]!.children[0]!;
  return { code: attributes.CashRegisterCode!, kind: name, values, text };
}

function bare(status: number, note: EmulatedRequest): Reply {
  note.outcome = String(status);
  return { status, type: 'text/plain', body: '' };
}
