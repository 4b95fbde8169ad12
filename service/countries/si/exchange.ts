/** A conversation with FURS: one signed message and its answer. */
import { randomUUID } from 'node:crypto';
import { isTree, type Tree } from '../../receipt/tree.ts';
import { cleaned } from '../base/clean.ts';
import type { CompanyCertificate } from '../base/online/company-certificate.ts';
import { exchange, type Message } from '../base/online/environment.ts';
import type { CountryServices } from '../contract/services.ts';
import { ENVIRONMENT } from './credentials.ts';
import { fursUrl, type Operation } from './furs.ts';
import { echoMessage, type Header } from './message.ts';
import { readToken, signToken } from './token.ts';

/** What FURS says to a message. */
export type Answer =
  /** Done; with the receipt's EOR where it was one. */
  | { eor: string | null }
  /** `code` in small letters. */
  | { refused: { code: string; text: string } }
  /** No answer of FURS that anything may be concluded from, English. */
  | { unreachable: string };

/** How to ask. */
export interface Asking {
  operation: 'invoice' | 'premises';
  certificate: CompanyCertificate;
  /** Of the test system. */
  test: boolean;
  signal: AbortSignal;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const CODE = /^s\d{3}$/;

/** Sends a message and reads the answer. Never rejects. */
export async function ask(
  asking: Asking,
  services: CountryServices,
  message: (header: Header) => string,
): Promise<Answer> {
  const id = randomUUID();
  const now = services.clock.now();
  const token = signToken(message({ id, sentAt: now }), asking.certificate);
  const sent = await send(JSON.stringify({ token }), asking, services);
  if ('unreachable' in sent) return sent;
  const isSpoilt = asking.test && services.attributes().flag('TEST_Verify_err');
  return readAnswer(sent.body, {
    ...{ id, operation: asking.operation, now: new Date(now), isSpoilt },
    trusted: ENVIRONMENT.trusted(services),
    status: sent.status,
  });
}

/** Whether FURS sends a text back; English text when it does not. */
export async function echo(
  asking: Omit<Asking, 'operation'>,
  services: CountryServices,
): Promise<string | null> {
  const text = randomUUID();
  const sent = await send(echoMessage(text), { ...asking, operation: 'echo' }, services);
  if ('unreachable' in sent) return sent.unreachable;
  return bodyOf(sent.body)?.EchoResponse === text ? null : 'the answer is none of FURS';
}

function send(
  body: string,
  { operation, certificate, test, signal }: Omit<Asking, 'operation'> & { operation: Operation },
  services: CountryServices,
): ReturnType<typeof exchange> {
  const message: Message = {
    url: fursUrl(operation, test, ENVIRONMENT.other(services)),
    name: 'FURS',
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    client: {
      certificate: [certificate.certificate, ...certificate.chain].map(String).join('\n'),
      key: certificate.key.export({ type: 'pkcs8', format: 'pem' }) as string,
    },
    trusted: ENVIRONMENT.trusted(services),
    body,
    test,
    signal,
  };
  return exchange(message, services);
}

/** What was asked, and whose answers are believed. */
interface Asked {
  operation: Asking['operation'];
  /** MessageID of the message. */
  id: string;
  status: number;
  trusted: Parameters<typeof readToken>[1];
  now: Date;
  /** TEST_Verify_err: as if the signature did not hold. */
  isSpoilt: boolean;
}

/** Reads an answer strictly: signed by FURS, of this message, with an EOR or an error and nothing of both. */
export function readAnswer(body: Buffer, { operation, id, status, trusted, now, isSpoilt }: Asked): Answer {
  const token = bodyOf(body)?.token;
  if (typeof token !== 'string') return { unreachable: `no answer of FURS (HTTP status ${status})` };
  const read = isSpoilt
    ? { problem: 'its signature does not hold (TEST_Verify_err)' }
    : readToken(token, trusted, now);
  if ('problem' in read) return { unreachable: `the answer of FURS is not believed: ${read.problem}` };
  const response = read.payload[operation === 'invoice' ? 'InvoiceResponse' : 'BusinessPremiseResponse'];
  if (!isTree(response) || !isTree(response.Header))
    return { unreachable: 'the answer is to something else' };
  const error = errorIn(response);
  const answered = response.Header.MessageID;
  // A message that FURS could not read has no id for it.
  const isUnread = error !== null && (answered === '' || answered === undefined);
  if (!isUnread && (typeof answered !== 'string' || answered.toLowerCase() !== id))
    return { unreachable: 'it answers another message' };
  const eor = response.UniqueInvoiceID;
  if (error) return eor === undefined ? { refused: error } : { unreachable: 'it accepts and refuses' };
  if (response.Error !== undefined) return { unreachable: 'its error cannot be read' };
  if (operation === 'premises') return { eor: null };
  return typeof eor === 'string' && UUID.test(eor)
    ? { eor: eor.toLowerCase() }
    : { unreachable: 'its EOR is none' };
}

function errorIn({ Error }: Tree): { code: string; text: string } | null {
  if (!isTree(Error)) return null;
  const { ErrorCode, ErrorMessage } = Error;
  const code = typeof ErrorCode === 'string' ? ErrorCode.trim().toLowerCase() : '';
  if (!CODE.test(code)) return null;
  return { code, text: typeof ErrorMessage === 'string' ? cleaned(ErrorMessage, []) : '' };
}

function bodyOf(body: Buffer): Tree | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isTree(value) ? value : null;
  } catch {
    return null;
  }
}
