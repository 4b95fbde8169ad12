/** Keys of document handles (receipt/document-handle.ts): one for each register, made from one of the portal. */
import { createHmac } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { portalSecret } from '../portal-secret.ts';

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
    const portal = (this.#portal ??= await portalSecret(this.#db, SETTING));
    return (registerId) => createHmac('sha256', portal).update(`receipts ${registerId}`).digest();
  }
}
