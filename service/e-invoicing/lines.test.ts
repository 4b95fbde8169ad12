/** Invoices whose receipt has several tax lines of one group. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { invoiceOf } from './build.ts';
import { faultsIn } from './rules/check.ts';
import { patientMaker } from './testing/maker.ts';
import { completed, samples } from './testing/samples.ts';

const maker = patientMaker();
afterAll(() => maker.close());

const [SAMPLE] = fc.sample(samples('plain', 'ubl'), { numRuns: 1, seed: 1 });
const pos = (Amt: string, TaxG: string, more = {}) => ({
  ...{ _: 'Pos', Dsc: 'Ware', Amt, TaxG, ...more },
});
const line = (TaxG: string, Prc: string, amounts: [string, string, string], more = {}) => {
  const [Amt, Net, TAmt] = amounts;
  return { _: 'Tax', TaxG, Prc, Amt, Net, TAmt, ...more };
};

function built(values: object) {
  const { D, TN, DD, Ctm } = SAMPLE!.esr;
  return invoiceOf({ ...SAMPLE!, esr: completed({ D, TN: TN!, DD: DD!, Ctm: Ctm!, ...values }) });
}

it('adds them up for the lines, which belong to all of them', () => {
  const made = built({
    PosA: [pos('11.90', 'goods'), pos('23.80', 'goods')],
    TaxA: [
      line('goods', '19', ['11.90', '10.00', '1.90']),
      line('goods', '19.0', ['23.80', '20.00', '3.80']),
    ],
    PayA: [{ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '35.70' }],
  });
  expect(made).toMatchObject({
    invoice: {
      lines: [{ net: 1000 }, { net: 2000 }],
      breakdown: [{ category: 'S', rate: '19', base: 3000, tax: 570 }],
      totals: { lines: 3000, tax: 570, gross: 3570 },
    },
  });
});

const exempt = (first: object, second: object, ofPositions: object = {}) =>
  built({
    PosA: [pos('10.00', 'free', ofPositions), pos('20.00', 'free', ofPositions)],
    TaxA: [
      line('free', '0', ['10.00', '10.00', '0.00'], first),
      line('free', '0', ['20.00', '20.00', '0.00'], second),
    ],
    PayA: [{ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '30.00' }],
  });

it('takes why they bear no tax from each of them, or from the positions of the group', () => {
  const E = { VatCategory: 'E' };
  const twice = exempt({ ...E, VatReason: '§ 4 Nr. 21' }, { ...E, VatReason: '§ 4 Nr. 22' });
  const row = { category: 'E', base: 3000, tax: 0 };
  expect(twice).toMatchObject({
    invoice: { breakdown: [{ ...row, exemptionReason: '§ 4 Nr. 21; § 4 Nr. 22' }] },
  });
  const told = exempt({}, {}, { ...E, VatReason: '§ 4 Nr. 21' });
  expect(told).toMatchObject({ invoice: { breakdown: [{ ...row, exemptionReason: '§ 4 Nr. 21' }] } });
});

it('keeps each of their codes, where the row has room for one', async () => {
  const E = { VatCategory: 'E' };
  const [first, second] = [
    { ...E, VatExemption: 'VATEX-EU-132' },
    { ...E, VatExemption: 'VATEX-EU-135' },
  ];
  const reasonsOf = async (...lines: [object, object]) => {
    const made = exempt(...lines);
    if (!('invoice' in made)) throw new Error(JSON.stringify(made));
    const written = await maker.make(made.invoice, SAMPLE!.route.format);
    expect('xml' in written ? faultsIn(written.xml) : written).toEqual([]);
    return made.invoice.breakdown.map(({ exemptionCode, exemptionReason }) => [
      exemptionCode,
      exemptionReason,
    ]);
  };
  expect(await reasonsOf(first, first)).toEqual([['VATEX-EU-132', null]]);
  expect(await reasonsOf(first, second)).toEqual([[null, 'VATEX-EU-132; VATEX-EU-135']]);
  expect(await reasonsOf({ ...first, VatReason: 'Heilberufe' }, second)).toEqual([
    [null, 'Heilberufe (VATEX-EU-132); VATEX-EU-135'],
  ]);
  expect(await reasonsOf(first, { ...E, VatReason: '§ 4 Nr. 21' })).toEqual([
    [null, 'VATEX-EU-132; § 4 Nr. 21'],
  ]);
});

it('refuses those of different categories: nobody knows which position is of which', () => {
  expect(exempt({ VatCategory: 'Z' }, { VatCategory: 'AE' })).toMatchObject({
    issues: [{ code: '#EINVOICE_TAX', path: 'ESR.TaxA[1].VatCategory' }],
  });
});
