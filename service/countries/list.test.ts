import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Esr } from '../receipt/tra.ts';
import { countryServices } from '../testing/country-services.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { countryOf, COUNTRIES } from './list.ts';

/** Nobody may ask for a key here. */
const services = {
  ...countryServices(new ManualClock()),
  key: () => {
    throw new Error('no key is needed');
  },
};

describe('the list of countries', () => {
  it('has countries that pass the tests of all of them', () => {
    const lacking = COUNTRIES.filter(
      ({ code }) => !fs.existsSync(path.join(import.meta.dirname, code.toLowerCase(), 'contract.test.ts')),
    );
    expect(lacking.map(({ code }) => code)).toEqual([]);
  });

  it.each(COUNTRIES.map(({ code, companyTaxId }) => [code, companyTaxId] as const))(
    'has a tax id to show of %s, and says what is wrong with one',
    (_code, taxId) => {
      const { example, isRight } = taxId!;
      expect([isRight(example), isRight(` ${example.toLowerCase()} `)]).toEqual([true, true]);
      const noticedAt = [...example.matchAll(/\d/g)].map(({ index }) => {
        const others = [...'0123456789'].filter((other) => other !== example[index]);
        return others.filter((other) => !isRight(example.slice(0, index) + other + example.slice(index + 1)))
          .length;
      });
      // Birth numbers and mod 11 leave some digits that fit by chance; a county's number has no check digit.
      expect(Math.max(...noticedAt)).toBeGreaterThan(7);
      expect([isRight(''), isRight(example.slice(0, -2)), isRight('9'.repeat(300))]).toEqual([
        false,
        false,
        false,
      ]);
    },
  );

  it.each([
    ['AT', 'de'],
    ['BE', 'nl'],
    ['CZ', 'cs'],
    ['DE', 'de'],
    ['DK', 'da'],
    ['ES', 'es'],
    ['FR', 'fr'],
    ['HR', 'hr'],
    ['HU', 'hu'],
    ['IT', 'it'],
    ['NO', 'nb'],
    ['PL', 'pl'],
    ['PT', 'pt'],
    ['SE', 'sv'],
    ['SI', 'sl'],
    ['SK', 'sk'],
  ])('has the module of %s, in its language', (code, language) => {
    expect(COUNTRIES).toContain(countryOf(code));
    expect(countryOf(code)).toMatchObject({ code, language });
  });

  it.each(['CH', 'US', 'XX', 'constructor', '__proto__'])('has the generic module for %s', async (code) => {
    const country = countryOf(code);
    expect(country).toMatchObject({ code, language: 'en' });
    const cfg = { Cmp: { Ctry: code, TaxId: '1' } };
    expect(country.taxRules('2026-01-15', cfg, services).byName('A')).toBeNull();
    expect(country.checkCfg({ Cmp: { Ctry: code, TaxId: '1' } })).toStrictEqual([]);
    const esr = { D: '2026-01-15T10:00:00', TL: '1', TT: '1', T: '5.00', PosA: [], PayA: [], TaxA: [] };
    const context = { ...services, now: esr.D, cfg, originals: [], own: null, busy: false };
    const result = await country.fiscalise(esr, new Map(), context);
    expect(result).toStrictEqual({ changes: {}, warnings: [], issues: [] });
    const training = await country.fiscalise({ ...esr, Test: '1' }, new Map(), context);
    expect(training.fis?.Tag).toMatchObject([{ Name: 'Training', Value: 'TRAINING' }]);
  });

  it('says at the configuration that nothing will be signed, so that PR is not taken for PT', () => {
    const warnings = (Ctry: string, TaxId: string) => countryOf(Ctry).cfgWarnings?.({ Cmp: { Ctry, TaxId } });
    expect(warnings('PR', 'PT599999993')).toEqual([
      'Cfg.Cmp.Ctry: no fiscal law is known of PR, though the tax id begins with PT; receipts are numbered and kept, nothing is signed',
    ]);
    expect(warnings('CH', 'CHE-123.456.788')).toEqual([expect.stringMatching(/ known of CH; /)]);
  });

  it('gives the same module for the same country', () => {
    expect(countryOf('CH')).toBe(countryOf('CH'));
    expect(countryOf('CH')).not.toBe(countryOf('US'));
  });

  it('knows currencies and tax groups where they are known', () => {
    expect(countryOf('NO').currency.code).toBe('NOK');
    const rules = countryOf('AT').taxRules('2026-01-15', { Cmp: { Ctry: 'AT', TaxId: '1' } }, services);
    expect(rules.byName('A')).toMatchObject({ rate: '20' });
    expect(rules.byRate('10.0')).toMatchObject({ group: 'B' });
    expect(rules.byRate('17')).toBeNull();
  });

  it('marks training on the paper', () => {
    const paper = (ESR: Esr) =>
      countryOf('CH').paper({ _: 'Tra', SQ: 1, RN: 'def', D: '2026-01-15T10:00:00', ESR });
    expect(paper({ Test: '1' }).marks).toStrictEqual(['TRAINING']);
    expect(paper({ NFS: 'Z' })).toMatchObject({ title: '', marks: [] });
  });
});
