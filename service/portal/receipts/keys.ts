/** Keys of document handles (receipt/document-handle.ts): one for each register, made from one of the portal. */
import { createHmac, randomBytes } from 'node:crypto';
import { HANDLE_KEY_BYTES } from '../../receipt/document-handle.ts';
import type { Queries } from '../database/database.ts';

const SETTING = 'receipt_key';

/** The keys of a portal. What it has given once, it gives for ever: receipts are opened with it years later. */
export class HandleKeys {
  readonly #db: Queries;
  #portal: Buffer | null = null;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** Makes keys of registers from their numbers. */
  async keyOf(): Promise<(registerId: number) => Buffer> {
    const portal = (this.#portal ??= await this.#read());
    return (registerId) => createHmac('sha256', portal).update(`receipts ${registerId}`).digest();
  }

  /** Made by whichever process needs it first. */
  async #read(): Promise<Buffer> {
    const kept = async () =>
      this.#db.select<{ value: string }>('SELECT value FROM settings WHERE name = $name', { name: SETTING });
    if ((await kept()).length === 0) {
      await this.#db.run(
        'INSERT INTO settings (name, value) VALUES ($name, $value) ON CONFLICT (name) DO NOTHING',
        { name: SETTING, value: randomBytes(HANDLE_KEY_BYTES).toString('base64') },
      );
    }
    const [row] = await kept();
    return Buffer.from(row!.value, 'base64');
  }
}
