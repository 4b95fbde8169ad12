/** Sales that are numbered while those before are still being signed (signing/README.md). */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import type { SigningKey } from '../countries/contract/services.ts';
import type { Tree } from '../receipt/tree.ts';
import type { TraC } from '../receipt/tra.ts';
import { brokenLinks } from '../testing/chain.ts';
import { key, openRoom, publicKey } from '../testing/registers.ts';
import { PORTUGAL, tra } from '../testing/sales.ts';
import type { Register } from './register.ts';

const unusable: SigningKey = { ...key, privateKey: generateKeyPairSync('ed25519').privateKey };

const sell = (register: Register, esr: Tree = {}): Promise<TraC> =>
  register.submit({ tra: tra(esr), warnings: [], restart: false });

it('keeps order and chain where unsigned records, voids and another start of the service come between', async () => {
  const room = await openRoom();
  const def = await room.register('def');
  await def.configuration.set(PORTUGAL);
  const answers = await Promise.all([
    ...[sell(def), sell(def), sell(def, { NF: '1' }), sell(def)],
    def.void({ original: null, sender: {}, reason: 'wrong', warnings: [] }),
    ...[sell(def), sell(def, { NF: '1' }), sell(def)],
  ]);
  expect(answers.map(({ Result: { RC }, SQ }) => [RC, SQ])).toEqual(answers.map((_, i) => ['OK', i + 2]));
  const again = await room.reopen();
  const same = await again.register('def');
  await Promise.all([sell(same), sell(same)]);
  const stored = await again.records('def');
  const documents = stored.filter(({ ESR }) => ESR?.FN?.startsWith('FS '));
  expect(documents.map(({ ESR }) => ESR!.FN)).toEqual(documents.map((_, i) => `FS 1_1.26/${i + 1}`));
  expect(documents).toHaveLength(7);
  expect(brokenLinks(documents, publicKey)).toEqual([]);
});

it('refuses what cannot be signed and all that was numbered since, in every register, and goes on', async () => {
  let active = key;
  const room = await openRoom(undefined, undefined, { key: () => active });
  const [a, b] = await Promise.all(['a', 'b'].map((rn) => room.register(rn)));
  for (const register of [a!, b!])
    await register.configuration.set({ ...PORTUGAL, Trm: { TT: register.rn } });
  await Promise.all([sell(a!), sell(a!), sell(b!)]);
  active = unusable;
  const failed = await Promise.all([sell(a!), sell(a!), sell(a!, { NF: '1' })]);
  expect(failed.slice(0, 2).map(({ Result }) => [Result.RC, Result.ErrorCode])).toEqual([
    ['NO', '#JOURNAL_FAILED'],
    ['NO', '#JOURNAL_FAILED'],
  ]);
  active = key;
  const answers = await Promise.all([sell(a!), sell(b!), sell(a!), sell(b!)]);
  expect(answers.map(({ Result: { RC } }) => RC)).toEqual(['OK', 'OK', 'OK', 'OK']);
  for (const rn of ['a', 'b']) {
    const [, ...stored] = await room.records(rn);
    expect(stored.map(({ SQ }) => SQ)).toEqual(stored.map((_, i) => i + 2));
    const documents = stored.filter(({ ESR }) => ESR?.FN !== undefined);
    expect(documents.map(({ ESR }) => ESR!.FN)).toEqual(documents.map((_, i) => `FS 1_${rn}.26/${i + 1}`));
    expect(brokenLinks(documents, publicKey)).toEqual([]);
  }
});
