import { expect, it } from 'vitest';
import type { AttributeEntry, AttributeType } from '../../../service/settings/wire.ts';
import { enteredOf, valueOf } from './attribute-values.ts';

const entry = (
  type: AttributeType,
  value: string | null,
  standard: string | null = null,
): AttributeEntry => ({
  ...{ name: 'X', known: true, meant: null, scope: 'all', type, standard, value },
  ...{ restart: false, ignored: false, waits: false, danger: false },
});

it.each<[string, AttributeEntry, { on: boolean; text: string }]>([
  ['a flag that is off', entry({ kind: 'flag' }, null), { on: false, text: '' }],
  ['a flag that is on', entry({ kind: 'flag' }, 'true'), { on: true, text: '' }],
  ['a flag that somebody switched off', entry({ kind: 'flag' }, 'No'), { on: false, text: '' }],
  ['a flag that is on by itself', entry({ kind: 'flag' }, null, 'true'), { on: true, text: '' }],
  ['a flag that is off for all registers', entry({ kind: 'flag' }, null, 'no'), { on: false, text: '' }],
  ['a time without leading zero', entry({ kind: 'time', bare: true }, '3:00'), { on: true, text: '03:00' }],
  ['a time that is on without value', entry({ kind: 'time', bare: true }, 'true'), { on: true, text: '' }],
  ['a time that is switched off', entry({ kind: 'time', off: true }, 'NO'), { on: false, text: '' }],
  ['a secret stays hidden', entry({ kind: 'secret' }, ''), { on: true, text: '' }],
  ['a text', entry({ kind: 'text' }, 'star 1'), { on: true, text: 'star 1' }],
])('opens with the present value: %s', (_what, attribute, expected) =>
  expect(enteredOf(attribute)).toEqual(expected),
);

it.each<[string, AttributeType, { on: boolean; text: string }, string | null]>([
  ['on', { kind: 'flag' }, { on: true, text: '' }, 'true'],
  ['off', { kind: 'flag' }, { on: false, text: '' }, 'no'],
  ['a text without blanks around it', { kind: 'text' }, { on: true, text: ' a b ' }, 'a b'],
  ['a secret as it was typed', { kind: 'secret' }, { on: true, text: ' a ' }, ' a '],
  ['nothing, where a value is needed', { kind: 'time' }, { on: true, text: ' ' }, null],
  ['nothing, where the default stands in', { kind: 'time', bare: true }, { on: true, text: '' }, 'true'],
  ['a time that is switched off', { kind: 'time', off: true }, { on: false, text: '04:00' }, 'NO'],
])('stores %s', (_what, type, entered, expected) => {
  expect(valueOf(entry(type, null), entered)).toBe(expected);
});
