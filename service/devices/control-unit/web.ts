/** One message to a unit. */
import { ask, within } from '../ports/web.ts';
import type { ClientIdentity, UnitFailure, UnitOutcome } from './contract.ts';

/** A message. */
export interface UnitMessage {
  url: string;
  /** Media type. */
  type: string;
  body: Buffer;
  /** Value of `Authorization`. */
  authorization?: string;
  /** Shown to servers that know registers by their certificates: HTTPS only. */
  client?: ClientIdentity;
  /** Issuers to trust in place of those that Node brings, PEM. */
  ca?: string | undefined;
  timeoutMs: number;
}

/** Longest answer that is read, bytes. */
const LONGEST = 100_000;

/** Sends a message and reads the whole answer; `unknown` from the first byte that may have gone out. */
export async function send(message: UnitMessage): Promise<UnitOutcome<Buffer>> {
  const { url, type, body, authorization, client, ca, timeoutMs } = message;
  const protocol = URL.parse(url)?.protocol ?? '';
  if (!(client ? ['https:'] : ['http:', 'https:']).includes(protocol))
    return never('refused', `${client ? 'https' : 'http'} address expected`);
  const answer = await ask(
    {
      ...{ method: 'POST', url, body, signal: within(timeoutMs) },
      headers: { 'content-type': type, ...(authorization !== undefined && { authorization }) },
      tls: { ca, cert: client?.certificate, key: client?.key },
    },
    LONGEST,
  );
  if ('failure' in answer) {
    const { failure, asked } = answer;
    // A key that does not fit its certificate, or a text that is no header.
    if (failure.trouble === 'refused') return never('rights', failure.text);
    return asked ? { outcome: 'unknown', failure } : { outcome: 'not-done', failure };
  }
  const { status } = answer;
  if (status === 200) return { outcome: 'done', result: answer.body };
  if (status === 401 || status === 403) return never('rights', `it refuses who asks (status ${status})`);
  if (status === 503) return never('busy', 'it is busy (status 503)');
  const text = `what came back is no answer (status ${status})`;
  return { outcome: 'unknown', failure: { trouble: 'unreadable', text } };
}

function never(trouble: UnitFailure['trouble'], text: string): UnitOutcome<never> {
  return { outcome: 'not-done', failure: { trouble, text } };
}
