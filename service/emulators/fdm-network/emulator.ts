/** An FDM of GKS 2.0 in small: GraphQL over HTTP, its rules, its counters. */
import { createHash } from 'node:crypto';
import { systemClock, type Clock } from '../../clock.ts';
import { startServer, type Faults } from '../server.ts';
import { EmulatedNetworkFdm, type Conditions, type SignedEvent } from './module.ts';
import { Refusal } from './rules.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  clock?: Clock;
  id?: string;
  /** Requests must show that they know it; without one they need not. */
  secret?: string;
  /** Called with each event as it is signed. */
  signed?(event: SignedEvent): void;
}

/** A running emulator. */
export interface Emulator extends Faults {
  port: number;
  /** As registers name it. */
  address: string;
  conditions: Conditions;
  /** What was signed, oldest first. */
  readonly events: readonly SignedEvent[];
  forget(): void;
}

const ID = 'BMC08000048';
const LONGEST_BODY = 2_000_000;
/** How far the date of a request may be off, ms. */
const MOST_OFF = 300_000;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, id = ID, secret } = options;
  const fdm = new EmulatedNetworkFdm(id, clock);
  const reply = (status: number, body: unknown) => ({
    status,
    type: 'application/json',
    body: body === null ? '' : JSON.stringify(body),
  });
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: (incoming, body) => ({
      answer() {
        if (incoming.method !== 'POST' || incoming.url !== '/graphql') return reply(404, null);
        const text = (body ?? Buffer.alloc(0)).toString('utf8');
        if (secret !== undefined && !isAuthorized(incoming.headers, secret, text, clock.now()))
          return reply(401, null);
        const before = fdm.events.length;
        const answer = answerTo(fdm, text);
        for (const event of fdm.events.slice(before)) options.signed?.(event);
        return reply(200, answer);
      },
    }),
  });
  const port = Number(new URL(server.origin).port);
  return {
    ...server,
    ...{ port, address: `127.0.0.1:${port}`, conditions: fdm.conditions, events: fdm.events },
    forget: () => fdm.forget(),
  };
}

function isAuthorized(
  { date = '', authorization }: { date?: string | undefined; authorization?: string | undefined },
  secret: string,
  body: string,
  now: number,
): boolean {
  const digest = createHash('sha1').update(`POST${date}${secret}${body}`).digest('base64');
  return authorization === `FDM ${digest}` && Math.abs(Date.parse(date) - now) <= MOST_OFF;
}

function answerTo(fdm: EmulatedNetworkFdm, text: string): unknown {
  try {
    const { query, variables } = JSON.parse(text) as { query: string; variables?: { isTraining?: unknown } };
    if (/^\{ device \{ id \} \}$/.test(query)) return { data: { device: { id: fdm.id } } };
    const [, alias, mutation] = /\{ (\w+): (\w+)\(data: \$data, isTraining: \$isTraining\)/.exec(query) ?? [];
    const [, data] = /"variables":\{"data":(\{.*\}),"isTraining":(?:true|false)\}\}$/s.exec(text) ?? [];
    if (alias === undefined || mutation === undefined || data === undefined)
      throw new Refusal('BAD_REQUEST', 'query', query);
    return { data: { [alias]: fdm.sign(mutation, data, variables?.isTraining === true) } };
  } catch (error) {
    const { code, field, value } =
      error instanceof Refusal ? error : { code: 'BAD_REQUEST', field: 'body', value: '' };
    const message = `${field} is not valid: ${value}`;
    const data = [{ name: field, value }];
    const extensions = { category: 'FDM', code, showPos: 'MANDATORY', data };
    return { errors: [{ message, locations: [], extensions }] };
  }
}
