import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Json } from '../receipt/json.ts';
import { fingerprintOf, InstallationKey, isSignedBy } from './installation-key.ts';

/** A vault in memory, which may be full. */
function vaultOf(values = new Map<string, Json>()) {
  const vault = {
    isFull: false,
    get: (name: string) => values.get(name),
    set: (name: string, value: Json) =>
      vault.isFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve(void values.set(name, value)),
  };
  return vault;
}

it('signs with the same key after a restart, and nobody else does', async () => {
  const vault = vaultOf();
  const [key, again, other] = [
    await InstallationKey.open(vault),
    await InstallationKey.open(vault),
    await InstallationKey.open(vaultOf()),
  ];
  const signature = key.sign('text');
  expect([again.publicKey, isSignedBy(key.publicKey, 'text', signature)]).toEqual([key.publicKey, true]);
  expect(isSignedBy(key.publicKey, 'other text', signature)).toBe(false);
  expect(isSignedBy(other.publicKey, 'text', signature)).toBe(false);
  expect(fingerprintOf(key.publicKey)).toMatch(/^[0-9a-f]{4}( [0-9a-f]{4}){7}$/);
});

it('takes no other kind of key, and nothing that is none', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const rsa = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  for (const key of [rsa, '', 'x', 'AAAA']) expect(isSignedBy(key, 'text', 'AAAA')).toBe(false);
});

it('does not keep a till from starting when the disk is full, but is on disk before it signs for others', async () => {
  const vault = vaultOf();
  vault.isFull = true;
  const key = await InstallationKey.open(vault);
  await expect(key.keep()).rejects.toThrow('ENOSPC');
  vault.isFull = false;
  await key.keep();
  expect((await InstallationKey.open(vault)).publicKey).toBe(key.publicKey);
});
