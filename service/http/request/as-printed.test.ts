import { expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import type { Register } from '../../register/register.ts';
import { asPrinted } from './as-printed.ts';

const journal = { byFiscalNumber: () => null, byNumber: () => null } as unknown as Journal;
const register = { rn: 'def', country: { numberInLine: (fn: string) => `"No":"${fn}"` } } as Register;

it('looks for receipts alone where a number is found by what their lines say, if no type is named', async () => {
  expect(await asPrinted(journal, register, { fn: '5' })).toEqual({ type: 'Tra', line: '"No":"5"' });
  expect(await asPrinted(journal, register, { fn: '5', type: 'Fis' })).toMatchObject({ type: 'Fis' });
});
