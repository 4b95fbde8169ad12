/**
 * What a tax file must say, worked out of the journal's records alone: nothing
 * of the code that writes the file is used here.
 */
import type { Esr, JournalRecord, Position } from '../../service/receipt/tra.ts';

/** Sections of the file by the types of their documents; the rest are working documents. */
const SECTIONS: Readonly<Record<string, string>> = {
  SalesInvoices: 'FT FS FR ND NC',
  MovementOfGoods: 'GR GT GA GC GD',
  Payments: 'RC RG',
};

/** A document of the journal. Amounts in cents. */
export interface ExpectedDocument {
  rn: string;
  id: string;
  section: string;
  /** `YYYY-MM-DD`. */
  day: string;
  cancelled: boolean;
  /** Never negative. */
  gross: number;
  /** Negative on a credit note. */
  net: number;
  /** Net amount of the lines on the other side: those that take back another one. */
  opposite: number;
  oppositeLines: number;
  lines: number;
  /** Thousandths. */
  quantity: number;
}

/** What stands before the documents of a section. */
export interface ExpectedTotals {
  documents: number;
  cancelled: number;
  /** Lines of all documents. */
  lines: number;
  /** Thousandths, without cancelled documents. */
  quantity: number;
  /** Net amount without cancelled documents, credit less debit. */
  balance: number;
  debit: number;
  /** Cents by which `debit` may be off: shares of discounts and net amounts of lines are rounded. */
  tolerance: number;
}

/** The documents of a register's records. */
export function documentsOf(records: readonly JournalRecord[]): ExpectedDocument[] {
  const voided = new Set(
    records.flatMap(({ ESR }) => (ESR?.Void === '1' && !isTraining(ESR) ? [ESR.RFN] : [])),
  );
  return records.flatMap(({ RN, ESR }) =>
    ESR?.FN === undefined || isTraining(ESR) ? [] : [documentOf(RN, ESR, voided.has(ESR.FN))],
  );
}

function isTraining({ Test, NFS }: Esr): boolean {
  return Test === '1' || NFS === 'Training';
}

function documentOf(rn: string, esr: Esr, cancelled: boolean): ExpectedDocument {
  const id = esr.FN!;
  const type = id.slice(0, 2);
  const positions = esr.PosA!.filter((p) => p._ !== 'Mod' && p._ !== 'Lin');
  const sign = type === 'NC' ? -1 : 1;
  const opposite = positions.filter((p) => cents(p.Amt) * sign < 0);
  return {
    rn,
    id,
    section: Object.keys(SECTIONS).find((name) => SECTIONS[name]!.includes(type)) ?? 'WorkingDocuments',
    day: esr.D!.slice(0, 10),
    cancelled,
    gross: Math.abs(cents(esr.T)),
    net: esr.TaxA!.reduce((sum, { Net }) => sum + cents(Net), 0),
    opposite: Math.round(opposite.reduce((sum, p) => sum + Math.abs(netOf(p, esr)), 0)),
    oppositeLines: opposite.length,
    lines: positions.length,
    quantity: positions.reduce((sum, { Qty = '1' }) => sum + Math.abs(Math.round(Number(Qty) * 1000)), 0),
  };
}

/** Of a line that takes another one back; only discounts on everything are for it, too. */
function netOf({ Amt, TaxG }: Position, { PosA, TaxA, TaxN }: Esr): number {
  const sum = (wanted: (p: Position) => boolean) =>
    PosA!.filter(wanted).reduce((total, p) => total + cents(p.Amt), 0);
  const discounts = sum((p) => p._ === 'Mod' && p.PN === '*');
  const amount = discounts === 0 ? cents(Amt) : cents(Amt) * (1 + discounts / sum((p) => p._ !== 'Mod'));
  const percent = /^([\d.]+)%$/.exec(TaxG!)?.[1];
  const rate = percent ?? TaxA!.find((tax) => tax.TaxG === TaxG)?.Prc ?? '0';
  return TaxN === '1' ? amount : (amount * 100) / (100 + Number(rate));
}

function cents(amount = '0'): number {
  return Math.round(Number(amount) * 100);
}

/** Totals of the documents of one section. */
export function totalsOf(documents: readonly ExpectedDocument[]): ExpectedTotals {
  const counted = documents.filter(({ cancelled }) => !cancelled);
  const sum = (list: readonly ExpectedDocument[], of: (document: ExpectedDocument) => number) =>
    list.reduce((total, document) => total + of(document), 0);
  return {
    documents: documents.length,
    cancelled: documents.length - counted.length,
    lines: sum(documents, ({ lines }) => lines),
    quantity: sum(counted, ({ quantity }) => quantity),
    balance: sum(counted, ({ net }) => net),
    // On a credit note all but those lines is debit, elsewhere those lines alone.
    debit: sum(counted, ({ id, net, opposite }) => (id.startsWith('NC ') ? opposite - net : opposite)),
    tolerance: 2 * sum(counted, ({ oppositeLines }) => oppositeLines),
  };
}
