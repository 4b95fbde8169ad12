import { describe, expect, it } from 'vitest';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { ATTRIBUTE_FILTERS, isFound, isShown } from './attribute-filter.ts';

const entry = (values: Partial<AttributeEntry>): AttributeEntry => ({
  name: 'Normalize_D',
  known: true,
  meant: null,
  scope: 'all',
  type: { kind: 'text' },
  standard: null,
  restart: false,
  value: null,
  ignored: false,
  waits: false,
  danger: false,
  ...values,
});

describe('filter of attributes', () => {
  it('shows all, or what is set, be it known and in force or not', () => {
    const shown = (values: Partial<AttributeEntry>) =>
      ATTRIBUTE_FILTERS.filter((filter) => isShown(entry(values), filter));
    expect(shown({})).toEqual(['all']);
    expect(shown({ value: 'x' })).toEqual(['all', 'set']);
    expect(shown({ known: false, ignored: true, value: 'x' })).toEqual(['all', 'set']);
  });

  it('finds words in any order, case and spelling of accents', () => {
    const texts = ['HttpServer_AllowOrigin', 'Página que pode registar vendas'];
    expect(isFound(texts, '')).toBe(true);
    expect(isFound(texts, ' VENDAS pagina ')).toBe(true);
    expect(isFound(texts, 'origin httpserver')).toBe(true);
    expect(isFound(texts, 'origin printer')).toBe(false);
  });
});
