import { expect, it } from 'vitest';
import { cfgOf, hasSame, valuesOf } from './draft.ts';

const CFG = { Cmp: { Nam: 'Casa', Ctry: 'PT', TaxId: '1', label: 'x' }, Loc: { TL: '7', TaxGR: 'M' } };

it('shows what is configured, else what is likely, and nothing of what it does not show', () => {
  const values = valuesOf(CFG, ['Cmp.Nam', 'Cmp.City', 'Trm.TT'], { 'Cmp.Nam': 'y', 'Trm.TT': '1' });
  expect(values).toEqual({ 'Cmp.Nam': 'Casa', 'Cmp.City': '', 'Trm.TT': '1' });
});

it('keeps what it does not show, of the records that it is about alone', () => {
  expect(cfgOf(CFG, { 'Loc.TL': ' 8 ' })).toEqual({ Loc: { TL: '8', TaxGR: 'M' } });
  expect(cfgOf(null, { 'Cmp.Nam': 'a', 'Trm.TT': '2' })).toEqual({ Cmp: { Nam: 'a' }, Trm: { TT: '2' } });
  expect(CFG.Loc.TL).toBe('7');
});

it('tells whether somebody has changed what it shows', () => {
  const moved = { ...CFG, Cmp: { ...CFG.Cmp, City: 'Braga' } };
  expect(hasSame(CFG, moved, ['Cmp.Nam', 'Loc.TL'])).toBe(true);
  expect(hasSame(CFG, moved, ['Cmp.Nam', 'Cmp.City'])).toBe(false);
  expect(hasSame(null, CFG, ['Cmp.Nam'])).toBe(false);
});
