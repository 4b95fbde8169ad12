import { describe, expect, it } from 'vitest';
import { qrPayload, qrTaxes, type QrContent, type QrTax } from './qr.ts';
import { DEFAULT_TABLE, type Region } from './taxes.ts';

/** A tax line by its Portuguese group, as a receipt has it. */
const tax = (
  TaxG: string,
  Net: string,
  TAmt: string,
  Prc = RATES[TaxG] ?? '0',
  region: Region = 'PT',
): QrTax =>
  qrTaxes({ TaxA: [{ _: 'Tax', TaxG, Net, TAmt, Prc }], PosA: [] }, '2026-01-15', region, DEFAULT_TABLE)[0]!;

const RATES: Readonly<Record<string, string>> = Object.fromEntries(
  DEFAULT_TABLE.map((g) => [g.group, g.rate]),
);

/** Final consumer, simplified invoice; each test says what is different. */
const CONTENT: QrContent = {
  issuerTaxId: '123456789',
  buyerTaxId: '999999990',
  buyerCountry: 'PT',
  type: 'FS',
  status: 'N',
  date: '2026-01-15',
  id: 'FS 1_1.26/1',
  atcud: 'CSDF7T5H-1',
  taxes: [],
  region: 'PT',
  gross: 0,
  characters: 'sjsF',
  certificate: '9999',
};

const fieldsOf = (content: Partial<QrContent>): string[] => qrPayload({ ...CONTENT, ...content }).split('*');

describe("the tax authority's examples", () => {
  it('invoice in three regions', () => {
    const published =
      'A:123456789*B:999999990*C:PT*D:FT*E:N*F:20191231*G:FT AB2019/0035*H:CSDF7T5H-0035*I1:PT*I2:12000.00*I3:15000.00*I4:900.00*I5:50000.00*I6:6500.00*I7:80000.00*I8:18400.00*J1:PT-AC*J2:10000.00*J3:25000.56*J4:1000.02*J5:75000.00*J6:6750.00*J7:100000.00*J8:18000.00*K1:PT-MA*K2:5000.00*K3:12500.00*K4:625.00*K5:25000.00*K6:3000.00*K7:40000.00*K8:8800.00*L:100.00*M:25.00*N:64000.02*O:513600.58*P:100.00*Q:kLp0*R:9999*S:TB;PT00000000000000000000000;513500.58';
    const payload = qrPayload({
      ...CONTENT,
      type: 'FT',
      date: '2019-12-31',
      id: 'FT AB2019/0035',
      atcud: 'CSDF7T5H-0035',
      // In another order than the code wants them.
      taxes: [
        tax('AM', '40000.00', '8800.00'),
        tax('A', '80000.00', '18400.00'),
        tax('M99', '100.00', '0.00'),
        tax('CA', '25000.56', '1000.02'),
        tax('B', '50000.00', '6500.00'),
        tax('M07', '12000.00', '0.00'),
        tax('M07', '10000.00', '0.00', '0', 'PT-AC'),
        tax('M07', '5000.00', '0.00', '0', 'PT-MA'),
        tax('IS 17.3', '0.00', '25.00'),
        tax('CM', '12500.00', '625.00'),
        tax('BA', '75000.00', '6750.00'),
        tax('C', '15000.00', '900.00'),
        tax('AA', '100000.00', '18000.00'),
        tax('BM', '25000.00', '3000.00'),
      ],
      gross: 51_360_058,
      characters: 'kLp0',
      withheld: 10_000,
      text: 'TB;PT00000000000000000000000;513500.58',
    });
    expect(payload).toBe(published);
  });

  it('simplified invoice', () => {
    const published =
      'A:123456789*B:999999990*C:PT*D:FS*E:N*F:20190812*G:FS CDVF/12345*H:CDF7T5HD-12345*I1:PT*I7:0.65*I8:0.15*N:0.15*O:0.80*Q:YhGV*R:9999*S:NU;0.80';
    const payload = qrPayload({
      ...CONTENT,
      date: '2019-08-12',
      id: 'FS CDVF/12345',
      atcud: 'CDF7T5HD-12345',
      taxes: [tax('A', '0.65', '0.15')],
      gross: 80,
      characters: 'YhGV',
      text: 'NU;0.80',
    });
    expect(payload).toBe(published);
  });

  it('pro forma', () => {
    const payload = qrPayload({
      ...CONTENT,
      issuerTaxId: '500000000',
      buyerTaxId: '123456789',
      type: 'PF',
      date: '2019-01-23',
      id: 'PF G2019CB/145789',
      atcud: 'HB6FT7RV-145789',
      taxes: [
        tax('M16', '12345.34', '0.00'),
        tax('C', '12532.65', '751.96'),
        tax('B', '52789.00', '6862.57'),
        tax('A', '32425.69', '7457.91'),
      ],
      gross: 12_516_512,
      characters: 'r/fY',
    });
    expect(payload).toBe(
      'A:500000000*B:123456789*C:PT*D:PF*E:N*F:20190123*G:PF G2019CB/145789*H:HB6FT7RV-145789*I1:PT*I2:12345.34*I3:12532.65*I4:751.96*I5:52789.00*I6:6862.57*I7:32425.69*I8:7457.91*N:15072.44*O:125165.12*Q:r/fY*R:9999',
    );
  });

  it('transport document without value', () => {
    const payload = qrPayload({
      ...CONTENT,
      issuerTaxId: '500000000',
      buyerTaxId: '123456789',
      type: 'GT',
      date: '2019-07-20',
      id: 'GT G234CB/50987',
      atcud: 'GTVX4Y8B-50987',
      characters: '5uIg',
    });
    expect(payload).toBe(
      'A:500000000*B:123456789*C:PT*D:GT*E:N*F:20190720*G:GT G234CB/50987*H:GTVX4Y8B-50987*I1:0*N:0.00*O:0.00*Q:5uIg*R:9999',
    );
  });

  it('sale under the VAT of another member state', () => {
    const payload = qrPayload({
      ...CONTENT,
      buyerTaxId: '4443332215',
      buyerCountry: 'FR',
      type: 'FT',
      date: '2019-05-26',
      id: 'ABC BNH/4561',
      atcud: 'DK5ZJ2HN-4561',
      taxes: qrTaxes(
        {
          TaxA: [
            {
              _: 'Tax',
              TaxG: 'F',
              Prc: '20',
              Net: '100.00',
              TAmt: '20.00',
              PT_Region: 'FR',
              PT_TaxCode: 'NOR',
            },
          ],
          PosA: [],
        },
        '2019-05-26',
        'PT',
        DEFAULT_TABLE,
      ),
      gross: 12_000,
      characters: 'YJRE',
    });
    expect(payload).toBe(
      'A:123456789*B:4443332215*C:FR*D:FT*E:N*F:20190526*G:ABC BNH/4561*H:DK5ZJ2HN-4561*I1:FR*I7:100.00*I8:20.00*N:20.00*O:120.00*Q:YJRE*R:9999',
    );
  });

  it('debit note for the tax alone, in Madeira', () => {
    const payload = qrPayload({
      ...CONTENT,
      buyerTaxId: '500000000',
      type: 'ND',
      date: '2019-02-16',
      id: 'M1F KLG/6145',
      atcud: 'RQD8L6DG-6145',
      taxes: [tax('BM', '0.00', '26.50')],
      gross: 2650,
      characters: 'h1rB',
    });
    expect(payload).toBe(
      'A:123456789*B:500000000*C:PT*D:ND*E:N*F:20190216*G:M1F KLG/6145*H:RQD8L6DG-6145*I1:PT-MA*I6:26.50*N:26.50*O:26.50*Q:h1rB*R:9999',
    );
  });

  it('margin scheme, in the Azores', () => {
    const payload = qrPayload({
      ...CONTENT,
      issuerTaxId: '500000000',
      buyerTaxId: '123456789',
      type: 'FT',
      date: '2019-11-24',
      id: 'NF 19A/789145',
      atcud: 'JL9DS4TT-789145',
      taxes: [tax('AA', '50.00', '9.00'), tax('M99', '1000.00', '0.00')],
      gross: 105_900,
      characters: 'd8/K',
    });
    expect(payload).toBe(
      'A:500000000*B:123456789*C:PT*D:FT*E:N*F:20191124*G:NF 19A/789145*H:JL9DS4TT-789145*I1:PT-AC*I7:50.00*I8:9.00*L:1000.00*N:9.00*O:1059.00*Q:d8/K*R:9999',
    );
  });
});

describe('the documents of the SAF-T example', () => {
  it.each([
    [
      1,
      [tax('A', '1.00', '0.23'), tax('B', '1.77', '0.23')],
      323,
      'sjsF',
      'I1:PT*I5:1.77*I6:0.23*I7:1.00*I8:0.23*N:0.46*O:3.23*Q:sjsF*R:9999',
    ],
    [
      2,
      [tax('M07', '5.00', '0.00'), tax('C', '10.00', '0.60')],
      1560,
      'uD1G',
      'I1:PT*I2:5.00*I3:10.00*I4:0.60*N:0.60*O:15.60*Q:uD1G*R:9999',
    ],
  ])('number %i', (number, taxes, gross, characters, expected) => {
    const payload = qrPayload({
      ...CONTENT,
      issuerTaxId: '599999993',
      id: `FS 1_1.26/${number}`,
      atcud: `CSDF7T5H-${number}`,
      taxes,
      gross,
      characters,
    });
    expect(payload).toBe(
      `A:599999993*B:999999990*C:PT*D:FS*E:N*F:20260115*G:FS 1_1.26/${number}*H:CSDF7T5H-${number}*${expected}`,
    );
  });
});

describe('positions without a rate that give a reason', () => {
  const line = (Net: string, TaxG = 'M99') => [{ _: 'Tax', TaxG, Prc: '0', Net, TAmt: '0.00', Amt: Net }];
  const position = (Amt: string, TaxG: string, code?: string) => ({
    _: 'Pos',
    Amt,
    TaxG,
    ...(code !== undefined && { PT_TaxExemptionCode: code }),
  });

  it('are exempt, the others not subject', () => {
    const PosA = [position('5.00', '0%', 'M07'), position('3.00', '0%'), position('2.00', 'M99', 'M99')];
    const taxes = qrTaxes({ TaxA: line('10.00'), PosA }, '2026-01-15', 'PT-MA', DEFAULT_TABLE);
    expect(fieldsOf({ taxes }).join('*')).toContain('I1:PT-MA*I2:5.00*L:5.00');
  });

  it('count once where a plain percentage has a line of its own beside M99', () => {
    const PosA = [position('5.00', '0%', 'M07'), position('2.00', 'M99')];
    const TaxA = [...line('2.00'), ...line('5.00', '0%')];
    const taxes = qrTaxes({ TaxA, PosA }, '2026-01-15', 'PT', DEFAULT_TABLE);
    expect(fieldsOf({ taxes }).join('*')).toContain('I2:5.00*L:2.00');
  });

  it('share their discounts', () => {
    const PosA = [
      position('5.00', 'Livros', 'M07'),
      position('5.00', 'Livros'),
      { _: 'Mod', PN: '*', Amt: '-1.00' },
    ];
    const taxes = qrTaxes({ TaxA: line('9.00', 'Livros'), PosA }, '2026-01-15', 'PT', DEFAULT_TABLE);
    expect(fieldsOf({ taxes }).join('*')).toContain('I2:4.50*L:4.50');
  });
});

describe('the content', () => {
  it('has no signs', () => {
    const fields = fieldsOf({ type: 'NC', taxes: [tax('C', '-10.00', '-0.60')], gross: 1060 });
    expect(fields).toEqual(expect.arrayContaining(['I3:10.00', 'I4:0.60', 'N:0.60', 'O:10.60']));
  });

  it('adds up lines of one region and rate', () => {
    const fields = fieldsOf({ taxes: [tax('A', '1.00', '0.23'), tax('Livros', '2.00', '0.46', '23')] });
    expect(fields).toEqual(expect.arrayContaining(['I7:3.00', 'I8:0.69', 'N:0.69']));
  });

  it('says a tax of zero for a base that has one, and nothing for a base of zero', () => {
    expect(fieldsOf({ taxes: [tax('C', '0.01', '0.00')] })).toEqual(
      expect.arrayContaining(['I3:0.01', 'I4:0.00']),
    );
    expect(fieldsOf({ taxes: [tax('C', '0.00', '0.00'), tax('M07', '0.00', '0.00')] }).join('*')).toContain(
      'I1:PT*N:0.00',
    );
  });

  it('names a fiscal space when nothing is subject to tax', () => {
    expect(fieldsOf({ taxes: [tax('M99', '5.00', '0.00')] }).join('*')).toContain('I1:PT*L:5.00*N:0.00');
  });

  it('lets no value break the fields apart or grow too long', () => {
    const fields = fieldsOf({ buyerTaxId: 'A*B:C'.repeat(10), buyerCountry: 'X*Y*Z'.repeat(5) });
    expect(fields).toHaveLength(fieldsOf({}).length);
    expect(fields[1]!.slice(2)).toHaveLength(30);
    expect(fields[2]!.slice(2)).toHaveLength(12);
  });

  it('shows foreign tax ids without the prefix of their country', () => {
    expect(fieldsOf({ buyerTaxId: 'ESB12345678', buyerCountry: 'ES' })).toEqual(
      expect.arrayContaining(['B:B12345678', 'C:ES']),
    );
  });

  it('refuses tax lines that it cannot place', () => {
    expect(() => fieldsOf({ taxes: [tax('X', '1.00', '0.07', '7')] })).toThrow('X');
  });
});
