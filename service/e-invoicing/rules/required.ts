/** What every invoice must say (BR-01 to BR-65 as far as registers use the terms), and decimals (BR-DEC). */
import { isCurrency } from '../../receipt/currency.ts';
import { isCountry } from '../../receipt/iso-countries.ts';
import { isDate } from '../../receipt/time.ts';
import type { Fault } from './check.ts';
import type { InvoiceContent, ReadParty } from './content.ts';
import { exact } from './exact.ts';

/** Two decimals at most, written without exponent; the norm counts digits, so that 10.000 is wrong. */
const AMOUNT = /^-?\d+(\.\d{1,2})?$/;
const QUANTITY = /^-?\d+(\.\d+)?$/;
const KINDS = new Set(['380', '381', '384', '386', '389', '326', '751']);
/** Credit transfers need an account (BR-61). */
const TRANSFERS = new Set(['30', '58']);

/** Rules that it breaks. */
export function requiredFaults(content: InvoiceContent): Fault[] {
  const faults: Fault[] = [];
  const need = (rule: string, value: string, what: string) => {
    if (value === '') faults.push({ rule, text: `${what} is missing` });
  };
  const must = (rule: string, isRight: boolean, text: string) => {
    if (!isRight) faults.push({ rule, text });
  };
  const { totals, lines } = content;
  need('BR-01', content.customization, 'the specification identifier');
  need('BR-02', content.number, 'the number');
  must('BR-03', isDate(content.date), 'the issue date is missing or no date');
  must('BR-04', KINDS.has(content.kind), `the type ${content.kind} is none of a register`);
  must('BR-05', isCurrency(content.currency), 'the currency is missing or none of ISO 4217');
  need('BR-06', content.seller.name, 'the name of the seller');
  need('BR-07', content.buyer.name, 'the name of the buyer');
  must('BR-09', isCountry(content.seller.country), 'the country of the seller is missing or unknown');
  must('BR-11', isCountry(content.buyer.country), 'the country of the buyer is missing or unknown');
  need('BR-12', totals.lines, 'the sum of the lines');
  need('BR-13', totals.net, 'the total without VAT');
  need('BR-14', totals.gross, 'the total with VAT');
  need('BR-15', totals.due, 'the amount due');
  must('BR-16', lines.length > 0, 'there is no line');
  for (const line of lines) {
    const at = `line ${line.id}`;
    need('BR-21', line.id, 'the identifier of a line');
    must('BR-22', QUANTITY.test(line.quantity), `${at}: the quantity is missing or no number`);
    need('BR-23', line.unit, `${at}: the unit`);
    need('BR-24', line.net, `${at}: the net amount`);
    need('BR-25', line.name, `${at}: the name`);
    need('BR-26', line.price, `${at}: the price`);
    must('BR-27', !line.price.startsWith('-'), `${at}: the price is negative`);
    must(
      'BR-30',
      line.from === '' || line.till === '' || line.till >= line.from,
      `${at}: the period ends before it begins`,
    );
    need('BR-CO-04', line.category, `${at}: the VAT category`);
  }
  for (const { reason, amount, category, isCharge } of content.allowances) {
    need(isCharge ? 'BR-36' : 'BR-31', amount, 'the amount of a discount or markup');
    need(isCharge ? 'BR-37' : 'BR-32', category, 'the VAT category of a discount or markup');
    need(isCharge ? 'BR-38' : 'BR-33', reason, 'the reason of a discount or markup');
    must('BR-CO-21', !amount.startsWith('-'), 'a discount or markup is negative');
  }
  for (const row of content.breakdown) {
    need('BR-45', row.base, 'the taxable amount of a VAT category');
    need('BR-46', row.tax, 'the tax of a VAT category');
    need('BR-47', row.category, 'the code of a VAT category');
    must('BR-48', row.rate !== '' || row.category === 'O', `category ${row.category}: the rate is missing`);
  }
  for (const { code, account } of content.means) {
    need('BR-49', code, 'the code of the payment means');
    must('BR-61', !TRANSFERS.has(code) || account !== '', 'a credit transfer needs an account');
  }
  must(
    'BR-62',
    content.seller.endpoint === '' || content.seller.scheme !== '',
    "the seller's address has no scheme",
  );
  must(
    'BR-63',
    content.buyer.endpoint === '' || content.buyer.scheme !== '',
    "the buyer's address has no scheme",
  );
  must('BR-CO-18', content.breakdown.length > 0, 'there is no VAT breakdown');
  must('BR-CO-26', hasIdentifier(content.seller), 'the seller has neither a VAT id nor a registration');
  for (const party of [content.seller, content.buyer])
    must(
      'BR-CO-09',
      party.vatId === '' || hasPrefix(party.vatId),
      `${party.vatId} does not begin with a country`,
    );
  for (const { name, text } of content.amounts)
    must(
      'BR-DEC',
      AMOUNT.test(text) && exact(text) !== null,
      `${name}: ${text} has more than two decimals, or is no amount`,
    );
  for (const name of content.empty) must('EMPTY', false, `${name} is empty`);
  return faults;
}

function hasIdentifier({ vatId, registration }: ReadParty): boolean {
  return vatId !== '' || registration !== '';
}

/** Greece uses EL, and 1A and XI are prefixes that are no countries. */
function hasPrefix(vatId: string): boolean {
  const prefix = vatId.slice(0, 2);
  return isCountry(prefix) || ['EL', 'XI', '1A'].includes(prefix);
}
