import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileName } from './file-name.ts';
import { anyCharacter } from '../testing/any-character.ts';

it('leaves good names as they are', () => {
  for (const name of ['SAFT-PT_def_2026-04-01_2026-04-30.xml', 'PT599999993$1_1.csv', 'Facturação 1.xml'])
    expect(fileName(name)).toBe(name);
});

it.each([
  ['../../etc/passwd', '__.._etc_passwd'],
  ['..', '_'],
  ['', '_'],
  ['.hidden', '_hidden'],
  ['a/b\\c:d', 'a_b_c_d'],
  ['C:\\x', 'C_x'],
  ['a\u0000b\nc', 'a_b_c'],
  ['end. ', 'end_'],
])('makes %j stay in its folder', (name, expected) => {
  expect(fileName(name)).toBe(expected);
});

it('never makes a path', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fc.constantFrom('.', '/', '\\', ' ', 'a', ':')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const name = fileName(Array.isArray(text) ? text.join('') : text);
      for (const system of [path.posix, path.win32]) {
        expect(system.basename(name)).toBe(name);
        expect(system.resolve('/x', name)).not.toBe(system.resolve('/x'));
      }
    }),
  );
});
