/** The element `cashtransaction` of a SAF-T Cash Register. */
import type { CompleteEsr, JournalRecord } from '../../../receipt/tra.ts';
import { DISCOUNT, RAISE, REFERENCED, TRANSACTION } from './codes.ts';
import type { Entry } from './entry.ts';
import { taxCode, type ExportLaw } from './export-law.ts';
import { absolute, bounded, money, quantityText, textOf } from './texts.ts';
import type { Line, Transaction, TransactionTax } from './transaction.ts';
import { leaf } from './xml.ts';

/** What the schema takes of a reference. */
const LONGEST_REFERENCE = 9999;

/** `C` for a sale, `D` for what is paid back. */
const direction = (amount: number): string => (amount < 0 ? 'D' : 'C');

/** What a file says of a key, as elements; `certificate` is empty where it has none. */
export interface KeyXml {
  version: string;
  certificate: string;
}

/** Transaction of a record. */
export function transactionXml(
  record: JournalRecord,
  made: Transaction,
  entry: Entry,
  law: ExportLaw,
  { version, certificate }: KeyXml,
): string {
  const esr = record.ESR as CompleteEsr;
  const { nr = 0 } = entry;
  const amount = law.hasMinus ? money : absolute;
  const id = String(record.SQ);
  const { employee, gross, tip } = made;
  const numbered = leaf('nr', nr);
  // Amounts are written as they are: they need no escaping, and are most of a file.
  let xml = `<cashtransaction>\n${numbered}${leaf('transID', id)}<transType>${made.type}</transType>\n`;
  xml += `<transAmntIn>${amount(gross)}</transAmntIn>\n<transAmntEx>${amount(made.net)}</transAmntEx>\n`;
  xml += `<amntTp>${direction(gross)}</amntTp>\n${leaf('empID', employee)}`;
  xml += leaf('transDate', made.date) + leaf('transTime', made.time) + leaf('refID', originalOf(esr));
  made.lines.forEach((line, i) => (xml += lineXml(line, i + 1, numbered, made.type, law)));
  for (const tax of made.taxes) xml += taxXml(tax, law);
  if (tip !== 0)
    xml += `<raise>\n<raiseType>${RAISE.tip}</raiseType>\n<raiseAmnt>${absolute(tip)}</raiseAmnt>\n${leaf('empID', employee)}</raise>\n`;
  if (made.rounding !== 0)
    xml += `<rounding>\n<roundingAmnt>${money(made.rounding)}</roundingAmnt>\n</rounding>\n`;
  xml += paymentsXml(made, id) + leaf('signature', textOf(record.Fis?.Signature)) + version;
  xml += `${certificate}<voidTransaction>${made.isVoid}</voidTransaction>\n`;
  return `${xml}<trainingID>${made.isTraining}</trainingID>\n</cashtransaction>\n`;
}

/** Receipts that goods come back from: that of the whole receipt, else those that its positions name. */
function originalOf(esr: CompleteEsr): string {
  const own = named(esr);
  if (own !== '') return bounded(own, 200);
  return bounded(
    [...new Set(esr.PosA.map(named))].filter((each) => each !== '').join(', '),
    LONGEST_REFERENCE,
  );
}

function named({ RFN, RTL, RTT, RTN }: Readonly<Record<string, unknown>>): string {
  if (typeof RFN === 'string') return RFN;
  return typeof RTN === 'string' ? [RTL, RTT, RTN].filter(Boolean).join('/') : '';
}

/** @param numbered number of the transaction, as an element */
function lineXml(line: Line, number: number, numbered: string, type: string, law: ExportLaw): string {
  const { gross, net, discount, raise, rate, taxGroup } = line;
  let xml = `<ctLine>\n${numbered}<lineID>${number}</lineID>\n<lineType>${type}</lineType>\n`;
  xml += leaf('artGroupID', line.group.id) + leaf('artID', line.article);
  xml += leaf('qnt', quantityText(line.quantity.replace('-', '')));
  xml += `<lineAmntIn>${absolute(gross)}</lineAmntIn>\n<lineAmntEx>${absolute(net)}</lineAmntEx>\n`;
  xml += `<amntTp>${direction(gross)}</amntTp>\n${leaf('cashTransLineDescr', line.text)}`;
  if (taxGroup !== '') xml += taxXml({ group: taxGroup, rate, gross, net, tax: gross - net }, law);
  if (discount !== 0)
    xml += `<discount>\n<dscTp>${DISCOUNT}</dscTp>\n<dscAmnt>${absolute(discount)}</dscAmnt>\n</discount>\n`;
  if (raise !== 0)
    xml += `<raise>\n<raiseType>${RAISE.other}</raiseType>\n<raiseAmnt>${absolute(raise)}</raiseAmnt>\n</raise>\n`;
  return `${xml}</ctLine>\n`;
}

function taxXml({ group, rate, gross, net, tax }: TransactionTax, law: ExportLaw): string {
  return (
    `<vat>\n${leaf('vatCode', taxCode(group, rate, law))}${leaf('vatPerc', rate)}<vatAmnt>${absolute(tax)}</vatAmnt>\n` +
    `<vatAmntTp>${direction(gross)}</vatAmntTp>\n<vatBasAmnt>${absolute(net)}</vatBasAmnt>\n</vat>\n`
  );
}

/** Money that is no sale: a payment of nothing would contradict its amount. */
const MONEY: ReadonlySet<string> = new Set<string>([
  TRANSACTION.openingFloat,
  TRANSACTION.payIn,
  TRANSACTION.payOut,
]);

/** What is paid, as positive amounts of the direction of the transaction; one of nothing for a sale that costs nothing. */
function paymentsXml({ type, payments, employee, gross }: Transaction, id: string): string {
  const none = MONEY.has(type) ? [] : [{ code: '12001', amount: 0, reference: '' }];
  const all = payments.length > 0 ? payments : none;
  let xml = '';
  for (const { code, amount, reference } of all) {
    const named = reference === '' && REFERENCED.has(code) ? id : reference;
    xml +=
      `<payment>\n${leaf('paymentType', code)}<paidAmnt>${money(gross < 0 ? -amount : amount)}</paidAmnt>\n` +
      `${leaf('empID', employee)}${leaf('paymentRefID', named)}</payment>\n`;
  }
  return xml;
}
