import { describe, expect, it } from 'vitest';
import { withAttribute, withoutAttribute } from './attribute-edit.ts';
import { AttributeError, Attributes } from './attributes.ts';

describe('changing one attribute of a list', () => {
  it('keeps its place and the rest of the text', () => {
    const text = `Fiscal_Test  normalize_d='7'\nFis_QR="type=png&size=2"`;
    expect(withAttribute(text, 'Normalize_D', '14')).toBe(
      `Fiscal_Test  Normalize_D=14\nFis_QR="type=png&size=2"`,
    );
  });

  it('adds what is not there', () => {
    expect(withAttribute('', 'Log_debug', 'true')).toBe('Log_debug');
    expect(withAttribute('Log_debug ', 'Printer', 'a b')).toBe('Log_debug Printer="a b"');
  });

  it('writes every value so that it reads back', () => {
    for (const value of ['', 'true', 'a=b', `it's`, 'say "hi"', '\\\\server\\till', 'x y']) {
      expect(Attributes.parse(withAttribute('A=1 B', 'A', value)).text('A')).toBe(value);
    }
    expect(() => withAttribute('', 'A', `"'`)).toThrow(AttributeError);
  });

  it('changes the one that counts where a name stands twice', () => {
    expect(Attributes.parse(withAttribute('A=1 a=2', 'A', '3')).text('a')).toBe('3');
  });

  it('takes it out, however often it is there', () => {
    expect(withoutAttribute('Log_debug A=1 Printer="a b" a', 'A')).toBe('Log_debug Printer="a b"');
    expect(withoutAttribute('A', 'a')).toBe('');
    expect(withoutAttribute('Log_debug', 'A')).toBe('Log_debug');
  });
});
