/** What profiles ask beyond EN 16931: Peppol BIS Billing 3, XRechnung 3. */
import { isByGermanRules, type InvoiceFormat } from '../formats.ts';
import { hasCheckDigit } from '../../receipt/luhn.ts';
import { DANISH_MEANS } from '../national.ts';
import type { Fault } from './check.ts';
import type { InvoiceContent } from './content.ts';

/** Categories of VAT that these reasons stand for (PEPPOL-EN16931-P0104 to P0111). */
const CATEGORY_OF: Readonly<Record<string, [category: string, rule: string]>> = {
  'VATEX-EU-G': ['G', 'P0104'],
  'VATEX-EU-O': ['O', 'P0105'],
  'VATEX-EU-IC': ['K', 'P0106'],
  'VATEX-EU-AE': ['AE', 'P0107'],
  'VATEX-EU-D': ['E', 'P0108'],
  'VATEX-EU-F': ['E', 'P0109'],
  'VATEX-EU-I': ['E', 'P0110'],
  'VATEX-EU-J': ['E', 'P0111'],
};
const PROCESS = /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/;
const MAIL = /^[^@\s]+@[^@\s.][^@\s]*[^@\s.]$/;
const CARDS = new Set(['48', '54', '55']);
const TRANSFERS = new Set(['30', '58']);
const SWEDISH_RATES = new Set([25, 12, 6]);
const PARTS = new Set([23, 24]);

/** Rules of the profile that it breaks; of each only those that a register's invoice can break. */
export function profileFaults(content: InvoiceContent, rules: InvoiceFormat['rules']): Fault[] {
  const faults: Fault[] = [];
  const need = (rule: string, value: string, what: string) => {
    if (value === '') faults.push({ rule, text: `${what} is missing` });
  };
  const { seller, buyer, contact, due, terms, totals } = content;
  const isOpen = totals.due !== '' && !totals.due.startsWith('-') && /[1-9]/.test(totals.due);
  // Gone from release 1.3.16, and asked by all profiles that were made before.
  if (isOpen) need('BR-CO-25', due || terms, 'the day or the terms of payment');
  if (rules === 'peppol') {
    faults.push(...peppolFaults(content), ...nationalFaults(content));
    need('PEPPOL-EN16931-R001', content.process, 'the business process');
    need('PEPPOL-EN16931-R003', content.buyerReference || content.orderReference, 'a reference of the buyer');
    need('PEPPOL-EN16931-R020', seller.endpoint, 'the address of the seller');
    need('PEPPOL-EN16931-R010', buyer.endpoint, 'the address of the buyer');
    if (seller.scheme === 'EM' || buyer.scheme === 'EM')
      faults.push({ rule: 'PEPPOL-EN16931-CL008', text: 'a mail address is no address of the network' });
  }
  if (isByGermanRules(rules, seller.country, buyer.country)) {
    faults.push(...germanFaults(content, rules));
    const german = (number: number, value: string, what: string) =>
      need(germanRule(rules, number), value, what);
    german(1, content.means[0]?.code ?? '', 'how it is paid');
    german(3, seller.city, 'the city of the seller');
    german(4, seller.zip, 'the postal code of the seller');
    german(5, contact.name, 'the contact of the seller (Cfg.Doc.ContactName)');
    german(6, contact.phone, 'the telephone of the seller (Cfg.Doc.ContactTelephone)');
    german(7, contact.mail, 'the mail address of the seller (Cfg.Doc.ContactElectronicMail)');
    german(8, buyer.city, 'the city of the buyer');
    german(9, buyer.zip, 'the postal code of the buyer');
    german(15, content.buyerReference, 'the reference of the buyer');
  }
  if (rules === 'xrechnung') {
    need('PEPPOL-EN16931-R020', seller.endpoint, 'the address of the seller');
    need('PEPPOL-EN16931-R010', buyer.endpoint, 'the address of the buyer');
    // Warnings in Peppol.
    if (contact.phone !== '' && contact.phone.replace(/\D/g, '').length < 3)
      faults.push({ rule: 'BR-DE-27', text: 'the telephone of the seller has less than three digits' });
    if (contact.mail !== '' && !MAIL.test(contact.mail))
      faults.push({ rule: 'BR-DE-28', text: 'the contact has no mail address' });
  }
  return faults;
}

/** What a rule of XRechnung is called: BR-DE-14, in Peppol DE-R-014; those on means of payment have parts there. */
function germanRule(rules: InvoiceFormat['rules'], number: number): string {
  if (rules === 'xrechnung') return `BR-DE-${number}`;
  return `DE-R-${String(number).padStart(3, '0')}${PARTS.has(number) ? '-1' : ''}`;
}

/** Rules of Peppol BIS Billing 3 on how things are said. */
function peppolFaults(content: InvoiceContent): Fault[] {
  const { customization, process, notes, currency, currencies, breakdown, lines } = content;
  const faults: Fault[] = [];
  const must = (rule: string, isRight: boolean, text: string) => {
    if (!isRight) faults.push({ rule: `PEPPOL-EN16931-${rule}`, text });
  };
  must('R002', notes <= 1, 'there is more than one note');
  must(
    'R004',
    customization.includes('#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
    'it names another profile',
  );
  must('R007', PROCESS.test(process), 'the business process is none of the network');
  must(
    'R051',
    currencies.every((one) => one === currency),
    'amounts name different currencies',
  );
  for (const { exemptionCode, category } of breakdown) {
    const [wanted, rule] = CATEGORY_OF[exemptionCode.toUpperCase()] ?? [category, ''];
    must(rule, wanted === category, `the reason ${exemptionCode} is none of category ${category}`);
  }
  for (const { id, unit, baseUnit, baseQuantity } of lines) {
    must(
      'R121',
      !/^-|^0*(\.0*)?$/.test(baseQuantity || '1'),
      `line ${id}: the base quantity is not above zero`,
    );
    must('R130', baseUnit === '' || baseUnit === unit, `line ${id}: the price is of another unit`);
  }
  return faults;
}

/** Rules of Peppol for sellers of single countries; those of Germans are XRechnung's. */
function nationalFaults({ seller, buyer, means, breakdown }: InvoiceContent): Fault[] {
  const faults: Fault[] = [];
  const must = (rule: string, isRight: boolean, text: string) => {
    if (!isRight) faults.push({ rule, text });
  };
  const { registration } = seller;
  if (seller.country === 'DK') {
    must('DK-R-002', registration !== '', 'the seller has no CVR number (Cfg.Cmp.Org, eight digits)');
    const isDanish = buyer.country === 'DK';
    for (const { code } of means)
      must('DK-R-005', !isDanish || DANISH_MEANS.has(code), `means of payment ${code} between Danes`);
  }
  if (seller.country === 'SE') {
    const isNumber = registration === '' || (/^\d{10}$/.test(registration) && hasCheckDigit(registration));
    must('SE-R-013', isNumber, 'Cfg.Cmp.Org is no Swedish organisation number');
    for (const { category, rate } of breakdown)
      must(
        'SE-R-006',
        category !== 'S' || SWEDISH_RATES.has(Number(rate)),
        `the rate ${rate} is none of Sweden`,
      );
  }
  return faults;
}

/** Rules of XRechnung on how things are said. */
function germanFaults(content: InvoiceContent, rules: InvoiceFormat['rules']): Fault[] {
  const { seller, deliveredTo, means, breakdown, kind } = content;
  const faults = rateFaults(germanRule(rules, 14), content);
  const must = (number: number, isRight: boolean, text: string) => {
    if (!isRight) faults.push({ rule: germanRule(rules, number), text });
  };
  const isNamed = deliveredTo.country !== '';
  must(10, !isNamed || deliveredTo.city !== '', 'the city of delivery is missing');
  must(11, !isNamed || deliveredTo.zip !== '', 'the postal code of delivery is missing');
  const isOutside = breakdown.every(({ category }) => category === 'O');
  const isKnown = seller.vatId !== '' || seller.taxId !== '';
  must(16, isOutside || isKnown, 'the seller has no tax number');
  must(17, ['326', '380', '384', '389', '381', '875', '876', '877'].includes(kind), `type ${kind}`);
  for (const { code, account, card } of means) {
    must(23, !TRANSFERS.has(code) || (account !== '' && !card), 'a transfer needs an account alone');
    must(24, !CARDS.has(code) || (card && account === ''), 'a card needs its last digits');
  }
  return faults;
}

/** Each row of the breakdown names its rate, also those without one. */
function rateFaults(rule: string, { breakdown }: InvoiceContent): Fault[] {
  return breakdown
    .filter(({ rate }) => rate === '')
    .map(({ category }) => ({ rule, text: `category ${category}: the rate is missing` }));
}
