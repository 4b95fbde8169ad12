import { expect, it } from 'vitest';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { dangersOf, isDangerous } from './danger.ts';

const entry = (values: Partial<AttributeEntry>): AttributeEntry => ({
  ...{ name: 'IO_nosync', known: true, meant: null, scope: 'all', type: { kind: 'flag' }, standard: null },
  ...{ restart: false, value: null, ignored: false, waits: false, danger: true },
  ...values,
});
const CHOICE: AttributeEntry['type'] = { kind: 'choice', values: ['OK', 'NO', 'BAD'] };

it.each<[string, Partial<AttributeEntry>, string, boolean]>([
  ['a dangerous flag that is switched on', {}, 'true', true],
  ['one that stays on', { value: 'true' }, 'true', false],
  ['one that is switched off', { value: 'true' }, 'no', false],
  ['one that is switched on again', { value: 'no' }, 'true', true],
  ['NO where it is no switch', { name: 'TEST_RC', type: CHOICE }, 'NO', true],
  ['another value', { name: 'TEST_RC', type: CHOICE, value: 'NO' }, 'OK', true],
  ['a harmless one', { danger: false }, 'true', false],
])('asks about %s: %s', (_what, values, value, expected) => {
  expect(isDangerous(entry(values), value)).toBe(expected);
});

it.each<[string, string[]]>([
  ['Log_debug', []],
  ['Log_debug io_NOSYNC', ['IO_nosync']],
  ['IO_nosync=no', []],
  ['IO_nosync="yes" TEST_RC=NO', ['IO_nosync', 'TEST_RC']],
  ["IO_nosync = no TEST_RC = 'OK'", ['TEST_RC']],
  ['IO_nosync=no IO_nosync', ['IO_nosync']],
  ['My_IO_nosync IO_nosync2 IO_nosync.x', []],
  ['HttpServer_Disable', []],
])('asks about what the list %s sets anew', (list, expected) => {
  const attributes = [
    entry({}),
    entry({ name: 'TEST_RC', type: CHOICE }),
    entry({ name: 'HttpServer_Disable', value: 'true' }),
  ];
  expect(dangersOf(attributes, list).map(({ name }) => name)).toEqual(expected);
});
