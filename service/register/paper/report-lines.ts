/** What an X or Z report adds to the paper of the transaction that asked for it. */
import type { CashFields } from '../../receipt/cash-count.ts';
import type { Country } from '../../countries/contract/country.ts';
import { printedAmount } from '../../receipt/currency.ts';
import { localDecimal } from '../../receipt/local-format.ts';
import type { JournalRecord, Position } from '../../receipt/tra.ts';
import { word, type Word } from '../messages.ts';

/** Print lines of a report: what stands in its record, and under which word. */
const LINES: readonly (readonly [name: string, label: Word])[] = [
  ['Receipts', 'reportReceipts'],
  ['Voids', 'reportVoids'],
  ['Trainings', 'reportTrainings'],
  ['NonFiscal', 'reportNonFiscal'],
];

/** Whose words and money are printed. */
type Style = Pick<Country, 'language' | 'currency'>;

/** A transaction with the content of its report, to be printed. */
export function withReport(asked: JournalRecord, report: JournalRecord, style: Style): JournalRecord {
  const { language } = style;
  const { T = '0', TaxA = [], PayA = [] } = report.ESR ?? {};
  const line = (Dsc: string, LAmt: string): Position => ({ _: 'Lin', Dsc, LAmt });
  const lines = [
    line(word(language, 'reportRecords'), `${String(report.From)}-${String(report.Till)}`),
    ...LINES.map(([name, label]) => line(word(language, label), String(report[name]))),
    line(word(language, 'reportTotal'), moneyText(String(report.Total), style)),
  ];
  lines.push(...cashLines(report, style).map(([label, amount]) => line(label, amount)));
  const DN = asked.ESR?.DN ?? (typeof report.Number === 'number' ? String(report.Number) : undefined);
  // Payments of different names stand in the record by their group, which is no word of any language.
  const payments = PayA.map(({ Dsc, ...payment }) =>
    Dsc === undefined || Dsc === payment.PayG ? payment : { ...payment, Dsc },
  );
  const ESR = { ...asked.ESR, T, TaxA, PayA: payments, PosA: [...(asked.ESR?.PosA ?? []), ...lines] };
  return { ...asked, ESR: DN === undefined ? ESR : { ...ESR, DN } };
}

/** What was counted for it, and what should have been there; nothing where nobody has. */
function cashLines(report: JournalRecord, style: Style): [label: string, amount: string][] {
  const { language } = style;
  const { CashStart, CashCounted, CashExpected, CashDifference, CashPieces } = report as Partial<CashFields>;
  if (CashCounted === undefined) return [];
  const amount = (text = '') => moneyText(text, style);
  const pieces = (CashPieces ?? '').split(' ').filter(Boolean);
  return [
    [word(language, 'cashStart'), amount(CashStart)],
    [word(language, 'cashExpected'), amount(CashExpected)],
    ...pieces.map((piece): [string, string] => {
      const [value = '', count = ''] = piece.split('x');
      return [`  ${amount(value)}`, `x ${count}`];
    }),
    [word(language, 'cashCounted'), amount(CashCounted)],
    [word(language, 'cashDifference'), amount(CashDifference)],
  ];
}

function moneyText(amount: string, { language, currency }: Style): string {
  return localDecimal(printedAmount(amount, currency.code), language);
}
