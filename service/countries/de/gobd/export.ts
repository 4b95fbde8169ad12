/**
 * The export `gobd`: the journal of registers as tables, complete and unchanged (GoBD). It has no
 * fixed layout; this one says of each record what an auditor looks for first, and then all of it.
 */
import { isPayment, isPosition, isTraining, type JournalRecord } from '../../../receipt/tra.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { CountryExport, ExportScope } from '../../contract/exports.ts';
import { gdpduFiles, type Rows } from '../gdpdu/archive.ts';
import type { Cell } from '../gdpdu/csv.ts';
import { keptOf } from '../kept.ts';
import { textOf } from '../dsfinvk/texts.ts';
import { TABLES, type TableName } from './tables.ts';
import { valuesOf } from './values.ts';

const AMOUNT = /^-?\d{1,18}(?:\.\d{1,2})?$/;
const NUMBER = /^-?\d{1,18}(?:\.\d{1,9})?$/;

/** The export: records without a gap, those of settings and events too. */
export const gobd: CountryExport = {
  archive: 'gobd.zip',
  chained: true,
  types: 'all',
  files(scope: ExportScope, _context: Omit<CountryContext, 'cfg'>) {
    const company = scope.sources[0]?.cfg.Cmp;
    const head = {
      supplier: textOf(company?.Nam),
      location: textOf(company?.City),
      comment: `Kassenjournal ${scope.from} bis ${scope.till}`,
      media: 'GoBD',
    };
    return gdpduFiles(head, TABLES, scope.folder, (rows) => writeRows(scope, rows));
  },
};

async function writeRows(scope: ExportScope, rows: Rows<TableName>): Promise<void> {
  let read = 0;
  for (const source of scope.sources) {
    for await (const page of source.pages()) {
      for (const record of page) recordRows(source.rn, record, rows);
      await rows.flush();
      scope.progress((read += page.length));
    }
  }
}

function recordRows(rn: string, record: JournalRecord, rows: Rows<TableName>): void {
  const keys = [rn, record.SQ];
  const { PosA = [], PayA = [], TaxA = [] } = record.ESR ?? {};
  rows.take('journal', [...keys, ...headCells(record)]);
  PosA.forEach((position, i) => {
    const { _: type, PN, Dsc, SKU, IN, Cat, Qty, QtyU, Pri, Amt, TaxG, Void } = position;
    const own = [type, PN, Dsc, SKU, IN, Cat].map(textOf);
    const quantity = [number(Qty), textOf(QtyU), number(Pri)];
    rows.take('positionen', [
      ...[...keys, i + 1, ...own, ...quantity, amount(isPosition(position) || type === 'Mod' ? Amt : '')],
      ...[textOf(TaxG), Void === '1' ? '1' : '0'],
    ]);
  });
  PayA.forEach((payment, i) => {
    const { Dsc, PayG, Amt, CC, FAmt, UID } = payment;
    const other = [textOf(CC).slice(0, 3), number(FAmt), textOf(UID)];
    rows.take('zahlungen', [
      ...[...keys, i + 1, textOf(Dsc), textOf(PayG)],
      ...[amount(isPayment(payment) ? Amt : ''), ...other],
    ]);
  });
  TaxA.forEach(({ TaxG, Prc, Net, TAmt, Amt }, i) => {
    rows.take('steuern', [...keys, i + 1, textOf(TaxG), number(Prc), amount(Net), amount(TAmt), amount(Amt)]);
  });
  for (const { path, part, text } of valuesOf(record)) rows.take('werte', [...keys, path, part, text]);
}

function headCells(record: JournalRecord): Cell[] {
  const { _: type, D, ESR: esr = {}, Result, Event } = record;
  const process = keptOf(record).Process;
  return [
    type,
    D,
    textOf(esr.D),
    textOf(esr.TL),
    textOf(esr.TT),
    textOf(esr.TN),
    process?.Bon ?? (textOf(esr.NFS) || textOf(esr.NF) || textOf(esr.DT)),
    process?.Z ?? null,
    amount(esr.T),
    esr.Void === '1' ? '1' : '0',
    isTraining(esr) ? '1' : '0',
    textOf(esr.Opr),
    textOf(esr.OprN),
    textOf(esr.Ctm?.Nam),
    textOf(Event),
    [Result?.RC, Result?.ErrorCode].filter(Boolean).join(' '),
  ];
}

/** An amount as it is kept; empty for what is none, which stands among the values. */
function amount(value: unknown): string {
  const text = textOf(value);
  return AMOUNT.test(text) ? text : '';
}

function number(value: unknown): string {
  const text = textOf(value);
  return NUMBER.test(text) ? text : '';
}
