import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { AttributeError, Attributes } from './attributes.ts';

describe('attribute list', () => {
  test('reads bare names, values and quoted values, names in any case', () => {
    const a = Attributes.parse(
      `HttpServer_respond200  normalize_d=14 Fis_QR="type=png&size=2" App_restart='3:00 h'`,
    );
    expect(a.flag('httpserver_RESPOND200')).toBe(true);
    expect(a.number('Normalize_D', 7)).toBe(14);
    expect(a.text('fis_qr')).toBe('type=png&size=2');
    expect(a.text('app_restart')).toBe('3:00 h');
    expect(a.text('missing')).toBeUndefined();
    expect(a.flag('missing')).toBe(false);
  });

  test('a value without quotation marks may have an equals sign in it, as doc 2 shapes that of Fis_QR', () => {
    const a = Attributes.parse('Fis_QR=type=png&size=2&ec_level=L Normalize_D=9');
    expect([a.text('Fis_QR'), a.number('Normalize_D', 7)]).toEqual(['type=png&size=2&ec_level=L', 9]);
  });

  test('a value of no switches a flag off, a value that is no number gives the default', () => {
    const a = Attributes.parse('IO_nosync=false HttpServer_respond102=soon');
    expect(a.flag('IO_nosync')).toBe(false);
    expect(a.number('HttpServer_respond102', 9000)).toBe(9000);
  });

  test('a test system is in the test phase of every country', () => {
    for (const text of ['Reg_test', 'Fiscal_Test=no reg_TEST=1'])
      expect(Attributes.parse(text).flag('FISCAL_test')).toBe(true);
    expect(Attributes.parse('Reg_test=no').flag('Fiscal_Test')).toBe(false);
    expect(Attributes.parse('Fiscal_Test').flag('Reg_test')).toBe(false);
  });

  test.each(['=x', 'a="open', 'a b=', 'a"b', 'a==b', '<x>'])('refuses %s and quotes the place', (text) => {
    expect(() => Attributes.parse(text)).toThrow(AttributeError);
  });

  test('any written list reads back', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/);
    const value = fc.string({ maxLength: 20 }).filter((v) => !v.includes('"'));
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([n]) => n.toLowerCase() }), (items) => {
        const a = Attributes.parse(items.map(([n, v]) => `${n}="${v}"`).join(' '));
        for (const [n, v] of items) expect(a.text(n.toUpperCase())).toBe(v);
      }),
    );
  });
});
