import { expect, it } from 'vitest';
import { FolderNames } from './folder-names.ts';

function namesOf(...registers: string[]): string[] {
  const names = new FolderNames();
  return registers.map((rn) => names.of(rn));
}

it('is the name of the register', () => {
  expect(namesOf('def', 'PT599999993$1_1', 'Caixa São João')).toEqual([
    'def',
    'PT599999993$1_1',
    'Caixa São João',
  ]);
});

it('differs where some systems would see the same name', () => {
  expect(namesOf('Till', 'till', 'TILL', 'Till')).toEqual(['Till', '_2_till', '_3_TILL', 'Till']);
  expect(namesOf('caf\u00e9\u00b2', 'CAF\u00c92')).toEqual(['caf\u00e9\u00b2', '_2_CAF\u00c92']);
});

it('is no device of Windows', () => {
  expect(namesOf('con', 'Nul.txt', 'COM1', 'lpt\u00b9', 'com', 'console')).toEqual([
    '_1_con',
    '_1_Nul.txt',
    '_1_COM1',
    '_1_lpt\u00b9',
    'com',
    'console',
  ]);
});

it('is not longer than file systems allow', () => {
  const [long, other] = namesOf('漢'.repeat(100), `${'漢'.repeat(99)}字`);
  expect(Buffer.byteLength(long!)).toBeLessThan(200);
  expect(long).toMatch(/^_1_漢{40}_[0-9a-f]{16}$/);
  expect(other).not.toBe(long);
});
