import { generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { SigningRows, type Signature } from './rows.ts';

const one = generateKeyPairSync('rsa', { modulusLength: 1024 });
const other = generateKeyPairSync('rsa', { modulusLength: 1024 });
const algorithm = 'RSA-SHA1';

function isSigned(text: string, signature: string, publicKey: KeyObject): boolean {
  return verify(algorithm, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
}

test('signs chains of several keys, each text over the signature before it, however long the row is', async () => {
  const rows = new SigningRows();
  const chains = [one, other].map(({ privateKey: key, publicKey }) => {
    const signatures: Signature[] = [];
    const next = (text: string) => {
      const previous = signatures.at(-1) ?? 'first;';
      signatures.push(rows.sign({ key, algorithm, text, previous }));
    };
    return { next, publicKey, signatures };
  });
  for (let i = 0; i < 40; i++) for (const { next } of chains) next(`ä${i};`);
  await chains[0]!.signatures[0]!.made;
  // The one before is made already, or being made.
  for (const { next } of chains) next('ä40;');
  for (const { signatures, publicKey } of chains) {
    const values = await Promise.all(signatures.map(({ made }) => made));
    const right = values.map((value, i) => isSigned(`ä${i};${values[i - 1] ?? 'first;'}`, value, publicKey));
    expect(right).toStrictEqual(Array<boolean>(41).fill(true));
  }
});

test('what cannot be signed, and what builds on it, is refused; another key signs on', async () => {
  const rows = new SigningRows();
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const bad = rows.sign({ key, algorithm, text: 'a', previous: '' });
  const behind = rows.sign({ key: one.privateKey, algorithm, text: 'b', previous: bad });
  await expect(bad.made).rejects.toThrow();
  await expect(behind.made).rejects.toThrow('the signature before could not be made');
  const good = rows.sign({ key: one.privateKey, algorithm, text: 'c', previous: '' });
  expect(isSigned('c', await good.made, one.publicKey)).toBe(true);
});

test('makes a row as a whole or not at all, however much of it is under way when one cannot be made', async () => {
  const rows = new SigningRows();
  const { privateKey: key } = one;
  const foreign: Signature = { value: null, made: Promise.reject(new Error('never')) };
  await expect(foreign.made).rejects.toThrow();
  const row: Signature[] = [];
  for (let i = 0; i < 30; i++) {
    const previous = i === 13 ? foreign : (row.at(-1) ?? 'first;');
    row.push(rows.sign({ key, algorithm, text: `${i};`, previous }));
  }
  const outcomes = await Promise.allSettled(row.map(({ made }) => made));
  expect(new Set(outcomes.map(({ status }) => status))).toStrictEqual(new Set(['rejected']));
  const next = ['a', 'b'].map((text) => rows.sign({ key, algorithm, text, previous: 'before' }));
  for (const [i, { made }] of next.entries())
    expect(isSigned(`${'ab'[i]!}before`, await made, one.publicKey)).toBe(true);
});
