/** Driver of FDMs of GKS 2.0: GraphQL over HTTP. */
import type { FdmFailure, FdmMessage, FdmOutcome, NetworkFdm, SignRequest, SignResult } from '../contract.ts';
import { exchange, type Connection } from './exchange.ts';
import { DEVICE_BODY, signBody } from './graphql.ts';
import { readAnswer, readDevice, readSigned, type Read } from './read.ts';

/** What stands in the place of a secret that an answer repeats. */
const HIDDEN = '***';

/** @returns a driver; it opens nothing until it is asked */
export function networkFdm(connection: Connection): NetworkFdm {
  async function ask<T>(
    body: string,
    secrets: readonly string[],
    read: (answer: NonNullable<ReturnType<typeof readAnswer>>) => Read<T>,
  ): Promise<FdmOutcome<T>> {
    const exchanged = await exchange(connection, body);
    if ('failure' in exchanged) {
      const { failure, asked } = exchanged;
      return { outcome: asked ? 'unknown' : 'not-done', failure };
    }
    const answer = readAnswer(withoutSecrets(exchanged.body, secrets));
    const told = answer && read(answer);
    if (!told) return { outcome: 'unknown', failure: { trouble: 'unreadable', text: 'it answers nonsense' } };
    if ('messages' in told) return { outcome: 'not-done', failure: refusal(told.messages) };
    return { outcome: 'done', result: told.result };
  }

  return {
    sign: async (request: SignRequest): Promise<FdmOutcome<SignResult>> =>
      ask(signBody(request), request.secrets, readSigned),
    device: () => ask(DEVICE_BODY, [], readDevice),
  };
}

function refusal(messages: readonly FdmMessage[]): FdmFailure {
  const text = messages.map(({ code, text: said }) => [code, said].filter(Boolean).join(' ')).join('; ');
  return { trouble: 'refused', text: `it says: ${text || 'no'}`, messages };
}

/** The answer with nothing of what only the line may know, however an FDM writes it. */
function withoutSecrets(body: Buffer, secrets: readonly string[]): Buffer {
  const wanted = secrets.filter((secret) => secret !== '');
  if (wanted.length === 0) return body;
  const spelled = wanted.map((secret) => [...secret].join(String.raw`[\s.\-/]?`)).join('|');
  const whole = new RegExp(String.raw`(?<!\d)(?:${spelled})(?!\d)`, 'g');
  return Buffer.from(body.toString('utf8').replace(whole, HIDDEN));
}
