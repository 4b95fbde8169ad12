import { describe, expect, it } from 'vitest';
import type { Cfg } from '../receipt/cfg.ts';
import { checkCurrency, countryFor, withCurrency } from './register-currency.ts';

const cfg = (Ctry: string, Currency?: string, ofLocation?: string): Cfg => ({
  Cmp: { Ctry, TaxId: '1', ...(Currency !== undefined && { Currency }) },
  ...(ofLocation !== undefined && { Loc: { Currency: ofLocation } }),
});
const texts = (now: Cfg, before: Cfg | null = null) => checkCurrency(now, before).map(({ path }) => path);

describe('the currency of a register', () => {
  it.each([
    [cfg('CH'), 'CHF', 2],
    [cfg('CH', 'EUR'), 'EUR', 2],
    [cfg('CH', 'EUR', 'JPY'), 'JPY', 0],
    [cfg('JP', 'JPY'), 'JPY', 0],
    // Journals of versions before.
    [cfg('JP'), 'JPY', 2],
    [cfg('PT', 'USD'), 'EUR', 2],
    [cfg('CH', 'constructor'), 'CHF', 2],
  ])('%j: %s with %i digits', (of, code, digits) => {
    expect(countryFor(of)).toMatchObject({ code: of.Cmp.Ctry, currency: { code, digits } });
    expect(countryFor(of)).toBe(countryFor(structuredClone(of)));
  });

  it.each([
    [cfg('JP'), null, 'JPY'],
    [cfg('KW', undefined, 'EUR'), null, undefined],
    [cfg('CH'), null, undefined],
    [cfg('PT'), null, undefined],
    // It has receipts: it goes on as it began.
    [cfg('JP'), cfg('JP'), undefined],
    [cfg('JP'), cfg('JP', 'JPY'), 'JPY'],
    [cfg('CH'), cfg('CH', 'EUR'), 'EUR'],
    [cfg('CH'), cfg('JP', 'JPY'), undefined],
  ])('%j after %j is stored with %s', (now, before, code) => {
    expect(withCurrency(now, before).Cmp.Currency).toBe(code);
  });

  it('is that of the law where there is one, and a currency in any case', () => {
    expect(texts(cfg('PT', 'EUR', 'EUR'))).toEqual([]);
    expect(texts(cfg('PT', 'USD', 'USD'))).toEqual(['Cfg.Cmp.Currency', 'Cfg.Loc.Currency']);
    expect(texts(cfg('AT', 'CHF'))).toHaveLength(1);
    expect(texts(cfg('CH', 'chf'))).toHaveLength(1);
    expect(texts(cfg('CH', 'USD', 'JPY'))).toEqual([]);
  });

  it('stays while there are receipts', () => {
    expect(texts(cfg('CH', 'EUR'), cfg('CH'))).toEqual(['Cfg.Cmp.Currency']);
    expect(texts(cfg('CH', 'CHF'), cfg('CH'))).toEqual([]);
    expect(texts(cfg('JP', 'JPY'), cfg('JP'))).toHaveLength(1);
    expect(texts(cfg('DE'), cfg('LU'))).toEqual([]);
    expect(texts(cfg('PT'), cfg('CH'))).toHaveLength(1);
  });
});
