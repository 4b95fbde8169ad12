import { expect, it } from 'vitest';
import { sameTerminal } from './same-terminal.ts';

const till = (Name: string, TT: string, TaxId = 'PT1') => ({ TaxId, TL: '1', TT, Name, RN: 'def' });

it('names tills of one company that number the same terminal, and no others', () => {
  expect(sameTerminal([till('a', '1'), till('b', '2'), till('c', '1', 'PT2')])).toEqual([]);
  expect(sameTerminal([till('a', '1'), till('b', '1')])).toEqual([
    { terminal: '1 / 1', names: 'a (def), b (def)' },
  ]);
});
