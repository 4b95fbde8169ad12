import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import type { State } from '../contract/state.ts';
import { DOCUMENTS, type DocumentType } from './document.ts';
import {
  allSeries,
  baseLetter,
  checkSeries,
  closePlace,
  laterLetter,
  letterKey,
  nameOf,
  newSeries,
  nextLetter,
  parseSeries,
  placeOf,
  sameButForCase,
  seriesId,
  seriesKey,
  slotFor,
  wishedLetter,
  withSeries,
  type Series,
  type SeriesMark,
} from './series.ts';

const NOW = '2026-05-04T12:00:00';

/** A state with these series; values are added to those of a new real one. */
function stateWith(series: Record<string, Partial<Series>>, more: Record<string, Json> = {}): State {
  const state = new Map(Object.entries(more));
  for (const [id, values] of Object.entries(series)) {
    const whole = { ...newSeries('AAJFJ2K6', 'N', false, '2026-01-01'), ...values } as Series;
    for (const [key, value] of Object.entries(withSeries(state, id, whole))) state.set(key, value);
  }
  return state;
}

describe('letters', () => {
  it('go on from A, without M, and on behind Z', () => {
    const letters = [''];
    for (let i = 0; i < 60; i++) letters.push(nextLetter(letters.at(-1)!));
    expect(letters.slice(0, 14).join(' ')).toBe(' A B C D E F G H I J K L N');
    expect(letters.slice(24, 28)).toStrictEqual(['Y', 'Z', 'ZA', 'ZB']);
    expect(letters.join('')).not.toContain('M');
    expect(new Set(letters).size).toBe(letters.length);
    // In the order in which they are given out.
    for (let i = 1; i < letters.length; i++) {
      expect(laterLetter(letters[i - 1]!, letters[i]!)).toBe(letters[i]);
      expect(laterLetter(letters[i]!, letters[i - 1]!)).toBe(letters[i]);
    }
  });

  it.each([
    ['A', 'A'],
    ['b', 'B'],
    ['Z', 'Z'],
    ['M', ''],
    ['m', ''],
    ['AB', ''],
    ['1', ''],
    ['Ä', ''],
    ['', ''],
    [undefined, ''],
  ])('of the profile: %j counts as %j', (sent, letter) => {
    expect(wishedLetter(sent)).toBe(letter);
  });

  it('of the profile never lead back', () => {
    const state = stateWith({}, { [letterKey('1_1.26', false)]: 'C', [letterKey('1_1.26', true)]: 'E' });
    expect(baseLetter(state, '1_1.26', false, 'B')).toBe('C');
    expect(baseLetter(state, '1_1.26', false, 'D')).toBe('D');
    expect(baseLetter(state, '1_1.26', true, 'D')).toBe('E');
    expect(baseLetter(state, '1_1.27', false, '')).toBe('');
  });
});

describe('names', () => {
  it.each<[string, string, string, SeriesMark]>([
    ['FS 1_1.26', '1_1.26', '', ''],
    ['NC 1_1.26A', '1_1.26', 'A', ''],
    ['FT 1_1.26M', '1_1.26', '', 'M'],
    ['FT 1_1.26AM', '1_1.26', 'A', 'M'],
    ['FS 1_1.26MD', '1_1.26', '', 'MD'],
    ['FS 1_1.26D', '1_1.26', 'D', ''],
    ['FS 1_1.26F', '1_1.26', 'F', ''],
    ['FS 1_1.26DMD', '1_1.26', 'D', 'MD'],
    ['FS 1_1.26ZAMF', '1_1.26', 'ZA', 'MF'],
    // A till may be called like a year, or like a series.
    ['FS 1.25_2.24M.26', '1.25_2.24M.26', '', ''],
    ['FS M_MD.26MD', 'M_MD.26', '', 'MD'],
  ])('%s is taken apart', (id, place, letter, mark) => {
    const name = parseSeries(id)!;
    expect(name).toStrictEqual({ type: id.slice(0, 2), place, year: '26', letter, mark });
    expect(seriesId(name)).toBe(id);
    expect(nameOf(id)).toBe(id.slice(3));
  });

  it.each([
    '',
    'FS',
    'FS 1_1',
    'FS 1_1.2',
    'FS 1_1.26m',
    'FS 1_1.26MM',
    'FS 1_1.26MA',
    'XX 1_1.26',
    'fs 1_1.26',
    'FS 1_1.26/1',
    'FS 1_1.26 ',
    'constructor 1_1.26',
    'letter 1_1.26',
  ])('%j is no series', (id) => {
    expect(parseSeries(id)).toBeNull();
  });

  const part = fc.stringMatching(/^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/, { maxLength: 14 });
  const letter = fc.nat(40).map((n) => {
    let result = '';
    for (let i = 0; i < n; i++) result = nextLetter(result);
    return result;
  });

  it('of any till, letter and mark are read as they were written', () => {
    fc.assert(
      fc.property(
        part,
        part,
        fc.integer({ min: 2000, max: 2099 }),
        letter,
        fc.constantFrom<SeriesMark>('', 'M', 'MD', 'MF'),
        fc.constantFrom(...(Object.keys(DOCUMENTS) as DocumentType[])),
        (TL, TT, year, letter, mark, type) => {
          const place = placeOf({ TL, TT }, `${year}-12-31`);
          const id = seriesId({ type, place, letter, mark });
          expect(parseSeries(id)).toStrictEqual({
            type,
            place,
            year: String(year).slice(2),
            letter,
            mark,
          });
        },
      ),
    );
  });

  it('that pass the check are ones the authority takes, whatever is put behind them', () => {
    const any = fc.oneof(part, fc.string({ maxLength: 20 }));
    fc.assert(
      fc.property(any, any, (TL, TT) => {
        if (checkSeries(TL, TT, 'ESR.TT').length > 0) return;
        for (const ending of ['', 'A', 'M', 'MD', 'ZMF']) {
          const name = `${placeOf({ TL, TT }, NOW)}${ending}`;
          expect(name).toMatch(/^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/);
          expect(name.length).toBeLessThanOrEqual(35);
        }
      }),
    );
  });

  it('have at most 35 characters', () => {
    const TL = 'L'.repeat(14);
    expect(checkSeries(TL, 'T'.repeat(14), 'ESR.TT')).toStrictEqual([]);
    expect(`${placeOf({ TL, TT: 'T'.repeat(14) }, NOW)}AMD`).toHaveLength(35);
    expect(checkSeries(TL, 'T'.repeat(15), 'ESR.TT')).toMatchObject([{ code: '#PT_SERIES', path: 'ESR.TT' }]);
  });

  it.each([
    ['A/1', '1'],
    ['Ü1', '1'],
    ['_1', '1'],
    ['1', '1_'],
    ['1', '.1'],
    ['1', '1..2'],
    ['1', '-'],
    ['', '1'],
    ['1', ''],
    ['1 2', '1'],
    ['1\n', '1'],
    ['１', '1'],
  ])('cannot be made of TL %j and TT %j', (TL, TT) => {
    expect(checkSeries(TL, TT, 'ESR.TT')).toHaveLength(1);
  });

  it('that differ in the case of their letters are one to the authority', () => {
    const state = stateWith({ 'FS a_1.26': {} });
    expect(sameButForCase('FS A_1.26', state)).toBe('FS a_1.26');
    expect(sameButForCase('FS a_1.26', state)).toBeNull();
    expect(sameButForCase('FT A_1.26', state)).toBeNull();
  });
});

describe('the series of the next document', () => {
  const slot = (state: State, test = false, wish = '', mark: SeriesMark = '') => {
    const { id, series } = slotFor(state, { type: 'FS', place: '1_1.26', mark }, test, wish);
    return [id, series !== null];
  };

  it('is the plain one, open or not', () => {
    expect(slot(stateWith({}))).toStrictEqual(['FS 1_1.26', false]);
    expect(slot(stateWith({ 'FS 1_1.26': {} }))).toStrictEqual(['FS 1_1.26', true]);
    // Of another type, till or year nothing follows.
    const others = stateWith({
      'FT 1_1.26': { closed: NOW },
      'FS 1_2.26': { closed: NOW },
      'FS 1_1.25': { closed: NOW },
    });
    expect(slot(others)).toStrictEqual(['FS 1_1.26', false]);
  });

  it('is the first that is not closed', () => {
    const closed = stateWith({ 'FS 1_1.26': { closed: NOW }, 'FS 1_1.26A': { closed: NOW } });
    expect(slot(closed)).toStrictEqual(['FS 1_1.26B', false]);
    const open = stateWith({
      'FS 1_1.26': { closed: NOW },
      'FS 1_1.26A': { closed: NOW },
      'FS 1_1.26B': {},
    });
    expect(slot(open)).toStrictEqual(['FS 1_1.26B', true]);
  });

  it('is never one of the other world', () => {
    const state = stateWith({ 'FS 1_1.26': { test: true }, 'FS 1_1.26A': {}, 'FS 1_1.26B': { test: true } });
    expect(slot(state, false)).toStrictEqual(['FS 1_1.26A', true]);
    expect(slot(state, true)).toStrictEqual(['FS 1_1.26', true]);
    expect(slot(stateWith({ 'FS 1_1.26': { test: true } }))).toStrictEqual(['FS 1_1.26A', false]);
    expect(slot(stateWith({ 'FS 1_1.26': {} }), true)).toStrictEqual(['FS 1_1.26A', false]);
  });

  it('begins with the letter of the profile', () => {
    const state = stateWith({ 'FS 1_1.26': {} });
    expect(slot(state, false, 'C')).toStrictEqual(['FS 1_1.26C', false]);
    expect(slot(stateWith({ 'FS 1_1.26C': { closed: NOW } }), false, 'C')).toStrictEqual([
      'FS 1_1.26D',
      false,
    ]);
  });

  it('passes over M, also with a letter of lost documents before it', () => {
    const state = stateWith({ 'FS 1_1.26L': { closed: NOW } }, { [letterKey('1_1.26', false)]: 'L' });
    expect(slot(state)).toStrictEqual(['FS 1_1.26N', false]);
    expect(slot(state, false, '', 'MD')).toStrictEqual(['FS 1_1.26LMD', false]);
  });
});

it('all open series of a place are closed up to a letter, others are not', () => {
  const open = {};
  const state = stateWith({
    'FS 1_1.26': { number: 7 },
    'NC 1_1.26': open,
    'FT 1_1.26A': open,
    'RG 1_1.26A': { closed: '2026-01-02T03:04:05' },
    'FS 1_1.26B': open,
    'FS 1_1.27': open,
    'FS 1_11.26': open,
    'FS 1_1.26M': open,
    'FS 1_1.26BM': open,
    'CM 1_1.26A': { test: true },
  });
  expect(Object.keys(closePlace(state, '1_1.26', true, 'A', NOW))).toStrictEqual([seriesKey('CM 1_1.26A')]);
  const changes = closePlace(state, '1_1.26', false, 'A', NOW);
  expect(Object.keys(changes).sort()).toStrictEqual([
    seriesKey('FS 1_1.26'),
    seriesKey('FS 1_1.26M'),
    seriesKey('FT 1_1.26A'),
    seriesKey('NC 1_1.26'),
  ]);
  expect(changes[seriesKey('FS 1_1.26')]).toMatchObject({ number: 7, closed: NOW, reported: false });
});

it('other entries of the state are no series', () => {
  const state = stateWith(
    { 'FS 1_1.26': {} },
    {
      [letterKey('1_1.26', true)]: 'A',
      'PT/recovered FS 1_1.26/1': 'FS 1_1.26MD/1',
      'TN ["1","1","2026"]': 3,
    },
  );
  expect([...allSeries(state)].map(([id]) => id)).toStrictEqual(['FS 1_1.26']);
});
