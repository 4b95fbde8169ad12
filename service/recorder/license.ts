/** Licences of the portal (docs/recorder.md, Licences). */
import type { Connection } from './connection.ts';
import { numberIn, refusalOf, textIn } from './read.ts';
import type { RecordedRegister } from './registers.ts';

/** What came of a key. */
export type LicenseOutcome =
  | 'offline'
  | { product: string }
  /** The key cannot be used, in English. */
  | { refused: string };

/** Gives a licence to a register; the key is in no log and in no record. */
export async function activateLicense(
  connection: Connection,
  portal: URL,
  secret: string,
  register: RecordedRegister,
  key: string,
): Promise<LicenseOutcome> {
  const path = `/license/${encodeURIComponent(key)}`;
  const answered = await connection.ask(portal, { method: 'PUT', path, shown: '/license/***', secret });
  if ('unreachable' in answered || answered.status === 401 || answered.status >= 500) return 'offline';
  const { status, body } = answered;
  if (status !== 200) {
    const refusal = refusalOf(answered);
    return 'unreachable' in refusal ? 'offline' : refusal;
  }
  const product = textIn(body, 'productId') ?? String(numberIn(body, 'productId') ?? '');
  await register.takeLicense(product);
  return { product };
}
