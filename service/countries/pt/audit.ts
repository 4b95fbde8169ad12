/**
 * The audit of a Portuguese register's records (Despacho 8632/2014; Portaria
 * 195/2020; doc 3 "Portugal rules"): numbers, dates, signatures, ATCUD, QR code,
 * and the series that the register goes on from.
 *
 * The signature protects date, system entry time, number and gross total of a
 * document, and the order of documents in their series. A change of these, a
 * document taken out, put in or exchanged, and a signature by another key are
 * found. What the QR code repeats (tax ids, tax sums) is found when one of both
 * was changed. Not found is what is neither signed nor repeated: texts of
 * positions, the operator, payments and rates that still add up; what was
 * changed consistently in receipt and QR code beside the signed values; the
 * removal of the last documents together with their traces in the state; and
 * whatever was signed anew with the private key, or with another one whose
 * public part was put beside the journal. Keys given to the audit by hand rule
 * out the last.
 */
import { amountText, minor } from '../../receipt/money.ts';
import { isTraining, type CompleteEsr, type JournalRecord } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import type { AuditContext, Auditor, Finding } from '../contract/audit.ts';
import type { State } from '../contract/state.ts';
import {
  controlProblems,
  kindProblems,
  orderProblems,
  parseFiscalNumber,
  readDocument,
  type AuditedDocument,
  type Link,
} from './audit-document.ts';
import { AuditKeys } from './audit-keys.ts';
import { qrProblems } from './audit-qr.ts';
import { isDocument, isSigned } from './document.ts';
import { lineNumbers } from './references.ts';
import { parseSeries, seriesKey, seriesOf } from './series.ts';
import { printedCharacters, signedText } from './signature.ts';
import { bareTaxId } from './tax-id.ts';

const HASH = /^[A-Za-z0-9+/]{171}=$/;
/** The authority's codes have eight characters so far. */
const ATCUD = /^([A-Z0-9]{8,})-([1-9]\d*)$/;

/** {@link Country.audit} of Portugal. */
export function audit(context: AuditContext): Auditor {
  return new PortugueseAudit(context);
}

class PortugueseAudit implements Auditor {
  private readonly keys: AuditKeys;
  private readonly series = new Map<string, Link>();
  /** Tax id of the configuration in force. */
  private issuer: string | null = null;
  private documents = 0;
  private signatures = 0;
  private keysMissed = 0;

  constructor({ publicKeys }: AuditContext) {
    this.keys = new AuditKeys(publicKeys);
  }

  take(record: JournalRecord): Finding[] {
    if (record._ === 'Cfg') this.issuer = issuerOf(record);
    if (record._ !== 'Tra' || !record.ESR) return [];
    return this.problems(record, record.ESR as CompleteEsr).map((text) => ({ sq: record.SQ, text }));
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    for (const [id, last] of this.series) findings.push(...chainFindings(id, last, state));
    for (const key of state.keys()) {
      const id = key.slice(seriesKey('').length);
      if (key !== seriesKey(id) || !parseSeries(id) || this.series.has(id)) continue;
      const series = seriesOf(state, id);
      if (series?.number === 0) continue;
      const text = `the state knows ${id}/${series?.number}, and there is no document of the series: documents are missing at the end`;
      findings.push({ sq: 0, text });
    }
    return findings;
  }

  summary(): string {
    const count = (n: number) => n.toLocaleString('en-US');
    return `series ${count(this.series.size)}, documents ${count(this.documents)}, signatures that fit ${count(this.signatures)}; ${this.keys.summary()}`;
  }

  private problems(record: JournalRecord, esr: CompleteEsr): string[] {
    const { FN } = esr;
    const fis = record.Fis ?? {};
    if (esr.Void === '1' && FN !== undefined) return ['a void has no number of its own'];
    if (FN === undefined) {
      if (fis.Code !== undefined || fis.PT_Hash !== undefined)
        return ['it is signed, and has no fiscal number'];
      // Training was not numbered by earlier versions.
      return isDocument(esr) && !isTraining(esr) ? ['the document has no fiscal number'] : [];
    }
    const document = readDocument({ sq: record.SQ, registered: record.D, esr, fis, FN });
    if (!document) return ['this is no fiscal number that the program gives'];
    this.documents++;
    const last = this.series.get(document.id);
    // A document that stands where an earlier one belongs does not become the last.
    if (!last || document.number > last.number) this.series.set(document.id, linkOf(document));
    return [
      ...kindProblems(document),
      ...orderProblems(document, last),
      ...this.signatureProblems(document, last),
      ...this.codeProblems(document, last),
      ...this.referenceProblems(document),
    ];
  }

  /** The signature over the document and the hash of the one before it. */
  private signatureProblems(document: AuditedDocument, last: Link | undefined): string[] {
    const { esr, fis, FN, name, number } = document;
    const { PT_Hash: hash, PT_HashControl: control } = fis;
    if (!isSigned(name.type)) {
      const bare = hash === undefined && control === undefined;
      return bare ? [] : [`${name.type} is not signed by law, and has a signature`];
    }
    const problems = controlProblems(document);
    if (typeof hash !== 'string' || !HASH.test(hash)) return [...problems, 'its signature (PT_Hash) is none'];
    const previous = last ? last.hash : '';
    // Behind a gap nobody knows what was signed.
    if (problems.length > 0 || previous === null || number !== (last?.number ?? 0) + 1) return problems;
    const parts = {
      date: esr.D.slice(0, 10),
      entry: String(fis.PT_SystemEntryDate),
      id: FN,
      gross: amountText(Math.abs(minor(esr.T, 2)), 2),
    };
    const version = String(parseInt(String(control), 10));
    const testSeries = fis.PT_Test === '1' ? document.id : null;
    switch (this.keys.check(version, signedText(parts, previous), hash, testSeries)) {
      case 'fits':
        this.signatures++;
        return [];
      case 'unknown':
        return [`its signature fits none of the public keys, for ${Object.values(parts).join(';')}`];
      case 'wrong':
        return [`its signature does not fit ${Object.values(parts).join(';')} and the document before it`];
      case 'no key':
        // Said once: it is the same for all.
        return this.keysMissed++ === 0 ? ['there is no public key to check its signature with'] : [];
    }
  }

  /** ATCUD, legend and QR code. */
  private codeProblems({ esr, fis, FN, name, number }: AuditedDocument, last: Link | undefined): string[] {
    const tag = (wanted: string) => fis.Tag?.find(({ Name }) => Name === wanted)?.Value ?? '';
    const problems: string[] = [];
    const atcud = tag('ATCUD');
    const [, code, sequence] = ATCUD.exec(atcud) ?? [];
    if (sequence !== String(number)) problems.push(`its ATCUD is ${JSON.stringify(atcud)}`);
    else if (last && code !== last.code) {
      problems.push(`its ATCUD begins with ${code}, that of the document before with ${last.code}`);
    }
    const characters = isSigned(name.type) ? printedCharacters(String(fis.PT_Hash)) : '0';
    const legend = tag('Certification');
    if (!legend.startsWith(isSigned(name.type) ? `${characters}-` : 'Emitido ')) {
      problems.push(`its legend ${JSON.stringify(legend)} has not the characters of its signature`);
    }
    const printed = { issuer: this.issuer, type: name.type, FN, atcud, characters };
    return [...problems, ...qrProblems(fis.Code ?? '', esr, printed)];
  }

  /** What it refers to is there, where its number says that it should be in this register. */
  private referenceProblems({ fis, FN }: AuditedDocument): string[] {
    const references = new Set([fis.PT_OwnReference ?? fis.PT_Reference, ...lineNumbers(fis).values()]);
    return [...references].flatMap((reference) => {
      const number = typeof reference === 'string' ? parseFiscalNumber(reference) : null;
      const last = number && this.series.get(number.id);
      if (!last || (number.number <= last.number && reference !== FN)) return [];
      return [`it refers to ${String(reference)}, which is no document before it`];
    });
  }
}

function issuerOf({ Cfg: cfg }: JournalRecord): string | null {
  const taxId = isTree(cfg) && isTree(cfg.Cmp) ? cfg.Cmp.TaxId : undefined;
  return typeof taxId === 'string' ? bareTaxId(taxId) : null;
}

function linkOf({ sq, esr, fis, name, number }: AuditedDocument): Link {
  const hash = isSigned(name.type) ? String(fis.PT_Hash) : '';
  const atcud = fis.Tag?.find(({ Name }) => Name === 'ATCUD')?.Value ?? '';
  return {
    sq,
    number,
    date: esr.D.slice(0, 10),
    entry: String(fis.PT_SystemEntryDate),
    hash: hash === '' || HASH.test(hash) ? hash : null,
    code: ATCUD.exec(atcud)?.[1] ?? '',
    test: fis.PT_Test === '1',
  };
}

/** Compares the last document of a series with what the register goes on from. */
function chainFindings(id: string, last: Link, state: State): Finding[] {
  const known = seriesOf(state, id);
  if (!known) return [{ sq: last.sq, text: `the state does not know series ${id}` }];
  if (known.number > last.number) {
    const text = `${id}/${known.number} is the last number according to the state, ${id}/${last.number} according to the records: documents are missing at the end`;
    return [{ sq: 0, text }];
  }
  const expected = {
    number: last.number,
    hash: last.hash,
    date: last.date,
    entry: last.entry,
    code: last.code,
    test: last.test,
  };
  const wrong = Object.entries(expected).filter(([name, value]) => value !== null && known[name] !== value);
  if (wrong.length === 0) return [];
  const names = wrong.map(([name]) => name).join(', ');
  return [
    { sq: last.sq, text: `the state of ${id} differs from its last document ${id}/${last.number}: ${names}` },
  ];
}
