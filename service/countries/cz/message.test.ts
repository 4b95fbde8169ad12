import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lacksOfficial, needOfficial, officialBytes } from '../../testing/official.ts';
import { runs } from '../../testing/runs.ts';
import { newSignatory } from '../base/testing/signers.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { Attributes } from '../../settings/attributes.ts';
import { readBody } from '../../emulators/xml.ts';
import { complaint } from '../../emulators/eet/schema.ts';
import { amountText } from '../../receipt/money.ts';
import { checkReceipt } from './checks.ts';
import { saleMessage, signedSale } from './message.ts';
import { bkpOf, pkpOf, pkpText } from './pkp.ts';
import { receiptData } from './receipt-data.ts';
import { CFG, completed, sale } from './testing/sales.ts';
import { eetVersion, type EetVersion } from './version.ts';

const SCHEMAS = {
  3: officialSchema('schemas/cz/v3/EETXMLSchema.xsd'),
  4: officialSchema('schemas/cz/v4/EETXMLSchema.xsd'),
};
const SAMPLE = 'schemas/cz/v3/CZ00000019.v3.valid.v3.1.1.xml';
const signatory = newSignatory('CZ00000019');
const HEADER = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', time: '2027-01-09T16:45:40+01:00', first: true };
const receiptOf = (
  version: EetVersion,
  D: string,
  ...[positions, more, simplified = false]: [...Parameters<typeof sale>, boolean?]
) => {
  const { esr, issues } = completed(sale(positions, { D, TN: '135433', ...more }));
  if (issues.length > 0) throw new Error(issues[0]!.text);
  const data = receiptData(esr, CFG, { version, unit: '243', simplified });
  return version === 3 ? { ...data, pkp: pkpOf(data, signatory.key) } : data;
};

describe('the codes of version 3', () => {
  it('are those of the official sample', ({ skip }) => {
    needOfficial(skip, lacksOfficial(SAMPLE));
    const xml = officialBytes(SAMPLE).toString();
    const value = (name: string) => new RegExp(`<(?:\\w+:)?${name}[^>]*>([^<]+)<`).exec(xml)![1]!.trim();
    expect(bkpOf(value('pkp'))).toBe(value('bkp'));
    expect(value('bkp')).toBe('ABA7EB19-7AD8D753-60ED57B3-9AC9957E-C192030B');
  });

  it('are of the text that the law names', () => {
    const receipt = { taxNumber: 'CZ00000019', unit: '141', till: '1patro-vpravo', number: '141-18543-05' };
    expect(pkpText({ ...receipt, time: '2019-08-11T15:36:14+02:00', total: 23_600 })).toBe(
      'CZ00000019|141|1patro-vpravo|141-18543-05|2019-08-11T15:36:14+02:00|236.00',
    );
  });
});

describe('the message of a sale', () => {
  it('says in version 4 what there is to say, and no VAT', () => {
    const receipt = receiptOf(4, '2027-01-09T16:45:36', [['3264.50', 'A']]);
    expect(saleMessage({ ...HEADER, first: false }, receipt)).toBe(
      '<eet:Trzba xmlns:eet="http://fs.gov.cz/eet/schema/v4"><eet:Hlavicka uuid_zpravy="6f9619ff-8b86-4d01-b42d-00cf4fc964ff" ' +
        'dat_odesl="2027-01-09T16:45:40+01:00" prvni_zaslani="false"/><eet:Data eic_popl="CZ00000019" id_jednotky="243" ' +
        'id_pokl="A-6/Brno_2" porad_cis="135433" dat_trzby="2027-01-09T16:45:36+01:00" celk_trzba="3264.50"/></eet:Trzba>',
    );
  });

  it('has in version 3 bases and taxes by rate, used goods and vouchers', () => {
    const more = {
      TaxA: [
        { _: 'Tax', TaxG: 'A', Prc: '21', Net: '100.00', TAmt: '21.00', Amt: '121.00' },
        { _: 'Tax', TaxG: 'B', Prc: '15', Net: '100.00', TAmt: '15.00', Amt: '115.00' },
        { _: 'Tax', TaxG: 'A2', Prc: '21', Net: '49.00', TAmt: '1.00', Amt: '50.00', MarginScheme: '1' },
        { _: 'Tax', TaxG: 'Z', Prc: '0', Net: '5.00', TAmt: '0.00', Amt: '5.00' },
      ],
      PosA: [
        { _: 'Pos', Dsc: 'x', TaxG: 'A', Amt: '121.00' },
        { _: 'Pos', Dsc: 'x', TaxG: 'B', Amt: '115.00' },
        { _: 'Pos', Dsc: 'x', TaxG: 'A2', Amt: '50.00' },
        { _: 'Vou', Dsc: 'x', TaxG: 'Z', Amt: '5.00' },
      ],
      PayA: [
        { _: 'Pay', Dsc: 'Poukaz', PayG: 'title', Amt: '91.00' },
        { _: 'Pay', Dsc: 'Hotově', PayG: 'cash', Amt: '200.00' },
      ],
    };
    const message = saleMessage(HEADER, receiptOf(3, '2019-08-11T15:36:14', [['1.00', 'A']], more));
    for (const value of [
      ...[
        'zakl_nepodl_dph="5.00"',
        'zakl_dan1="100.00"',
        'dan1="21.00"',
        'zakl_dan2="100.00"',
        'dan2="15.00"',
      ],
      ...['pouzit_zboz1="50.00"', 'urceno_cerp_zuct="5.00"', 'cerp_zuct="91.00"', 'rezim="0"'],
      ...['dat_trzby="2019-08-11T15:36:14+02:00"', 'celk_trzba="291.00"'],
    ])
      expect(message).toContain(value);
    expect(message).not.toContain('dan3');
  });

  it('has travel services, advances, principals and the simplified regime', () => {
    const PosA = [
      { _: 'Pos', Dsc: 'zájezd', TaxG: 'A2', Amt: '500.00', CZ_cest_sluz: '1' },
      { _: 'Pos', Dsc: 'obraz', TaxG: 'A2', Amt: '50.00' },
      { _: 'Adv', Dsc: 'záloha', TaxG: 'Z', Amt: '30.00' },
      { _: 'Adv', Dsc: 'odpočet zálohy', TaxG: 'Z', Amt: '-10.00' },
    ];
    const TaxA = [
      { _: 'Tax', TaxG: 'A2', Prc: '21', Net: '540.00', TAmt: '10.00', Amt: '550.00', MarginScheme: '1' },
      { _: 'Tax', TaxG: 'Z', Prc: '0', Net: '20.00', TAmt: '0.00', Amt: '20.00' },
    ];
    const PayA = [{ _: 'Pay', Dsc: 'Hotově', PayG: 'cash', Amt: '570.00' }];
    const more = { PosA, PayA, TaxA, CZ_dic_poverujiciho: 'cz 683555118' };
    const third = saleMessage(HEADER, receiptOf(3, '2019-08-11T15:36:14', [['1.00', 'A']], more, true));
    for (const value of ['dic_popl="CZ00000019" dic_poverujiciho="CZ683555118"', 'cest_sluz="500.00"'])
      expect(third).toContain(value);
    for (const value of ['pouzit_zboz1="50.00"', 'urceno_cerp_zuct="30.00"', 'rezim="1"'])
      expect(third).toContain(value);
    if (SCHEMAS[3].lack === null) expect(SCHEMAS[3].problems([third])).toBe('');
    const sent = {
      ...{ ...more, CZ_urceno_cerp_zuct: '1.00', CZ_cerp_zuct: '0.00', CZ_povereni_vice_popl: '1' },
    };
    const fourth = saleMessage(HEADER, receiptOf(4, '2027-01-09T16:45:36', [['1.00', 'A']], sent));
    expect(fourth).toContain('eic_poverujiciho="CZ683555118" povereni_vice_popl="true" id_jednotky');
    expect(fourth).toContain('urceno_cerp_zuct="1.00" cerp_zuct="0.00"/>');
    expect(fourth).not.toContain('cest_sluz');
    if (SCHEMAS[4].lack === null) expect(SCHEMAS[4].problems([fourth])).toBe('');
  });

  it.each([3, 4] as const)('is valid by the schema of version %i, whatever was sold', (version) => {
    const day = version === 3 ? '2019-08-11' : '2027-01-09';
    const groups = version === 3 ? ['A', 'B', 'C', 'Z'] : ['A', 'B', 'Z'];
    const services = { attributes: () => Attributes.parse(`CZ_EET=${version} CZ_id_provoz=243`), cfg: CFG };
    const positions = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(...groups)),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    const messages: string[] = [];
    const faults = new Set<string | null>();
    fc.assert(
      fc.property(
        positions,
        fc.constantFrom(1, -1),
        fc.constantFrom('1', '24/A-6', 'x'.repeat(25), 'é'),
        fc.boolean(),
        (sold, sign, TN, first) => {
          const rows = sold.map(([cents, group]) => [amountText(cents * sign, 2), group] as const);
          const { esr } = completed(sale(rows, { D: `${day}T10:00:00`, TN }));
          if (checkReceipt(esr, services).length > 0) return;
          const data = receiptData(esr, CFG, { version, unit: '243', simplified: false });
          const receipt = version === 3 ? { ...data, pkp: pkpOf(data, signatory.key) } : data;
          const message = saleMessage({ ...HEADER, first }, receipt);
          messages.push(message);
          const envelope = signedSale({ ...HEADER, first }, receipt, { ...signatory, chain: [] });
          expect(Buffer.byteLength(envelope)).toBeLessThan(12_000);
          faults.add(complaint(readBody(Buffer.from(envelope))!, version));
        },
      ),
      { numRuns: runs(30) },
    );
    expect([...faults]).toEqual([null]);
    expect(messages.length).toBeGreaterThan(10);
    if (SCHEMAS[version].lack === null) expect(SCHEMAS[version].problems(messages)).toBe('');
  });
});

it.each([
  ['', '2027-01-01', null],
  ['CZ_EET=off', '2027-01-01', null],
  ['CZ_EET=3', '2027-01-01', 3],
  ['CZ_EET=4', '2022-01-01', 4],
  ['CZ_EET=date', '2022-12-31', 3],
  ['CZ_EET=date', '2023-01-01', null],
  ['CZ_EET=date', '2026-12-31', null],
  ['CZ_EET=date', '2027-01-01', 4],
])('chooses by the switch %j on %s', (attributes, day, version) => {
  expect(eetVersion(Attributes.parse(attributes), day)).toBe(version);
});
