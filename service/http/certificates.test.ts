import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { brokenLinks, textOf } from '../testing/chain.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

async function publicKeyOf({ get }: Running): Promise<string> {
  const { serial } = (await get('/control/status')).json.key;
  const answer = await get(`/cer/${serial}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/x-pem-file/);
  return answer.text;
}

it('gives the public key and nothing private', async () => {
  const running = await runService();
  const pem = await publicKeyOf(running);
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  expect(createPublicKey(pem).asymmetricKeyDetails?.modulusLength).toBe(1024);
});

it.each(['x', '', '..%2fgbl%2fkeys%2f1.test', '%2e%2e%2fgbl', '%E0%A4%A', 'a.b', 'a%00'])(
  'gives nothing for /cer/%s',
  async (serial) => {
    const { get } = await runService();
    const answer = await get(`/cer/${serial}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toContain('BEGIN');
  },
);

describe('50 chained receipts', () => {
  let running: Running;
  let pem: string;
  /** Answers with the totals they were posted with: what an auditor has on paper. */
  let receipts: { ESR: { D: string; FN: string; T: string }; Fis: { PT_Hash: string } }[];

  beforeEach(async () => {
    running = await runService();
    pem = await publicKeyOf(running);
    receipts = [];
    for (let i = 1; i <= 50; i++) {
      running.clock.set(`2026-05-04T12:00:${String(i).padStart(2, '0')}`);
      const T = `${i}.${String(i).padStart(2, '0')}`;
      const { TraC } = (await running.post('/register', sale(T))).json;
      expect(TraC.ESR.FN).toBe(`FS 1_1.26/${i}`);
      receipts.push({ ...TraC, ESR: { ...TraC.ESR, T } });
    }
  });

  it('verify with the published key, and not after a change', () => {
    const key = createPublicKey(pem);
    expect(brokenLinks(receipts, key)).toEqual([]);
    const forged = receipts.map((r, i) => (i === 20 ? { ...r, ESR: { ...r.ESR, T: '0.01' } } : r));
    expect(brokenLinks(forged, key)).toEqual(['FS 1_1.26/21']);
    const missing = receipts.filter((_, i) => i !== 20);
    expect(brokenLinks(missing, key)).toEqual(['FS 1_1.26/22']);
  });

  it('are in the journal as they were answered', async () => {
    const stored = (await running.records()).slice(1);
    expect(stored.map((r) => r.Fis.PT_Hash)).toEqual(receipts.map((r) => r.Fis.PT_Hash));
    expect(brokenLinks(stored, createPublicKey(pem))).toEqual([]);
  });

  it.skipIf(!hasOpenssl())('verify with openssl dgst -sha1 -verify', async () => {
    const folder = await temporaryFolder();
    const at = (name: string) => path.join(folder, name);
    await fs.writeFile(at('key.pem'), pem);
    let previous = '';
    for (const receipt of receipts) {
      await fs.writeFile(at('text'), textOf(receipt, receipt.ESR.T, previous));
      await fs.writeFile(at('signature'), Buffer.from(receipt.Fis.PT_Hash, 'base64'));
      const said = execFileSync(
        'openssl',
        ['dgst', '-sha1', '-verify', at('key.pem'), '-signature', at('signature'), at('text')],
        { encoding: 'utf8' },
      );
      expect(said).toContain('Verified OK');
      previous = receipt.Fis.PT_Hash;
    }
  });
});

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
