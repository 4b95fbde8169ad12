import { describe, expect, it } from 'vitest';
import type { Position } from '../../../receipt/tra.ts';
import { pos } from '../testing/receipts.ts';
import { Products } from './products.ts';

const codes = (...positions: Partial<Position>[]) => {
  const products = new Products();
  return positions.map((p) => /<ProductCode>(.*?)</.exec(products.of(pos('1.00', p)).xml)![1]!);
};
const records = (...positions: Partial<Position>[]) => {
  const products = new Products();
  for (const p of positions) products.of(pos('1.00', p));
  return [...products.xml()];
};

describe('the code of a product', () => {
  it('is SKU, else IN, else the description', () => {
    expect(codes({ SKU: 'CAFE', IN: '560' }, { IN: '560' }, { Dsc: 'Bica' })).toStrictEqual([
      'CAFE',
      '560',
      'Bica',
    ]);
  });

  it('is the same for the same product', () => {
    expect(new Set(codes({ SKU: '1' }, { SKU: '1' }, { SKU: '1', Amt: '7.00' }))).toHaveLength(1);
    expect(records({ SKU: '1' }, { SKU: '1', Amt: '7.00' })).toHaveLength(1);
  });

  it('is another one, always the same, when the description changes', () => {
    const [first, second] = codes({ SKU: '1', Dsc: 'Bica' }, { SKU: '1', Dsc: 'Galão' });
    expect(first).toBe('1');
    expect(second).toMatch(/^1-[0-9a-f]{12}$/);
    expect(codes({ SKU: '1', Dsc: 'Chá' }, { SKU: '1', Dsc: 'Galão' })[1]).toBe(second);
  });

  it('is another one when goods become a service', () => {
    expect(new Set(codes({ SKU: '1' }, { SKU: '1', PT_ProductType: 'S' }))).toHaveLength(2);
  });

  it('tells long descriptions apart', () => {
    const [a, b] = codes({ Dsc: `${'x'.repeat(70)}a` }, { Dsc: `${'x'.repeat(70)}b` });
    expect(a).not.toBe(b);
    expect([a!.length, b!.length]).toStrictEqual([60, 60]);
  });

  it('is one for descriptions that look the same in the file', () => {
    expect(records({ Dsc: 'Pão\u2010de\u2010ló' }, { Dsc: ' Pão-de-ló ' })).toHaveLength(1);
  });
});

describe('the record of a product', () => {
  it('has the article number, else the code', () => {
    expect(records({ SKU: '7', IN: '5601234567890', Dsc: 'Bica' })).toStrictEqual([
      '<Product><ProductType>P</ProductType><ProductCode>7</ProductCode><ProductDescription>Bica</ProductDescription><ProductNumberCode>5601234567890</ProductNumberCode></Product>\n',
    ]);
    expect(records({ SKU: '7' })[0]).toContain('<ProductNumberCode>7</ProductNumberCode>');
  });

  it.each([
    ['S', 'S'],
    ['I', 'I'],
    ['X', 'P'],
    [undefined, 'P'],
  ])('has the type %s as %s', (sent, type) => {
    expect(records({ PT_ProductType: sent })[0]).toContain(`<ProductType>${type}</ProductType>`);
  });

  it.each([
    ['X', 'X.'],
    ['\u200B', 'Desconhecido'],
    ['y'.repeat(250), 'y'.repeat(200)],
    ['Fish & <Chips>', 'Fish &amp; &lt;Chips&gt;'],
  ])('has a description that the schema takes', (Dsc, expected) => {
    const products = new Products();
    const { xml, description } = products.of(pos('1.00', { Dsc }));
    expect(xml).toContain(`<ProductDescription>${expected}</ProductDescription>`);
    expect(description).toBe(`<Description>${expected}</Description>`);
  });
});
