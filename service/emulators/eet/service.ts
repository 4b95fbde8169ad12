/** What the emulated EET makes of a request, in both versions: from the HTTP message to the answer, which is signed where it is no error. */
import { createHash, randomBytes, randomUUID, verify, type X509Certificate } from 'node:crypto';
import { signedBodyEnvelope, verifySignedBody } from '../../countries/base/ws-security.ts';
import type { Clock } from '../../clock.ts';
import type { KeyWithCertificate } from '../authority-keys.ts';
import type { Reply } from '../server.ts';
import { partOf, readBody, SOAP, textOf, type Element } from '../xml.ts';
import { complaint, NAMESPACES, type Version } from './schema.ts';
import { Misbehaving, otherDigit } from '../misbehaving.ts';

/** A request that reached the emulator. */
export interface EmulatedRequest {
  /** Milliseconds since 1970. */
  at: number;
  version: Version | null;
  taxNumber: string | null;
  /** `TL/TT` and number of the receipt. */
  number: string | null;
  /** FIK or POK, the code of an error or an HTTP status; null while it is not answered. */
  outcome: string | null;
}

/** A sale that has its code. */
export interface StoredSale {
  code: string;
  version: Version;
  /** What makes it one: tax number, unit, till, number, time, total. */
  key: string;
  /** Whether PKP and BKP are those of the sale; null in version 4. */
  protected: boolean | null;
  /** `prvni_zaslani` of the first message. */
  first: boolean;
  /** Attributes of `Data`. */
  data: Readonly<Record<string, string>>;
  /** Codes of warnings. */
  warnings: number[];
}

/** How to make the service. */
export interface ServiceOptions {
  clock: Clock;
  ca: X509Certificate;
  signer: KeyWithCertificate;
  forger: () => KeyWithCertificate;
}

const PATHS: Readonly<Record<string, Version>> = {
  '/eet/services/EETServiceSOAP/v3': 3,
  '/eet/services/EETServiceSOAP/v4': 4,
};
const ACTIONS = { 3: 'http://fs.mfcr.cz/eet/OdeslaniTrzby', 4: 'http://fs.gov.cz/eet/OdeslaniTrzby' };
const MOST_BYTES = 12_000;
const HOUR = 3_600_000;
const TYPE = 'text/xml; charset=utf-8';
const TEXTS: Readonly<Record<number, string>> = {
  '-1': 'Docasna technicka chyba zpracovani - odeslete prosim datovou zpravu pozdeji',
  0: 'Datovou zpravu evidovane trzby v overovacim modu se podarilo zpracovat',
  2: 'Kodovani XML neni platne',
  3: 'XML zprava nevyhovela kontrole XML schematu',
  4: 'Neplatny podpis SOAP zpravy',
  5: 'Neplatny kontrolni bezpecnostni kod poplatnika (BKP)',
  6: 'DIC poplatnika ma chybnou strukturu',
  7: 'Datova zprava je prilis velka',
  8: 'Datova zprava nebyla zpracovana kvuli technicke chybe nebo chybe dat',
};

/** The service without its network. */
export class EmulatedService extends Misbehaving<number> {
  readonly sales: StoredSale[] = [];
  /** Sales that came again with other data. */
  readonly doubles: { first: StoredSale; second: StoredSale }[] = [];
  /** Every uuid_zpravy, oldest first. */
  readonly messages = new Set<string>();
  private readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    super();
    this.options = options;
  }

  /** Forgets everything. */
  forget(): void {
    this.sales.length = 0;
    this.doubles.length = 0;
    this.messages.clear();
  }

  /**
   * Answers a request and completes the note about it.
   * @param body null when it was too long to be read
   */
  answer(
    http: {
      url?: string | undefined;
      method?: string | undefined;
      type?: string | undefined;
      action: string;
    },
    body: Buffer | null,
    note: EmulatedRequest,
  ): Reply {
    const version = PATHS[http.url ?? ''];
    if (!version) return bare(404, note);
    if (http.method !== 'POST') return bare(405, note);
    if (!/^text\/xml\b/i.test(http.type ?? '')) return bare(415, note);
    if (http.action.replace(/^"(.*)"$/, '$1') !== ACTIONS[version]) return bare(400, note);
    note.version = version;
    const forced = this.forced.take();
    if (forced && 'http' in forced) return bare(forced.http, note);
    const { id, bkp, content } = this.perform(version, body, forced?.code ?? null, note);
    const now = new Date(this.options.clock.now()).toISOString().slice(0, 19);
    const isDone = content.includes('<e:Potvrzeni');
    const header =
      `<e:Hlavicka${id === null ? '' : ` uuid_zpravy="${id}"`}${bkp === null ? '' : ` bkp="${bkp}"`} ` +
      `${isDone ? 'dat_prij' : 'dat_odmit'}="${now}Z"/>`;
    const answer = `<e:Odpoved xmlns:e="${NAMESPACES[version]}">${header}${content}</e:Odpoved>`;
    return {
      ...{ status: 200, type: TYPE, headers: { 'X-Global-Transaction-Id': randomBytes(12).toString('hex') } },
      // Errors are not signed.
      body: isDone ? this.signed(answer) : unsigned(answer),
    };
  }

  private perform(
    version: Version,
    body: Buffer | null,
    forced: number | null,
    note: EmulatedRequest,
  ): { id: string | null; bkp: string | null; content: string } {
    let id: string | null = null;
    let bkp: string | null = null;
    const refuse = (code: number) => {
      note.outcome = String(code);
      return { id, bkp, content: `<e:Chyba kod="${code}" test="true">${TEXTS[code] ?? 'Chyba'}</e:Chyba>` };
    };
    if (body === null || body.length > MOST_BYTES) return refuse(7);
    const message = readBody(body);
    if (!message) return refuse(2);
    if (complaint(message, version) !== null) return refuse(3);
    const header = partOf(message, 'Hlavicka')!.attributes;
    const data = partOf(message, 'Data')!.attributes;
    id = header.uuid_zpravy!;
    const codes = partOf(message, 'KontrolniKody');
    bkp = codes ? textOf(codes, 'bkp') : null;
    note.taxNumber = (data.dic_popl ?? data.eic_popl)!;
    note.number = `${data.id_pokl} ${data.porad_cis}`;
    if (forced !== null) return refuse(forced);
    const now = this.options.clock.now();
    const verdict = verifySignedBody(body, { certificates: [this.options.ca], at: new Date(now) });
    if ('flaw' in verdict) return refuse(4);
    const isRight = codes ? codesFit(codes, data, verdict.certificate) : null;
    if (isRight === false) return refuse(5);
    if (this.messages.has(id.toLowerCase())) return refuse(8);
    this.messages.add(id.toLowerCase());
    if (header.overeni === 'true' || header.overeni === '1') return refuse(0);
    const sale = this.recorded(version, data, isRight, header.prvni_zaslani === 'true');
    sale.warnings = warningsOn(data, verdict.certificate, now);
    note.outcome = sale.code;
    const name = version === 3 ? 'fik' : 'pok';
    const warnings = sale.warnings.map(
      (code) => `<e:Varovani kod_varov="${code}">Varovani ${code}</e:Varovani>`,
    );
    return { id, bkp, content: `<e:Potvrzeni ${name}="${sale.code}" test="true"/>${warnings.join('')}` };
  }

  /** The same sale has the same code. */
  private recorded(
    version: Version,
    data: Readonly<Record<string, string>>,
    isRight: boolean | null,
    first: boolean,
  ): StoredSale {
    const key = keyOf(data);
    const same = this.sales.find((sale) => sale.key === key && sale.version === version);
    if (same && JSON.stringify(same.data) === JSON.stringify(data)) return same;
    const added: StoredSale = {
      ...{ code: `${randomUUID()}-ff`, version, key, protected: isRight, first, data, warnings: [] },
    };
    this.sales.push(added);
    if (same) this.doubles.push({ first: same, second: added });
    return added;
  }

  private signed(content: string): string {
    const how = this.spoilt.take();
    if (how === 'unreadable') return '<html>Odstavka</html>';
    const signed = signedBodyEnvelope(
      content,
      how === 'foreign' ? this.options.forger() : this.options.signer,
    );
    if (how === 'changed') return signed.replace(/((?:fik|pok)=")(.)/, otherDigit);
    return how === 'unsigned' ? signed.replace(/<Signature\b[^]*<\/Signature>/, '') : signed;
  }
}

function unsigned(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${SOAP}"><s:Body>${content}</s:Body></s:Envelope>`;
}

/** The six values that make a sale one. */
function keyOf(data: Readonly<Record<string, string>>): string {
  const { id_pokl, porad_cis, dat_trzby, celk_trzba } = data;
  const unit = data.id_provoz ?? data.id_jednotky;
  return [data.dic_popl ?? data.eic_popl, unit, id_pokl, porad_cis, dat_trzby, celk_trzba].join('|');
}

function codesFit(
  codes: Element,
  data: Readonly<Record<string, string>>,
  { publicKey }: X509Certificate,
): boolean {
  const pkp = Buffer.from(textOf(codes, 'pkp'), 'base64');
  const bkp = createHash('sha1').update(pkp).digest('hex').toUpperCase();
  return (
    verify('sha256', Buffer.from(keyOf(data)), publicKey, pkp) &&
    textOf(codes, 'bkp').replaceAll('-', '').toUpperCase() === bkp
  );
}

/** What is recorded all the same. */
function warningsOn(
  data: Readonly<Record<string, string>>,
  { subject }: X509Certificate,
  now: number,
): number[] {
  const sold = Date.parse(data.dat_trzby!);
  const taxNumber = (data.dic_popl ?? data.eic_popl)!;
  return [
    ...(subject.includes(taxNumber) ? [] : [1]),
    ...(sold > now + 2 * HOUR ? [4] : []),
    ...(sold < now - 2 * 365 * 24 * HOUR ? [5] : []),
    // Units that DIS+ has assigned.
    ...(data.id_jednotky === undefined || /^\d+[1-4]$/.test(data.id_jednotky) ? [] : [6]),
    ...(data.eic_poverujiciho === data.eic_popl && data.eic_popl !== undefined ? [7] : []),
  ];
}

function bare(status: number, note: EmulatedRequest): Reply {
  note.outcome = String(status);
  return { status, type: 'text/plain', body: '' };
}
