/** Mutations of a body's characters: most of them break its form. */
import type { Format } from '../../service/receipt/answer.ts';
import type { Choices } from './choices.ts';
import { JSON_PIECES, NAMES, VALUES, XML_PIECES } from './hostile.ts';
import type { Seed } from './seeds.ts';

/** Changes a text in one to four places. */
export function mutateText(seed: Seed, choices: Choices, seeds: readonly Seed[], longest: number): string {
  let { text } = seed;
  for (let steps = 1 + choices.below(4); steps > 0; steps--) {
    text = choices.pick(MUTATIONS)(text, choices, seed.format, seeds, longest).slice(0, longest);
  }
  return text;
}

type Mutation = (
  text: string,
  choices: Choices,
  format: Format,
  seeds: readonly Seed[],
  longest: number,
) => string;

/** Start and end of some piece of a text, the longer the rarer. */
function piece(text: string, choices: Choices): [number, number] {
  const start = choices.below(text.length + 1);
  const length = choices.below(choices.pick([2, 10, 100, 1000]));
  return [start, Math.min(start + length, text.length)];
}

/** The inside of some pair of quotation marks: a name, a value, or what stands between. */
function quoted(text: string, choices: Choices): [number, number] | null {
  const start = text.indexOf('"', choices.below(text.length));
  const end = start < 0 ? -1 : text.indexOf('"', start + 1);
  return end < 0 ? null : [start + 1, end];
}

/** Some entry of a list: from the beginning of one to the end of the same or a later one. */
function entry(text: string, choices: Choices, format: Format): [number, number] | null {
  const [open, close] = format === 'json' ? ['{"', '}'] : ['<', '>'];
  const start = text.indexOf(open, choices.below(text.length));
  const end = start < 0 ? -1 : text.indexOf(close, start);
  return end < 0 ? null : [start, end + 1];
}

const replace = (text: string, [start, end]: [number, number], by: string): string =>
  text.slice(0, start) + by + text.slice(end);

/** A hostile text, most of the time written so that the document stays well-formed. */
function valueFor(format: Format, choices: Choices, list: readonly string[]): string {
  const value = choices.pick(list);
  if (choices.below(4) === 0) return value;
  return format === 'json'
    ? JSON.stringify(value).slice(1, -1)
    : value.replace(/[&<"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

const MUTATIONS: readonly Mutation[] = [
  function otherValue(text, choices, format) {
    const at = quoted(text, choices);
    return at ? replace(text, at, valueFor(format, choices, VALUES)) : text;
  },
  function otherName(text, choices, format) {
    const at = quoted(text, choices);
    if (format === 'json' && at) return replace(text, at, valueFor(format, choices, NAMES));
    const name = /[\w:]+(?==")|(?<=<\/?)[\w:]+/g;
    name.lastIndex = choices.below(text.length);
    const found = name.exec(text);
    return found ? replace(text, [found.index, name.lastIndex], choices.pick(NAMES)) : text;
  },
  function sameValueEverywhere(text, choices, format) {
    const at = quoted(text, choices);
    const value = at ? text.slice(...at) : '';
    return value === ''
      ? text
      : text.replaceAll(`"${value}"`, () => `"${valueFor(format, choices, VALUES)}"`);
  },
  function otherKindOfValue(text, choices, format) {
    const at = quoted(text, choices);
    if (!at) return text;
    if (format === 'json') return replace(text, [at[0] - 1, at[1] + 1], choices.pick(JSON_PIECES));
    const end = text.indexOf('>', at[1]);
    return end < 0 ? text : replace(text, [end + 1, end + 1], choices.pick(XML_PIECES));
  },
  function anotherEntry(text, choices, format, _seeds, longest) {
    const at = entry(text, choices, format);
    if (!at) return text;
    const copy = text.slice(...at) + (format === 'json' ? ',' : '');
    const most = Math.max(1, Math.floor((longest - text.length) / copy.length));
    return replace(
      text,
      [at[0], at[0]],
      copy.repeat(1 + choices.below(Math.min(most, choices.pick([2, 1000])))),
    );
  },
  function entryAway(text, choices, format) {
    const at = entry(text, choices, format);
    return at ? replace(text, at, '') : text;
  },
  function pieceAway(text, choices) {
    return replace(text, piece(text, choices), '');
  },
  function pieceTwice(text, choices) {
    const at = piece(text, choices);
    return replace(text, at, text.slice(...at).repeat(2 + choices.below(choices.pick([2, 50]))));
  },
  function piecesSwapped(text, choices) {
    const a = piece(text, choices);
    const b = piece(text, choices);
    const [first, second] = a[0] <= b[0] ? [a, b] : [b, a];
    if (first[1] > second[0]) return text;
    return replace(replace(text, second, text.slice(...first)), first, text.slice(...second));
  },
  function pieceOfAnother(text, choices, _format, seeds) {
    const other = choices.pick(seeds).text;
    return replace(text, piece(text, choices), other.slice(...piece(other, choices)));
  },
  function cutOff(text, choices) {
    return choices.below(2) === 0 ? text.slice(0, choices.below(text.length)) : text.slice(choices.below(20));
  },
  function strayText(text, choices, format) {
    const lists = [VALUES, NAMES, format === 'json' ? JSON_PIECES : XML_PIECES];
    const at = choices.below(text.length + 1);
    return replace(text, [at, at], choices.pick(choices.pick(lists)));
  },
  function inFront(text, choices, format) {
    const list = format === 'json' ? JSON_PIECES : XML_PIECES;
    return choices.pick(list) + text;
  },
  function wrapped(text, choices, format) {
    const depth = choices.pick([1, 2, 31, 32, 33, 200, 3000]);
    return format === 'json'
      ? `${'{"Extra":'.repeat(depth)}${text}${'}'.repeat(depth)}`
      : `${'<Extra>'.repeat(depth)}${text}${'</Extra>'.repeat(depth)}`;
  },
];
