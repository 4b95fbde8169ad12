/** The element `cashtransaction` of a SAF-T Cash Register. */
import type { CompleteEsr, JournalRecord } from '../../../receipt/tra.ts';
import { DISCOUNT, RAISE, REFERENCED } from './codes.ts';
import type { Entry } from './entry.ts';
import type { ExportLaw } from './export-law.ts';
import { absolute, bounded, money, textOf } from './texts.ts';
import type { Line, Transaction, TransactionTax } from './transaction.ts';
import { branch, leaves } from './xml.ts';

/** `C` for a sale, `D` for what is paid back. */
const direction = (amount: number): string => (amount < 0 ? 'D' : 'C');

/** A decimal text without sign and with at most six decimals. */
function quantity(text: string): string {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  return decimals === '' ? whole : `${whole}.${decimals.slice(0, 6)}`;
}

/** Transaction of a record. @param certificate of its key, as an element; empty where the file has none */
export function transactionXml(
  record: JournalRecord,
  made: Transaction,
  entry: Entry,
  law: ExportLaw,
  certificate: string,
): string {
  const esr = record.ESR as CompleteEsr;
  const { nr = 0, key = 0 } = entry;
  const amount = law.hasMinus ? money : absolute;
  const id = String(record.SQ);
  return branch(
    'cashtransaction',
    [
      leaves({
        ...{ nr, transID: id, transType: made.type },
        ...{ transAmntIn: amount(made.gross), transAmntEx: amount(made.net), amntTp: direction(made.gross) },
        ...{ empID: made.employee, transDate: made.date, transTime: made.time, refID: originalOf(esr) },
      }),
      ...made.lines.map((line, i) => lineXml(line, i + 1, nr, made.type)),
      ...made.taxes.map(taxXml),
      made.tip === 0
        ? ''
        : branch(
            'raise',
            leaves({ raiseType: RAISE.tip, raiseAmnt: absolute(made.tip), empID: made.employee }),
          ),
      made.rounding === 0 ? '' : branch('rounding', leaves({ roundingAmnt: money(made.rounding) })),
      paymentsXml(made, id),
      leaves({ signature: textOf(record.Fis?.Signature), keyVersion: key }),
      certificate,
      leaves({ voidTransaction: String(made.isVoid), trainingID: String(made.isTraining) }),
    ].join(''),
  );
}

function originalOf({ RFN, RTL, RTT, RTN }: CompleteEsr): string {
  if (RFN !== undefined) return bounded(RFN, 200);
  return RTN === undefined ? '' : bounded([RTL, RTT, RTN].filter(Boolean).join('/'), 200);
}

function lineXml(line: Line, number: number, nr: number, type: string): string {
  const { gross, net, discount, raise, rate, taxGroup } = line;
  const tax = { group: taxGroup, rate, gross, net, tax: gross - net };
  return branch(
    'ctLine',
    [
      leaves({
        ...{ nr, lineID: number, lineType: type, artGroupID: line.group.id, artID: line.article },
        ...{ qnt: quantity(line.quantity), lineAmntIn: absolute(gross), lineAmntEx: absolute(net) },
        ...{ amntTp: direction(gross), cashTransLineDescr: line.text },
      }),
      taxGroup === '' ? '' : taxXml(tax),
      discount === 0 ? '' : branch('discount', leaves({ dscTp: DISCOUNT, dscAmnt: absolute(discount) })),
      raise === 0 ? '' : branch('raise', leaves({ raiseType: RAISE.other, raiseAmnt: absolute(raise) })),
    ].join(''),
  );
}

function taxXml({ group, rate, gross, net, tax }: TransactionTax): string {
  return branch(
    'vat',
    leaves({
      ...{ vatCode: bounded(group, 20), vatPerc: rate, vatAmnt: absolute(tax) },
      ...{ vatAmntTp: direction(gross), vatBasAmnt: absolute(net) },
    }),
  );
}

/** What is paid, as positive amounts of the direction of the transaction; one of nothing where nothing is paid. */
function paymentsXml({ payments, employee, gross }: Transaction, id: string): string {
  const all = payments.length > 0 ? payments : [{ code: '12001', amount: 0, reference: '' }];
  return all
    .map(({ code, amount, reference }) =>
      branch(
        'payment',
        leaves({
          ...{ paymentType: code, paidAmnt: money(gross < 0 ? -amount : amount), empID: employee },
          paymentRefID: reference === '' && REFERENCED.has(code) ? id : reference,
        }),
      ),
    )
    .join('');
}
