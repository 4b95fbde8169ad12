/** Secrets of a portal that all of its processes share, such as keys that sign links. */
import { randomBytes } from 'node:crypto';
import type { Queries } from './database/database.ts';

/** AES-256 and HMAC-SHA-256 both take as much. */
const BYTES = 32;

/**
 * A secret by its name; made by whichever process needs it first, and the same for ever.
 * @param name of the row in `settings`
 */
export async function portalSecret(db: Queries, name: string): Promise<Buffer> {
  const kept = async () =>
    (await db.select<{ value: string }>('SELECT value FROM settings WHERE name = $name', { name }))[0];
  if (!(await kept())) {
    await db.run('INSERT INTO settings (name, value) VALUES ($name, $value) ON CONFLICT (name) DO NOTHING', {
      ...{ name, value: randomBytes(BYTES).toString('base64') },
    });
  }
  return Buffer.from((await kept())!.value, 'base64');
}
