import { describe, expect, it } from 'vitest';
import { Query } from './query.ts';

describe('query parameters', () => {
  it('are found whatever the case of their names', () => {
    const query = new Query('rn=def&TaxID=PT1');
    expect(query.get('RN')).toBe('def');
    expect(query.get('taxid')).toBe('PT1');
    expect(query.get('TaxId')).toBe('PT1');
  });

  it('keep the case of their values', () => {
    expect(new Query('RN=DeF').get('rn')).toBe('DeF');
  });

  it('are decoded', () => {
    expect(new Query('a=1%2F2&b=x+y&c=Caf%C3%A9&d=PT509$1_1').others(new Set())).toStrictEqual({
      a: '1/2',
      b: 'x y',
      c: 'Café',
      d: 'PT509$1_1',
    });
  });

  it('without value count as missing', () => {
    const query = new Query('a=&b');
    expect([query.get('a'), query.get('b'), query.get('c')]).toStrictEqual([undefined, undefined, undefined]);
    expect(query.others(new Set())).toStrictEqual({});
  });

  it('given several times count once, the first', () => {
    expect(new Query('RN=a&rn=b').get('RN')).toBe('a');
  });

  it('that nobody asked for are listed', () => {
    expect(new Query('RN=a&_=Tra&Foo=1').others(new Set(['rn', '_']))).toStrictEqual({ foo: '1' });
  });

  it('survive nonsense', () => {
    expect(new Query('%&=&&a=%zz').get('a')).toBe('%zz');
    expect(new Query('__proto__=x').get('constructor')).toBeUndefined();
  });

  it('cannot change what is fixed', () => {
    const query = new Query('rn=other&RN=def&tt=2', { RN: 'mine' });
    expect([query.get('rn'), query.get('TT')]).toEqual(['mine', '2']);
  });
});
