import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { invoiceOf } from './build.ts';
import { FORMATS } from './formats.ts';
import { faultsIn, readInvoice } from './rules/check.ts';
import { KINDS, samples, type Kind, type Sample } from './testing/samples.ts';
import { patientMaker } from './testing/maker.ts';

const maker = patientMaker();
afterAll(() => maker.close());

/** The XML of a sample's invoice. */
async function written(sample: Sample): Promise<string> {
  const built = invoiceOf(sample);
  if ('issues' in built) throw new Error(built.issues.map(({ text }) => text).join('; '));
  const made = await maker.make(built.invoice, sample.route.format);
  if ('problem' in made) throw new Error(made.problem);
  return made.xml;
}

const FORMS = [...FORMATS.values()].filter(({ isPdf }) => !isPdf);

// 15 kinds in 5 forms: three of each are 225 invoices.
describe.each(FORMS)('invoices in the form $name', ({ name, rules }) => {
  it.each(KINDS)('keep the rules of EN 16931 and the sums of the receipt: %s', async (kind) => {
    await fc.assert(
      fc.asyncProperty(samples(kind, name), async (sample) => {
        const xml = await written(sample);
        expect(faultsIn(xml, rules)).toEqual([]);
        const read = readInvoice(xml);
        if ('problem' in read) throw new Error(read.problem);
        const { totals, kind: code } = read.content;
        const { T, TaxA } = sample.esr;
        const plain = (text: string) => (code === '381' ? text.replace(/^-/, '') : text);
        expect(totals.gross).toBe(plain(T));
        const cents = (text: string) => Math.round(Number(text) * 100);
        const tax = TaxA.reduce((sum, { TAmt }) => sum + cents(TAmt!), 0);
        expect(cents(totals.tax)).toBe(code === '381' ? -tax || 0 : tax);
      }),
      { numRuns: runs(3), seed: 20_261_123 },
    );
  });
});

/** One invoice, and what is done to it: each breaks the rule that it names. */
const DAMAGES: readonly [rule: string, from: RegExp, to: string][] = [
  ['BR-02', /<cbc:ID>B1\/2\/\d+<\/cbc:ID>/, ''],
  ['BR-05', />EUR<\/cbc:DocumentCurrencyCode>/, '>XXQ</cbc:DocumentCurrencyCode>'],
  ['BR-16', /<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/, ''],
  ['BR-27', /<cbc:PriceAmount currencyID="EUR">/, '<cbc:PriceAmount currencyID="EUR">-'],
  ['BR-CO-10', /(<cbc:LineExtensionAmount currencyID="EUR">)/, '$19'],
  ['BR-CO-13', /(<cbc:TaxExclusiveAmount currencyID="EUR">)/, '$19'],
  ['BR-CO-14', /(<cac:TaxTotal>\s*<cbc:TaxAmount currencyID="EUR">)/, '$19'],
  ['BR-CO-15', /(<cbc:TaxInclusiveAmount currencyID="EUR">)/, '$19'],
  ['BR-CO-16', /(<cbc:PayableAmount currencyID="EUR">)/, '$19'],
  ['BR-S-08', /(<cbc:TaxableAmount currencyID="EUR">)/, '$19'],
  ['BR-DEC', /(<cbc:PayableAmount currencyID="EUR">[\d.]+)/, '$10'],
  ['BR-S-05', /<cbc:Percent>[\d.]+/, '<cbc:Percent>0'],
  ['BR-CO-09', /<cbc:CompanyID>DE136695976/, '<cbc:CompanyID>136695976'],
  ['BR-11', /(AccountingCustomerParty[\s\S]*?<cbc:IdentificationCode>)DE/, '$1QQ'],
  ['EMPTY', /<cbc:Note>[\s\S]*?<\/cbc:Note>/, '<cbc:Note/>'],
  ['XML', /<\/Invoice>\s*$/, ''],
];

/** The same for profiles: `O` is an invoice outside of VAT. */
const PROFILE_DAMAGES: readonly [form: string, kind: Kind, rule: string, from: RegExp, to: string][] = [
  ['peppol', 'plain', 'PEPPOL-EN16931-R004', /#urn:fdc:peppol[^<]*/, ''],
  ['peppol', 'plain', 'PEPPOL-EN16931-R007', /billing:01:1\.0/, 'billing:1'],
  ['peppol', 'plain', 'PEPPOL-EN16931-R002', /(<cbc:Note>[\s\S]*?<\/cbc:Note>)/, '$1$1'],
  ['peppol', 'plain', 'PEPPOL-EN16931-R051', /currencyID="EUR"/, 'currencyID="USD"'],
  ['peppol', 'reverse charge', 'PEPPOL-EN16931-P0104', /VATEX-EU-AE/, 'VATEX-EU-G'],
  ['peppol', 'outside of VAT', 'DE-R-014', /<cbc:Percent>0<\/cbc:Percent>/, ''],
  ['peppol', 'plain', 'DE-R-024-1', /(<cbc:PaymentMeansCode[^>]*>)\w+/, '$154'],
  ['peppol', 'plain', 'DE-R-005', /(<cac:Contact>\s*)<cbc:Name>[^<]*<\/cbc:Name>/, '$1'],
  ['peppol', 'plain', 'DE-R-015', /<cbc:BuyerReference>[^<]*<\/cbc:BuyerReference>/, ''],
  ['xrechnung', 'outside of VAT', 'BR-DE-14', /<cbc:Percent>0<\/cbc:Percent>/, ''],
  [
    'xrechnung',
    'export',
    'BR-DE-10',
    /(<cac:DeliveryLocation>[\s\S]*?)<cbc:CityName>.*?<\/cbc:CityName>/,
    '$1',
  ],
  [
    'xrechnung',
    'export',
    'BR-DE-11',
    /(<cac:DeliveryLocation>[\s\S]*?)<cbc:PostalZone>.*?<\/cbc:PostalZone>/,
    '$1',
  ],
  ['xrechnung', 'plain', 'BR-DE-24', /(<cbc:PaymentMeansCode[^>]*>)\w+/, '$148'],
  ['xrechnung', 'plain', 'BR-DE-28', /kasse@mueller\.example(?=<\/cbc:ElectronicMail>)/, 'kasse'],
];

it.each(PROFILE_DAMAGES)(
  'in the form %s of %s notices what breaks %s',
  async (form, kind, rule, from, to) => {
    const [sample] = fc.sample(samples(kind, form), { numRuns: 1, seed: 1 });
    const xml = await written(sample!);
    expect(xml).toMatch(from);
    const { rules } = FORMATS.get(form)!;
    expect(faultsIn(xml.replace(from, to), rules).map((fault) => fault.rule)).toContain(rule);
  },
);

it.each(DAMAGES)('notices what breaks %s', async (rule, from, to) => {
  const [sample] = fc.sample(samples('several rates', 'ubl'), { numRuns: 1, seed: 1 });
  const xml = await written(sample!);
  expect(xml).toMatch(from);
  expect(faultsIn(xml.replace(from, to)).map((fault) => fault.rule)).toContain(rule);
});
