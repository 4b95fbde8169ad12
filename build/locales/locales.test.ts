/** The texts of all spaces are there in all languages, and say what English says. */
import { describe, expect, it } from 'vitest';
import { faultsOf, formsOf, keysIn } from './faults.ts';
import { namedIn, readPrograms } from './used.ts';
import { flat, LANGUAGES, spaces, treeOf } from './files.ts';

/** Names of things, which are called the same everywhere. */
const SAME = new Set(['units.types.a-trust']);

describe.each(spaces())('texts in %j', (space) => {
  const english = flat(treeOf(space, 'en'));

  it.each(LANGUAGES)('%s', (language) => {
    expect(faultsOf(language, flat(treeOf(space, language)), english, SAME)).toEqual([]);
  });
});

it('no text is there that no program names', () => {
  const named = readPrograms();
  const unused = spaces().flatMap((space) => {
    const keys = [...flat(treeOf(space, 'en')).keys()];
    return keys.filter((key) => !named(key)).map((key) => `${space}: ${key}`);
  });
  expect(unused).toEqual([]);
});

it('a text is named whole, by a template, or within its branch', () => {
  const named = namedIn(
    "t('units.cards.off') + t(`problem.${code}.title`, { x: `${a}.${b}` }) + texts.pageLost",
  );
  expect(
    [
      'units.cards.off',
      'problem.NO_CFG.title',
      'pageLost',
      'mail.pageLost',
      'units.cards.saved',
      'problem.a.text',
    ].filter((key) => !named(key)),
  ).toEqual(['units.cards.saved', 'problem.a.text']);
});

describe('what is looked for', () => {
  const english = new Map(
    Object.entries({ a: 'Hello {{name}}', n_one: '{{count}} day', n_other: '{{count}} days' }),
  );
  const good = { a: 'Hallo {{name}}', n_one: 'Ein Tag', n_other: '{{count}} Tage' };
  const faults = (more: Record<string, string>, language = 'de') =>
    faultsOf(language, new Map(Object.entries({ ...good, ...more })), english);

  it('is nothing in good texts', () => expect(faults({})).toEqual([]));

  it.each([
    [{ a: 'Hallo {{nam}}' }, 'a has the values nam, English name'],
    [{ a: ' Hallo {{name}}' }, 'a is empty, or has spaces around it'],
    [{ b: 'mehr' }, 'b is not needed'],
    [{ n_few: '{{count}} Tage' }, 'n_few is not needed'],
  ])('is %j', (more, fault) => expect(faults(more)).toEqual([fault]));

  it('is a form of words that a language has and English has not', () => {
    expect(formsOf('pl')).toEqual(['few', 'many', 'one']);
    expect(faults({ n_few: '{{count}} dni' }, 'hr')).toEqual([]);
    expect(faults({}, 'hr')).toEqual(['n_few is missing']);
    expect(keysIn('sl', english.keys())).toEqual(['a', 'n_few', 'n_one', 'n_other', 'n_two']);
  });

  it('is a sentence that nobody translated', () => {
    const more = { a: 'Call the shop again, {{name}}' };
    expect(
      faultsOf(
        'de',
        new Map(Object.entries({ ...good, ...more })),
        new Map([...english, ...Object.entries(more)]),
      ),
    ).toEqual(['a is as in English: Call the shop again, {{name}}']);
  });
});
