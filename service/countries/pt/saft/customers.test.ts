import { describe, expect, it } from 'vitest';
import type { Customer } from '../../../receipt/tra.ts';
import { Customers, exportedCountry } from './customers.ts';

const ANA: Customer = {
  Nam: 'Ana Reis',
  Adr: 'Rua da Sé',
  AdrNr: '7',
  Zip: '4000-001',
  City: 'Porto',
  TaxId: 'PT509876544',
};

function customers(...list: (Customer | undefined)[]) {
  const all = new Customers();
  const ids = list.map((Ctm) => all.idOf(Ctm ? { Ctm } : {}));
  const value = (xml: string) => (name: string) => new RegExp(`<${name}>(.*?)<`).exec(xml)?.[1];
  return { ids, records: [...all.xml()].map((xml) => ({ xml, value: value(xml) })) };
}

describe('a final consumer', () => {
  it.each([undefined, {}, { TaxId: '999999990' }, { TaxId: 'PT 999999990' }, { Ctry: 'DE', City: 'Berlin' }])(
    'is one for all who say nothing of themselves: %j',
    (customer) => {
      const { ids, records } = customers(customer, undefined);
      expect(ids).toStrictEqual(['0', '0']);
      expect(records).toHaveLength(1);
      expect(records[0]!.xml).toBe(
        '<Customer><CustomerID>0</CustomerID><AccountID>Desconhecido</AccountID><CustomerTaxID>999999990</CustomerTaxID><CompanyName>Consumidor final</CompanyName><BillingAddress><AddressDetail>Desconhecido</AddressDetail><City>Desconhecido</City><PostalCode>Desconhecido</PostalCode><Country>PT</Country></BillingAddress><SelfBillingIndicator>0</SelfBillingIndicator></Customer>\n',
      );
    },
  );

  it('has a record only when there was one', () => {
    expect(customers(ANA).records).toHaveLength(1);
  });

  it.each([
    ['NL', 'NL'],
    ['nl', 'NL'],
    [undefined, 'PT'],
  ])('who gives a name has a record with it, in the country of the address: %s', (Ctry, country) => {
    const { records } = customers({ Nam: 'Anneke', ...(Ctry !== undefined && { Ctry }) });
    expect(['CustomerTaxID', 'CompanyName', 'Country'].map(records[0]!.value)).toStrictEqual([
      '999999990',
      'Anneke',
      country,
    ]);
  });

  it('whose QR code says Portugal is told so', () => {
    const all = new Customers();
    const esr = { Ctm: { Nam: 'Anneke', Ctry: 'NL' } };
    all.idOf(esr, { Code: 'A:599999993*B:999999990*C:PT*D:FS' });
    expect([...all.xml()].join('')).toContain('<Country>PT</Country>');
    all.idOf(esr, { Code: 'A:599999993*B:999999990*C:NL*D:FS' });
    expect([...all.xml()].join('')).toContain('<Country>NL</Country>');
  });
});

describe('a customer', () => {
  it('is written with what is known', () => {
    const { value } = customers(ANA).records[0]!;
    const names = ['CustomerTaxID', 'CompanyName', 'AddressDetail', 'City', 'PostalCode', 'Country'];
    expect(names.map(value)).toStrictEqual([
      '509876544',
      'Ana Reis',
      'Rua da Sé, 7',
      'Porto',
      '4000-001',
      'PT',
    ]);
  });

  it('without a name is unknown', () => {
    const { value } = customers({ TaxId: '509876544' }).records[0]!;
    expect([value('CompanyName'), value('AddressDetail')]).toStrictEqual(['Desconhecido', 'Desconhecido']);
  });

  it('from abroad has a tax id without prefix', () => {
    const { value } = customers({ Nam: 'Taverna', TaxId: 'EL123456789' }).records[0]!;
    expect([value('CustomerTaxID'), value('Country')]).toStrictEqual(['123456789', 'GR']);
  });

  it('has one record for the same data, always with the same id', () => {
    const first = customers(ANA, { ...ANA });
    expect(first.records).toHaveLength(1);
    expect(first.ids[0]).toBe(first.ids[1]);
    expect(customers({ Nam: 'Rui' }, ANA).ids[1]).toBe(first.ids[0]);
  });

  it('has another record for other data, so that documents keep theirs', () => {
    const { ids, records } = customers(ANA, { ...ANA, Adr: 'Rua Nova' });
    expect(records).toHaveLength(2);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('has its customer number as id, once', () => {
    const { ids } = customers(
      { ...ANA, CN: 'K7' },
      { ...ANA, CN: 'K7' },
      { ...ANA, CN: 'K7', City: 'Braga' },
    );
    expect(ids.slice(0, 2)).toStrictEqual(['K7', 'K7']);
    expect(ids[2]).toMatch(/^K7-[0-9a-f]{12}$/);
  });

  it('never takes the id of the final consumer', () => {
    const { ids } = customers({ ...ANA, CN: '0' }, undefined);
    expect(ids[0]).not.toBe('0');
    expect(ids[1]).toBe('0');
  });
});

it.each([
  ['ES', 'ES'],
  ['XK', 'XK'],
  ['UK', 'Desconhecido'],
  ['', 'Desconhecido'],
])('country %j is exported as %s', (code, expected) => {
  expect(exportedCountry(code)).toBe(expected);
});
