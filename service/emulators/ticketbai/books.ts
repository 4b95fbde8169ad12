/** What an emulated treasury knows and how it judges files: signatures, chains, dates, rates, duplicates. */
import type { X509Certificate } from 'node:crypto';
import { verifyXades } from '../../countries/base/xades-verify.ts';
import { partOf, readRoot, textOf, type Element } from '../xml.ts';
import { complaint, type FileKind } from './schema.ts';

/** A file that was taken. */
export interface StoredFile {
  kind: FileKind;
  /** `NIF series/number day`. */
  key: string;
  /** Its signature; that of the file that it corrects. */
  signature: string;
  /** As it came. */
  xml: string;
  /** Codes of what is wrong with it and was taken all the same. */
  warnings: string[];
  isCancelled: boolean;
}

/** A file that came again with other content. */
export interface Double {
  first: StoredFile;
  second: string;
}

/** What becomes of a file: three digits, as Araba and Gipuzkoa say it; null for nothing wrong. */
export interface Judged {
  /** `NIF series/number day`; null where it cannot be read. */
  key: string | null;
  refused: string | null;
  warnings: string[];
  /** Series and number alone, day. */
  id: { series: string; number: string; date: string } | null;
}

/** How to judge. */
export interface Judging {
  /** Issuer of all certificates. */
  ca: X509Certificate;
  /** Who sent it. */
  client: X509Certificate;
  /** Hash of the signature policy of the province. */
  policy: string;
  /** Milliseconds since 1970. */
  now: number;
}

const DAY_MS = 24 * 3_600_000;
/** Percentages with the last day of those that are no more. */
const RATES: Readonly<Record<string, string>> = {
  ...{ '0': '9999-12-31', '4': '9999-12-31', '10': '9999-12-31', '21': '9999-12-31' },
  ...{ '5': '2024-12-31', '7.5': '2024-12-31', '2': '2024-09-30' },
};
const SURCHARGES = new Set(['0', '0.5', '0.26', '0.62', '1', '1.4', '1.75', '5.2']);
/** Cents. */
const TOLERANCE = 1000;

/** The memory of a treasury. */
export class Books {
  /** In order. */
  readonly files: StoredFile[] = [];
  readonly doubles: Double[] = [];
  /** Signatures, the first 100 characters, of what was refused. */
  readonly refused = new Set<string>();

  /** Forgets everything. */
  forget(): void {
    this.files.length = 0;
    this.doubles.length = 0;
    this.refused.clear();
  }

  /** Judges a file and takes it if it may. @param forced refuses it with this code */
  take(bytes: Buffer, kind: FileKind, judging: Judging, forced: string | null): Judged {
    const root = readRoot(bytes);
    const xml = bytes.toString();
    const signature = signatureIn(xml, root);
    const wrong = root ? complaint(root, kind) : 'it is no XML';
    const refuse = (refused: string, about: Omit<Judged, 'refused' | 'warnings'>): Judged => {
      if (refused !== DUPLICATE && refused !== CANCELLED && signature !== '')
        this.refused.add(signature.slice(0, 100));
      return { ...about, refused, warnings: [] };
    };
    const nobody = { key: null, id: null };
    if (!root || wrong !== null) return refuse('002', nobody);
    const isCancel = kind === 'cancel' || kind === 'correct-cancel';
    const head = partOf(partOf(root, isCancel ? 'IDFactura' : 'Factura')!, 'CabeceraFactura')!;
    const issuer = partOf(isCancel ? partOf(root, 'IDFactura')! : partOf(root, 'Sujetos')!, 'Emisor')!;
    const nif = textOf(issuer, 'NIF').toUpperCase();
    const id = {
      series: textOf(head, 'SerieFactura'),
      number: textOf(head, 'NumFactura'),
      date: textOf(head, 'FechaExpedicionFactura'),
    };
    const key = `${nif} ${id.series}/${id.number} ${id.date}`;
    const about = { key, id };
    if (forced !== null) return refuse(forced, about);
    if (!judging.client.subject.includes(nif)) return refuse('001', about);
    if (kind === 'issue' || kind === 'cancel') {
      const unsigned = signatureProblem(bytes, judging);
      if (unsigned !== null) return refuse(unsigned, about);
    }
    const known = this.files.find((file) => file.key === key && !isCancelKind(file.kind));
    if (isCancel) return this.cancelled(known, { kind, key, signature, xml }, about, refuse);
    if (kind === 'correct-issue') {
      const action = textOf(partOf(root, 'Cabecera')!, 'Accion');
      const original = signature.slice(0, 100);
      const isKnown =
        action === 'SUBSANAR' ? this.refused.has(original) : known?.signature.slice(0, 100) === original;
      if (!isKnown) return refuse('018', about);
    } else if (known) {
      if (known.xml !== xml) this.doubles.push({ first: known, second: xml });
      return refuse(DUPLICATE, about);
    }
    if (!partOf(partOf(partOf(root, 'Factura')!, 'DatosFactura')!, 'DetallesFactura'))
      return refuse('003', about);
    if (!isDay(id.date) || dayMs(id.date) > judging.now + DAY_MS) return refuse('004', about);
    const warnings = [...this.chainWarnings(root, nif, kind), ...amountWarnings(root, id.date)];
    if (kind === 'correct-issue') this.refused.delete(signature.slice(0, 100));
    this.files.push({ kind, key, signature, xml, warnings, isCancelled: false });
    return { ...about, refused: null, warnings };
  }

  private cancelled(
    known: StoredFile | undefined,
    file: Pick<StoredFile, 'kind' | 'key' | 'signature' | 'xml'>,
    about: Omit<Judged, 'refused' | 'warnings'>,
    refuse: (code: string, about: Omit<Judged, 'refused' | 'warnings'>) => Judged,
  ): Judged {
    if (!known) return refuse('018', about);
    if (known.isCancelled) return refuse(CANCELLED, about);
    known.isCancelled = true;
    this.files.push({ ...file, warnings: [], isCancelled: false });
    return { ...about, refused: null, warnings: [] };
  }

  /** Each file of a device is chained to the one before it. */
  private chainWarnings(root: Element, nif: string, kind: FileKind): string[] {
    if (kind !== 'issue') return [];
    const fingerprint = partOf(root, 'HuellaTBAI')!;
    const device = textOf(fingerprint, 'NumSerieDispositivo');
    const before = this.files.findLast(({ key, kind: stored, xml }) => {
      return (
        stored === 'issue' &&
        key.startsWith(`${nif} `) &&
        xml.includes(`<NumSerieDispositivo>${device}</NumSerieDispositivo>`)
      );
    });
    const link = partOf(fingerprint, 'EncadenamientoFacturaAnterior');
    const said = link && textOf(link, 'SignatureValueFirmaFacturaAnterior');
    return said === before?.signature.slice(0, 100) ? [] : ['010'];
  }
}

const DUPLICATE = '005';
const CANCELLED = '019';

function isCancelKind(kind: FileKind): boolean {
  return kind === 'cancel' || kind === 'correct-cancel';
}

/** The signature of a file, or that which a correction names. */
function signatureIn(xml: string, root: Element | null): string {
  const named =
    root && (textOf(root, 'SignatureValueFirmaFactura') || textOf(root, 'SignatureValueFirmaAnulacion'));
  if (named) return named;
  return (/<ds:SignatureValue[^>]*>([^<]*)</.exec(xml)?.[1] ?? '').replace(/\s/g, '');
}

function signatureProblem(bytes: Buffer, { ca, policy, now }: Judging): string | null {
  const verdict = verifyXades(bytes);
  if ('flaw' in verdict) return '008';
  const { certificate } = verdict;
  if (!certificate.checkIssued(ca) || !certificate.verify(ca.publicKey)) return '008';
  if (certificate.validToDate.getTime() < now || certificate.validFromDate.getTime() > now) return '016';
  if (Math.abs(Date.parse(verdict.time) - now) > 400 * DAY_MS) return '008';
  return verdict.policy.hash === policy ? null : '008';
}

function amountWarnings(root: Element, date: string): string[] {
  const invoice = partOf(root, 'Factura')!;
  const total = cents(textOf(partOf(invoice, 'DatosFactura')!, 'ImporteTotalFactura'));
  const day = date.split('-').reverse().join('-');
  let sum = 0;
  let isWrong = false;
  const walk = (element: Element): void => {
    const value = (name: string) => cents(textOf(element, name));
    if (element.name === 'DetalleIVA') {
      const [base, tax] = [value('BaseImponible'), value('CuotaImpuesto')];
      const rate = plainRate(textOf(element, 'TipoImpositivo'));
      const surcharge = plainRate(textOf(element, 'TipoRecargoEquivalencia'));
      sum += base + tax + value('CuotaRecargoEquivalencia');
      if (!(day <= (RATES[rate] ?? '')) || !SURCHARGES.has(surcharge)) isWrong = true;
      const isReverse = tax === 0;
      if (!isReverse && Math.abs(base * Number(rate) - tax * 100) > TOLERANCE * 100) isWrong = true;
    } else if (element.name === 'DetalleExenta') sum += value('BaseImponible');
    else if (element.name === 'DetalleNoSujeta') sum += value('Importe');
    else element.children.forEach(walk);
  };
  walk(partOf(invoice, 'TipoDesglose')!);
  return isWrong || Math.abs(sum - total) > TOLERANCE ? ['011'] : [];
}

function cents(text: string): number {
  const [, sign, whole = '0', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
  return sign === '-' ? -value : value;
}

/** `5.20` as `5.2`; `0` for nothing. */
function plainRate(text: string): string {
  return text === '' ? '0' : String(Number(text));
}

function dayMs(date: string): number {
  return Date.parse(`${date.split('-').reverse().join('-')}T00:00:00Z`);
}

function isDay(date: string): boolean {
  return !Number.isNaN(dayMs(date));
}
