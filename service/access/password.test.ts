import { expect, it, onTestFinished } from 'vitest';
import {
  hashPassword,
  isHash,
  isPassword,
  PASSWORD_COST,
  passwordProblem,
  setPasswordCost,
} from './password.ts';
import { CHEAP } from '../testing/cheap-passwords.ts';

it('keeps a password so that only the same one fits', async () => {
  // Other tests have cheaper ones.
  setPasswordCost(PASSWORD_COST);
  onTestFinished(() => setPasswordCost(CHEAP));
  const hash = await hashPassword('Öl & Käse 12');
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$/);
  expect(isHash(hash)).toBe(true);
  expect(hash).not.toContain('Käse');
  expect(await isPassword('Öl & Käse 12', hash)).toBe(true);
  // The same letters in their other form, as another keyboard may send them.
  expect(await isPassword('Öl & Käse 12'.normalize('NFD'), hash)).toBe(true);
  for (const other of ['', 'öl & Käse 12', 'Öl & Käse 12 '])
    expect(await isPassword(other, hash)).toBe(false);
  expect(await hashPassword('Öl & Käse 12')).not.toBe(hash);
});

it.each([
  '',
  'plain',
  'scrypt$1$1$1$AAAA',
  'scrypt$3$8$1$AAAAAAAAAAA=$AAAAAAAAAAA=',
  'scrypt$99999999$999$1$AAAAAAAAAAA=$AAAAAAAAAAA=',
])('fits nothing to the damaged hash %j', async (hash) => {
  expect(await isPassword('', hash)).toBe(false);
  expect(await isPassword('plain', hash)).toBe(false);
});

it('wants 8 to 200 characters', () => {
  expect(passwordProblem('1234567')).toBe('tooShort');
  expect(passwordProblem('12345678')).toBeNull();
  expect(passwordProblem('x'.repeat(200))).toBeNull();
  expect(passwordProblem('x'.repeat(201))).toBe('tooLong');
});
