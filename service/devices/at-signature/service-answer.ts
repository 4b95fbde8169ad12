/** What the answers of signing services have in common. */
import { UnitError } from './contract.ts';
import { rawSignature } from './ecdsa.ts';
import { base64Bytes, type WebAnswer } from './web-client.ts';

/**
 * Sorts an answer by its HTTP status; returns when it is 200.
 * @param text the service's own words
 * @throws UnitError `refused` for what a correct request does not get, `unreachable` for what may pass
 */
export function expectOk({ status }: WebAnswer, text: string): void {
  if (status === 200) return;
  const said = `the service answered with HTTP ${status}${text === '' ? '' : `: ${text}`}`;
  const passing = status === 408 || status === 429 || status >= 500;
  const cause = status === 401 || status === 403 ? 'login' : 'service';
  throw new UnitError(passing ? 'unreachable' : 'refused', said, cause);
}

/**
 * A signature from base64, raw or DER.
 * @throws UnitError `broken`
 */
export function signatureOf(base64: unknown): Buffer {
  const bytes = base64Bytes(base64);
  const signature = bytes && rawSignature(bytes);
  if (!signature) throw new UnitError('broken', 'the answer has no usable signature');
  return signature;
}

/**
 * A certificate from base64 DER.
 * @throws UnitError `broken`
 */
export function certificateBytes(base64: unknown): Buffer {
  const bytes = base64Bytes(base64);
  if (!bytes) throw new UnitError('broken', 'the answer has no usable certificate');
  return bytes;
}
