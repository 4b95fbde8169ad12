/** What the audit says of the encrypted turnover counter, with its AES key and without. */
import { sign } from 'node:crypto';
import { expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { MemoryVault } from '../../testing/country-services.ts';
import { aesKeyFrom, setAesKey } from './aes-key.ts';
import { audit } from './audit.ts';
import { AUSTRIA, Till } from './testing/till.ts';

const HEADER = Buffer.from('{"alg":"ES256"}').toString('base64url');

async function sold(): Promise<Till> {
  const till = await Till.open();
  for (const total of ['12.00', '3.40', '-1.00']) await till.sell(total);
  return till;
}

/** Findings that are about the counter, and the line for people. */
function audited(till: Till, records: readonly JournalRecord[], vault?: MemoryVault) {
  const auditor = audit({ ...(vault && { vault }) });
  const found = [...records.flatMap((record) => auditor.take(record)), ...auditor.end(till.register.state)];
  return { found, summary: auditor.summary() };
}

/** The receipts with another counter in the last one, which the unit itself has signed. */
function withFalseCounter(till: Till, records: readonly JournalRecord[]): JournalRecord[] {
  const changed = structuredClone([...records]);
  const fis = changed.at(-1)!.Fis!;
  const fields = fis.Code!.split('_');
  fields[10] = Buffer.alloc(8, 7).toString('base64');
  const payload = Buffer.from(fields.slice(0, 13).join('_')).toString('base64url');
  const key = { key: till.signer.units[0]!.privateKey, dsaEncoding: 'ieee-p1363' as const };
  fields[13] = sign('sha256', Buffer.from(`${HEADER}.${payload}`), key).toString('base64');
  fis.Code = fields.join('_');
  return changed;
}

it('decrypts the counter where the key is at hand', async () => {
  const till = await sold();
  const records = await till.records();
  const { found, summary } = audited(till, records, till.vault);
  expect(found).toEqual([]);
  expect(summary).toMatch(/receipts 4, signatures that fit 4.*; turnover counter decrypted$/);
});

it('finds a counter that its own unit has signed and that is wrong', async () => {
  const till = await sold();
  const records = await till.records();
  const changed = withFalseCounter(till, records);
  const { SQ } = records.at(-1)!;
  const wrong = { sq: SQ, text: expect.stringMatching(/^counter, field 10: .* should be 1440$/) as string };
  expect(audited(till, changed, till.vault).found).toContainEqual(wrong);
  // Without the key nobody can see it.
  const without = audited(till, changed);
  expect(without.found).not.toContainEqual(wrong);
  expect(without.summary).toMatch(/turnover counter not decrypted, its AES key is not at hand$/);
});

it('does not take another key for wrong records', async () => {
  const till = await sold();
  const vault = new MemoryVault();
  const other = aesKeyFrom(Buffer.alloc(32, 7).toString('base64'))!;
  await setAesKey(vault, AUSTRIA, 'Graz/1', other);
  const { found, summary } = audited(till, await till.records(), vault);
  expect(found).toEqual([]);
  expect(summary).toContain(
    `not decrypted, the AES key at hand has the check value ${other.check}, that of the register ${till.kasse.keyCheck}`,
  );
});

it('goes on over late fiscal data, and so does the chain', async () => {
  const till = await sold();
  const { journal } = till.room;
  const receipt = (await journal.last('def', 'Tra'))!;
  const SQ = (await journal.lastSq('def')) + 1;
  const late = {
    _: 'Fis',
    SQ,
    RN: 'def',
    D: receipt.D,
    Of: receipt.SQ,
    Fis: { ...receipt.Fis, More: 'late' },
  };
  await journal.append({ record: late, sums: null, changes: {} }, 0);
  await till.restart();
  await till.sell('7.00');
  const records: JournalRecord[] = [];
  for await (const lines of till.room.journal.linesBetween('def', 0, SQ + 1))
    records.push(...lines.map(({ text }) => JSON.parse(text) as JournalRecord));
  expect(records.map(({ _ }) => _).slice(-2)).toEqual(['Fis', 'Tra']);
  const { found, summary } = audited(till, records, till.vault);
  expect(found).toEqual([]);
  expect(summary).toMatch(/receipts 5, signatures that fit 5/);
  expect(await till.verify()).toMatchObject({ errors: [], warnings: [], receipts: 5 });
});
