/**
 * An access point in small, with the REST interface of AS4 gateways (README of
 * `e-invoicing`, EI12): token, business document header, the rules of EN 16931, and no
 * document twice. For tests, and for POS developers without a contract with a provider.
 */
import type { IncomingMessage } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import { startServer, type Faults, type Reply } from '../server.ts';
import { readDocument } from './document.ts';

/** What an access point does with a document. */
export type Fate = 'delivered' | 'queued' | 'rejected';

/** A document that was taken. */
export interface TakenDocument {
  id: string;
  sender: string;
  receiver: string;
  number: string;
  kind: string;
  /** The invoice without its header. */
  xml: string;
  state: 'delivered' | 'queued' | 'rejected';
}

/** A request, for the log. */
export interface AccessPointRequest {
  method: string;
  path: string;
  status: number;
  text: string;
}

/** How to start one. */
export interface AccessPointOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  token: string;
  /** Participants who can be reached; all when left out. `scheme:value`. */
  participants?: readonly string[];
  background?: boolean;
  onRequest?(request: AccessPointRequest): void;
}

/** A running access point. */
export interface AccessPoint extends Faults {
  url: string;
  /** In order; each once. */
  documents: readonly TakenDocument[];
  requests: readonly AccessPointRequest[];
  /** Answers the next requests with this status, and does nothing else. */
  fail(status: number, times?: number): void;
  /** What becomes of documents from now on. */
  fate(fate: Fate): void;
  /** Sends what is queued. */
  flush(): void;
}

const MAX_BYTES = 20_000_000;
const REASON = 'the recipient takes no such document';

/** Starts one. */
export async function startAccessPoint(options: AccessPointOptions): Promise<AccessPoint> {
  const documents: TakenDocument[] = [];
  const requests: AccessPointRequest[] = [];
  let forced = { status: 0, times: 0 };
  let fate: Fate = 'delivered';

  const answer = (incoming: IncomingMessage, body: Buffer | null): Reply => {
    const { method = '', url = '' } = incoming;
    const reply = decide(incoming, method, url, body);
    const request = { method, path: url, status: reply.status, text: String(reply.body) };
    requests.push(request);
    options.onRequest?.(request);
    return reply;
  };

  const decide = (incoming: IncomingMessage, method: string, url: string, body: Buffer | null): Reply => {
    if (forced.times > 0) {
      forced.times--;
      return refusal(forced.status, 'as it was told to');
    }
    if (!isRight(incoming.headers['x-token'], options.token)) return refusal(401, 'the token is wrong');
    const [, id] = /^\/status\/([\da-f-]{36})$/.exec(url) ?? [];
    if (method === 'GET' && id !== undefined) {
      const found = documents.find((one) => one.id === id);
      return found ? told(found) : refusal(404, 'there is no such document');
    }
    if (method !== 'POST' || url !== '/sendsbdh') return refusal(404, 'there is no such resource');
    if (!/^(application|text)\/xml\b/.test(incoming.headers['content-type'] ?? ''))
      return refusal(415, 'XML is taken');
    if (!body) return refusal(413, 'the document is too long');
    return take(body.toString('utf8'));
  };

  const take = (text: string): Reply => {
    const read = readDocument(text);
    if ('errors' in read) return refusal(422, ...read.errors);
    const { document } = read;
    const same = documents.find(({ id }) => id === document.id);
    if (same) {
      const isSame = same.xml === document.xml && same.receiver === document.receiver;
      return isSame ? told(same) : refusal(409, 'another document has this instance identifier');
    }
    const twin = documents.find(
      ({ sender, number, kind }) =>
        sender === document.sender && number === document.number && kind === document.kind,
    );
    if (twin) return refusal(422, `invoice ${document.number} was sent before`);
    if (options.participants && !options.participants.includes(document.receiver))
      return refusal(422, `nobody is reached at ${document.receiver}`);
    const taken: TakenDocument = { ...document, state: fate };
    documents.push(taken);
    return told(taken);
  };

  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: MAX_BYTES },
    take: (incoming, body) => ({ answer: () => answer(incoming, body) }),
  });
  return {
    ...server,
    ...{ url: server.origin, documents, requests },
    fail: (status, times = 1) => (forced = { status, times }),
    fate: (next) => (fate = next),
    flush: () => documents.forEach((one) => (one.state = one.state === 'queued' ? 'delivered' : one.state)),
  };
}

function told({ id, state }: TakenDocument): Reply {
  const body = {
    ...{ sbdhInstanceIdentifier: id, as4MessageId: `${id}@access-point.example`, state },
    overallSuccess: state === 'delivered',
    ...(state === 'rejected' && { errors: [REASON] }),
  };
  return { status: 200, type: 'application/json', body: JSON.stringify(body) };
}

function refusal(status: number, ...errors: string[]): Reply {
  return { status, type: 'application/json', body: JSON.stringify({ overallSuccess: false, errors }) };
}

function isRight(sent: unknown, token: string): boolean {
  if (typeof sent !== 'string') return false;
  const [a, b] = [Buffer.from(sent), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
