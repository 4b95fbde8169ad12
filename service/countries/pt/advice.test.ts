/** What the law wants beyond what is refused: Warnings, regimes, sales under another state's VAT. */
import { describe, expect, it } from 'vitest';
import { openSource } from '../../exports/sources.ts';
import type { Esr, JournalRecord, Position } from '../../receipt/tra.ts';
import { PORTUGAL } from '../../testing/sales.ts';
import { checkSaft } from './saft/testing/assertions.ts';
import { schemaProblems, noSchema } from './saft/testing/schema.ts';
import { exported } from './saft/testing/shop.ts';
import { readQr } from './testing/inspector.ts';
import { pay, pos } from './testing/receipts.ts';
import { Till } from './testing/till.ts';

const COMPANY = { Nam: 'Ana Lda', TaxId: 'PT509876544', Adr: 'Rua Nova 7', Zip: '4000-100', City: 'Porto' };
const sale = (amount: string, more: Partial<Position> = {}): Esr => ({
  PosA: [pos(amount, more)],
  PayA: [pay(amount)],
  Opr: '3',
});
const warningsOf = ({ Result }: JournalRecord) => Result?.Warning ?? [];
const tagsOf = ({ Fis }: JournalRecord) => (Fis?.Tag ?? []).map((tag) => tag.Value);

/** The file of the month, held against all rules. */
async function saft(till: Till): Promise<string> {
  const days = { from: '2026-05-01', till: '2026-05-31' };
  const source = await openSource(till.room.journal, till.register, days);
  const { bytes, text } = await exported([], { ...days, today: '2026-06-01', sources: [source] });
  expect(checkSaft(bytes)).toStrictEqual([]);
  if (noSchema === null) expect(schemaProblems(bytes)).toBe('');
  return text;
}

describe('a Warning', () => {
  it('says that the operator is missing, on documents and no others', async () => {
    const till = await Till.open();
    const { Opr: _, ...nobody } = sale('1.00');
    expect(warningsOf(await till.issue(nobody))).toEqual([expect.stringMatching(/^ESR\.Opr: .*SourceID/)]);
    expect(warningsOf(await till.issue(sale('1.00')))).toEqual([]);
    expect(warningsOf(await till.issue({ NFS: 'Z' }))).toEqual([]);
    expect(warningsOf(await till.issue({ ...nobody, Test: '1' }))).toEqual([]);
  });

  it.each<[string, Esr, RegExp | null]>([
    ['a tax id alone', { Ctm: { TaxId: COMPANY.TaxId } }, /\(FT\).*missing: Nam, Adr, Zip, City$/],
    ['a city of blanks', { Ctm: { ...COMPANY, City: ' ' } }, /missing: City$/],
    ['all of it', { Ctm: COMPANY }, null],
    ['a DT alone', { DT: 'FT' }, /missing: Nam, Adr, Zip, City$/],
    ['an invoice-receipt to nobody', { DT: 'FR' }, null],
    ['an invoice-receipt to a company', { DT: 'FR', Ctm: { TaxId: COMPANY.TaxId } }, /\(FR\)/],
    ['a simplified invoice to a company', { DT: 'FS', Ctm: { TaxId: COMPANY.TaxId } }, null],
  ])('names what an invoice lacks of the buyer: %s', async (_, more, expected) => {
    const till = await Till.open();
    const warnings = warningsOf(await till.issue({ ...sale('5.00'), ...more }));
    expect(warnings).toEqual(expected === null ? [] : [expect.stringMatching(expected)]);
  });

  it('says that money for a bill is in no total', async () => {
    const till = await Till.open();
    const warnings = async (more: Esr) => warningsOf(await till.issue({ ...sale('5.00'), ...more }));
    expect(await warnings({ DT: 'CM' })).toEqual([
      expect.stringMatching(/^ESR\.PayA: payments of CM do not count/),
    ]);
    expect(await warnings({ DT: 'CM', PayA: [] })).toEqual([]);
    expect(await warnings({ DT: 'FR' })).toEqual([]);
  });

  it('says which reason a plain 0% was taken for, however it was written', async () => {
    const till = await Till.open();
    const taken = async (more: Partial<Position>, esr: Esr = {}) =>
      warningsOf(await till.issue({ ...sale('1.00', more), ...esr }));
    const expected = [expect.stringMatching(/^ESR\.PosA\[0\]\.TaxG: 0% is taken for M99 .*M01 to M99/)];
    expect(await taken({ TaxG: '0%' })).toEqual(expected);
    expect(
      await taken({ TaxG: 'free' }, { TaxA: [{ _: 'Tax', TaxG: 'free', Prc: '0', Amt: '1.00' }] }),
    ).toEqual(expected);
    expect(await taken({ TaxG: 'M99' })).toEqual([]);
    expect(await taken({ TaxG: '0%', PT_TaxExemptionCode: 'M07' })).toEqual([]);
    expect(await taken({ TaxG: 'A' })).toEqual([]);
  });
});

it.each(['X1', 'M1', 'M00', 'M100', 'm07', ['M07']])('refuses %j as an exemption code', async (code) => {
  const till = await Till.open();
  const { Result } = await till.submit(sale('1.00', { TaxG: '0%', PT_TaxExemptionCode: code }));
  expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_EXEMPTION' });
  expect(Result.Warning?.[0]).toContain('ESR.PosA[0].PT_TaxExemptionCode');
});

describe('the cash VAT regime', () => {
  const LEGEND = 'IVA - regime de caixa';
  const open = () => Till.open({ cfg: { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, VATonPayment: '1' } } });

  it('is on domestic invoices with tax to taxable persons, printed and exported, with receipts RC', async () => {
    const till = await open();
    const invoice = await till.issue({ ...sale('12.30'), Ctm: COMPANY });
    const receipt = await till.issue({ ...sale('12.30'), DT: 'RC', Ctm: COMPANY, RFN: invoice.ESR!.FN! });
    for (const record of [invoice, receipt]) {
      expect(tagsOf(record)).toContain(LEGEND);
      expect(warningsOf(record)).toEqual([]);
    }
    for (const more of [
      {},
      { Ctm: { ...COMPANY, TaxId: 'ES12345678', Ctry: 'ES' } },
      { Ctm: COMPANY, PT_CashVAT: '0' },
    ])
      expect(tagsOf(await till.issue({ ...sale('12.30'), ...more }))).not.toContain(LEGEND);
    expect(tagsOf(await till.issue({ ...sale('5.00', { TaxG: 'M07' }), Ctm: COMPANY }))).not.toContain(
      LEGEND,
    );
    const text = await saft(till);
    expect(
      text
        .match(/<CashVATSchemeIndicator>\d/g)!
        .sort()
        .join()
        .replace(/\D+/g, ''),
    ).toBe('00001');
    expect(text).toMatch(/<PaymentType>RC<.*<Line>.*<TaxPercentage>23.00</s);
  });

  it('is said by the POS for a single document, in no other words than 0 and 1', async () => {
    const till = await Till.open();
    expect(tagsOf(await till.issue({ ...sale('1.00'), PT_CashVAT: '1' }))).toContain(LEGEND);
    // Not even the POS can say it of what bears no tax here.
    const free = await till.issue({ ...sale('1.00', { TaxG: 'M07' }), PT_CashVAT: '1' });
    expect(tagsOf(free)).not.toContain(LEGEND);
    const { Result } = await till.submit({ ...sale('1.00'), PT_CashVAT: 'yes' });
    expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#TYPE' });
  });

  it('has receipts of its own', async () => {
    const [inside, outside] = [await open(), await Till.open()];
    expect(warningsOf(await inside.issue({ ...sale('1.00'), DT: 'RG' }))).toEqual([
      expect.stringMatching(/it is RC$/),
    ]);
    expect(warningsOf(await outside.issue({ ...sale('1.00'), DT: 'RC' }))).toEqual([
      expect.stringMatching(/it is RG$/),
    ]);
  });
});

describe('a sale under the VAT of another member state', () => {
  const abroad = (TaxG: string, more: Esr = {}): Esr => ({
    ...sale('12.10', { TaxG }),
    Ctm: { Nam: 'Eva', Ctry: 'ES' },
    PT_OSS: '1',
    ...more,
  });

  it('has its country and rate in QR code and SAF-T, percentages of Portugal included', async () => {
    const till = await Till.open();
    const codes = [];
    for (const [TaxG, Ctry] of [
      ['21%', 'ES'],
      ['23%', 'IE'],
      ['5.5%', 'FR'],
    ] as const)
      codes.push(readQr(await till.issue(abroad(TaxG, { Ctm: { Nam: 'Eva', Ctry } }))));
    expect(codes[0]).toMatchObject({ I1: 'ES', I7: '10.00', I8: '2.10' });
    expect(codes[1]).toMatchObject({ I1: 'IE', I7: '9.84', I8: '2.26' });
    expect(codes[2]).toMatchObject({ I1: 'FR', I3: '11.47', I4: '0.63' });
    const text = await saft(till);
    for (const [region, code, rate] of [
      ['ES', 'NOR', '21.00'],
      ['IE', 'NOR', '23.00'],
      ['FR', 'RED', '5.50'],
    ])
      expect(text).toContain(
        `<TaxCountryRegion>${region}</TaxCountryRegion><TaxCode>${code}</TaxCode><TaxPercentage>${rate}</TaxPercentage>`,
      );
  });

  it.each<[string, Esr]>([
    ['at home', { Ctm: { Nam: 'Eva', Ctry: 'PT' } }],
    ['nowhere', { Ctm: { Nam: 'Eva' } }],
    ['outside the Union', { Ctm: { Nam: 'Eva', Ctry: 'CH' } }],
    ['to a company', { Ctm: { Nam: 'Eva', Ctry: 'ES', TaxId: 'ES12345678' } }],
  ])('is refused %s', async (_, more) => {
    const till = await Till.open();
    expect((await till.submit(abroad('21%', more))).Result).toMatchObject({
      RC: 'BAD',
      ErrorCode: '#PT_OSS',
    });
  });

  it('is nothing that a wrong percentage becomes by itself', async () => {
    const till = await Till.open();
    const { Result } = await till.submit(abroad('21%', { PT_OSS: undefined }));
    expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_TAX_RATE' });
    const TaxA = [{ _: 'Tax', TaxG: '21%', Prc: '21', Amt: '12.10', PT_Region: 'XX', PT_TaxCode: 'NOR' }];
    expect((await till.submit({ ...sale('12.10', { TaxG: '21%' }), TaxA })).Result.ErrorCode).toBe(
      '#PT_TAX_RATE',
    );
  });
});
