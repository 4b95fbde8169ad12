import { describe, expect, it } from 'vitest';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { isFound, isShown } from './attribute-filter.ts';

const entry = (values: Partial<AttributeEntry>): AttributeEntry => ({
  name: 'Normalize_D',
  known: true,
  meant: null,
  scope: 'all',
  type: { kind: 'text' },
  standard: null,
  restart: false,
  used: true,
  value: null,
  ignored: false,
  waits: false,
  danger: false,
  ...values,
});

describe('filter of attributes', () => {
  it('shows what has an effect, what is set, or all', () => {
    const shown = (values: Partial<AttributeEntry>) =>
      (['used', 'set', 'all'] as const).filter((filter) => isShown(entry(values), filter));
    expect(shown({})).toEqual(['used', 'all']);
    expect(shown({ used: false })).toEqual(['all']);
    expect(shown({ used: false, value: 'x' })).toEqual(['set', 'all']);
  });

  it('never hides what somebody should mend', () => {
    expect(isShown(entry({ known: false, used: false, value: 'x' }), 'used')).toBe(true);
    expect(isShown(entry({ used: false, value: 'x', ignored: true }), 'used')).toBe(true);
  });

  it('finds words in any order, case and spelling of accents', () => {
    const texts = ['HttpServer_AllowOrigin', 'Página que pode registar vendas'];
    expect(isFound(texts, '')).toBe(true);
    expect(isFound(texts, ' VENDAS pagina ')).toBe(true);
    expect(isFound(texts, 'origin httpserver')).toBe(true);
    expect(isFound(texts, 'origin printer')).toBe(false);
  });
});
