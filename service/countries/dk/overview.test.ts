/** What a Danish register should be looked after for. */
import { expect, it } from 'vitest';
import { MemoryVault } from '../../testing/country-services.ts';
import { newSignatory } from '../base/testing/signers.ts';
import type { CountryContext } from '../contract/services.ts';
import { problems } from './overview.ts';
import { CFG, CVR, NOW } from './testing/shop.ts';

it('points out a certificate that is not of OCES3', async () => {
  const issuers = ['Den Danske Stat OCES udstedende-CA 1', 'Somebody else'].map((name) => newSignatory(name));
  const found = [];
  for (const issuer of issuers) {
    const { pem } = newSignatory(`CVR ${CVR}`, { issuer });
    const vault = new MemoryVault();
    await vault.set(`DK/certificate ${CVR}`, { ...pem, chain: [] });
    const context = { vault, memory: new Map(), cfg: CFG, now: NOW } as unknown as CountryContext;
    found.push(problems(new Map(), context).map(({ code }) => code));
  }
  expect(found).toEqual([[], ['DK_CERTIFICATE_ISSUER']]);
});
