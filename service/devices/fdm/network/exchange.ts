/** One request to an FDM on the network. */
import { ask, within } from '../../ports/web.ts';
import type { FdmFailure } from '../contract.ts';
import { authorizationOf } from './authorization.ts';

/** How to reach an FDM. */
export interface Connection {
  /** Address of its GraphQL endpoint. */
  url: string;
  /** Shared secret; null for an FDM that asks for none. */
  secret: string | null;
  timeoutMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** An answer, or why there is none. `asked`: the FDM may have done what it was asked. */
export type Exchanged = { body: Buffer } | { failure: FdmFailure; asked: boolean };

const MAX_ANSWER_BYTES = 500_000;
const REFUSES = [401, 403];

/** Sends a body and reads the whole answer; never rejects. Nothing of either is in the texts of failures. */
export async function exchange(
  { url, secret, timeoutMs, now }: Connection,
  body: string,
): Promise<Exchanged> {
  const date = new Date(now()).toUTCString();
  const answer = await ask(
    {
      ...{ method: 'POST', url, body, signal: within(timeoutMs) },
      headers: {
        ...{ 'content-type': 'application/json', date },
        ...(secret !== null && { authorization: authorizationOf(date, secret, body) }),
      },
    },
    MAX_ANSWER_BYTES,
  );
  if ('failure' in answer) return answer;
  const { status } = answer;
  if (status === 200) return { body: answer.body };
  if (REFUSES.includes(status))
    return {
      failure: { trouble: 'rights', text: `it refuses the shared secret (status ${status})` },
      asked: false,
    };
  return {
    failure: { trouble: 'unreadable', text: `what came back is no answer (status ${status})` },
    asked: true,
  };
}
