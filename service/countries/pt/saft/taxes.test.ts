import { describe, expect, it } from 'vitest';
import type { Position, Tax } from '../../../receipt/tra.ts';
import { DEFAULT_TABLE } from '../taxes.ts';
import { pos } from '../testing/receipts.ts';
import { Taxes } from './taxes.ts';

const tax = (TaxG: string, Prc: string, more: Partial<Tax> = {}): Tax => ({ _: 'Tax', TaxG, Prc, ...more });

function lineTax(position: Partial<Position>, row: Tax, region: 'PT' | 'PT-AC' | 'PT-MA' = 'PT') {
  const taxes = new Taxes(DEFAULT_TABLE);
  const { xml, type } = taxes.of(pos('1.00', position), row, '2026-01-15', region);
  const value = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1];
  return {
    tax: ['TaxType', 'TaxCountryRegion', 'TaxCode', 'TaxPercentage'].map(value).join(' '),
    reason: value('TaxExemptionReason'),
    code: value('TaxExemptionCode'),
    type,
    table: taxes.xml(),
  };
}

describe('the tax of a line', () => {
  it.each([
    ['A', '23', 'IVA PT NOR 23.00'],
    ['B', '13', 'IVA PT INT 13.00'],
    ['C', '6', 'IVA PT RED 6.00'],
    ['AM', '22', 'IVA PT-MA NOR 22.00'],
    ['CA', '4', 'IVA PT-AC RED 4.00'],
    ['Livros', '6', 'IVA PT RED 6.00'],
    ['A', '17', 'IVA PT OUT 17.00'],
  ])('of group %s at %s %% is %s', (group, rate, expected) => {
    const line = lineTax({ TaxG: group }, tax(group, rate));
    expect(line).toMatchObject({ tax: expected, reason: undefined, code: undefined, type: 'IVA' });
    expect(line.table).toContain(`<TaxPercentage>${expected.split(' ')[3]}</TaxPercentage></TaxTableEntry>`);
  });

  it('is that of another country where the receipt says so', () => {
    const row = tax('FR20', '20', { PT_Region: 'FR', PT_TaxCode: 'NOR' });
    expect(lineTax({ TaxG: 'FR20' }, row).tax).toBe('IVA FR NOR 20.00');
  });

  it('is stamp duty with the number of its table', () => {
    expect(lineTax({ TaxG: 'IS 17.3.1' }, tax('IS', '4')).tax).toBe('IS PT 17.3.1 4.00');
    expect(lineTax({ TaxG: 'IS' }, tax('IS', '4'))).toMatchObject({ tax: 'IS PT IS 4.00', type: 'IS' });
  });
});

describe('a line without tax', () => {
  it('has the exemption of its group, in the region of the shop', () => {
    expect(lineTax({ TaxG: 'M07' }, tax('M07', '0'), 'PT-MA')).toMatchObject({
      tax: 'IVA PT-MA ISE 0.00',
      code: 'M07',
      reason: 'Isento artigo 9.\u00BA do CIVA',
    });
  });

  it('has the exemption that the position names beside a plain 0 %', () => {
    const line = lineTax({ TaxG: '0%', PT_TaxExemptionCode: 'M05' }, tax('M99', '0'));
    expect(line).toMatchObject({ tax: 'IVA PT ISE 0.00', code: 'M05' });
  });

  it.each([undefined, 'X', 'M9', { M: '99' }])('is not subject to tax without a code: %j', (sent) => {
    expect(lineTax({ TaxG: '0%', PT_TaxExemptionCode: sent }, tax('M99', '0'))).toMatchObject({
      tax: 'NS PT NS 0.00',
      code: 'M99',
      reason: 'N\u00E3o sujeito ou n\u00E3o tributado',
      type: 'NS',
    });
  });

  it('has the reason of the receipt, cut to what the schema allows', () => {
    const reason = (text: string) =>
      lineTax({ TaxG: 'M40', PT_TaxExemptionReason: text }, tax('M40', '0')).reason;
    expect(reason('Artigo 6.º, n.º 6 - "a contrario"')).toBe('Artigo 6.º, n.º 6 - "a contrario"');
    expect(reason('x'.repeat(80))).toBe('x'.repeat(60));
    expect(reason('curto')).toBe('IVA - autoliquida\u00E7\u00E3o');
  });

  it('has a reason for every code', () => {
    for (let n = 0; n < 100; n++) {
      const code = `M${String(n).padStart(2, '0')}`;
      const length = lineTax({ TaxG: code }, tax(code, '0')).reason!.length;
      expect([code, length >= 6 && length <= 60]).toStrictEqual([code, true]);
    }
  });

  it('spares a blank dash where the official text is a character too long', () => {
    expect(lineTax({ TaxG: 'M15' }, tax('M15', '0')).reason).toBe(
      'Regime da margem de lucro-Objetos de cole\u00E7\u00E3o e antiguidades',
    );
  });
});

it('the table has each tax once', () => {
  const taxes = new Taxes(DEFAULT_TABLE);
  for (const day of ['2026-01-15', '2026-01-16']) {
    taxes.of(pos('1.00'), tax('A', '23'), day, 'PT');
    taxes.of(pos('1.00', { TaxG: 'M07' }), tax('M07', '0'), day, 'PT');
    taxes.of(pos('1.00', { TaxG: 'M10' }), tax('M10', '0'), day, 'PT');
  }
  expect(taxes.xml().match(/<TaxTableEntry>/g)).toHaveLength(2);
});
