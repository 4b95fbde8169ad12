/**
 * The key that seals a company's records for the archive (receipt/company-key.ts), asked for by its id
 * among the machines of the shop: who has the shop's secret may have it.
 */
import { isKeyId, readCompanyKey } from '../receipt/company-key.ts';
import type { Answer, Exchange, Peer, Received } from './exchange.ts';

const QUESTION = 'companykey';
const ANSWER = 'keyis';
/** Whoever has it need not look for it. */
const ANSWER_MS = 500;

/** The key as a machine that is asked has it; null when none that answers in time has it. */
export async function askCompanyKey(
  exchange: Exchange,
  peers: readonly Peer[],
  id: string,
): Promise<string | null> {
  if (peers.length === 0) return null;
  const keyIn = ({ kind, body: { key } }: Received) =>
    kind === ANSWER && typeof key === 'string' && readCompanyKey(key)?.id === id ? key : null;
  const answers = await exchange.ask(QUESTION, { id }, peers, {
    ms: ANSWER_MS,
    enough: (so) => so.some((answer) => keyIn(answer) !== null),
  });
  return answers.map(keyIn).find((key) => key !== null) ?? null;
}

/**
 * The answer to a question for a key; null for another question, or where the key is not here.
 * @param keyOf the key of an id, null where it is not here
 */
export function answerCompanyKey(
  { kind, body: { id } }: Pick<Received, 'kind' | 'body'>,
  keyOf: (id: string) => string | null,
): Answer | null {
  if (kind !== QUESTION || typeof id !== 'string' || !isKeyId(id)) return null;
  const key = keyOf(id);
  return key === null ? null : { kind: ANSWER, body: { key } };
}
