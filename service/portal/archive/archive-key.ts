/**
 * The key that signs archives which the portal makes of companies whose own keys it does not have.
 * One for a portal for ever, P-256, in the table of settings so that all processes share it.
 */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { ecKeyFrom } from '../../countries/base/ec-key.ts';
import type { EcKey } from '../../countries/contract/services.ts';
import type { Queries } from '../database/database.ts';

const SETTING = 'archive_key';

/** The key; made by whichever process needs it first. */
export async function archiveKey(db: Queries): Promise<EcKey> {
  const kept = await keptKey(db);
  if (kept) return kept;
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'prime256v1' });
  await db.run('INSERT INTO settings (name, value) VALUES ($name, $value) ON CONFLICT (name) DO NOTHING', {
    ...{ name: SETTING, value: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
  });
  return (await keptKey(db))!;
}

/** The key; null before it was needed. */
export async function keptKey(db: Queries): Promise<EcKey | null> {
  const [row] = await db.select<{ value: string }>('SELECT value FROM settings WHERE name = $name', {
    name: SETTING,
  });
  return row ? ecKeyFrom(row.value) : null;
}
