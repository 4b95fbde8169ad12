/** A conversation with CIS: one signed message and its answer. */
import { randomUUID } from 'node:crypto';
import { exchange, type Message } from '../base/online/environment.ts';
import { zoneTime } from '../base/online/zone-time.ts';
import type { CountryServices } from '../contract/services.ts';
import { isEcho, readAnswer, type Answer } from './answer.ts';
import { cisSystem, soapAction, type Operation } from './cis.ts';
import type { Certificate } from './credentials.ts';
import { ENVIRONMENT } from './environment.ts';
import { echoEnvelope, signedEnvelope, type Header } from './message.ts';

/** What became of a message; `unreachable` says why there is no answer, English. */
export type Exchanged = Answer | { unreachable: string };

/** Croatian time. */
const zagrebTime = zoneTime('Europe/Zagreb');

/** How to ask. */
export interface Asking {
  operation: Operation;
  certificate: Certificate;
  /** Of the test system. */
  test: boolean;
  signal: AbortSignal;
}

/** Sends a message and reads the answer. Never rejects. */
export async function ask(
  { operation, certificate, test, signal }: Asking,
  services: CountryServices,
  message: (header: Header) => string,
): Promise<Exchanged> {
  const id = randomUUID();
  const now = services.clock.now();
  const envelope = signedEnvelope(message({ id, time: zagrebTime(now) }), certificate);
  const sent = await send(envelope, { operation, certificate, test, signal }, services);
  if ('unreachable' in sent) return sent;
  const certificates = [...certificate.chain, ...ENVIRONMENT.trusted(services)];
  const system = cisSystem(test);
  return readAnswer(sent.body, { operation, id, system, certificates, now: new Date(now) });
}

/** Whether CIS sends a text back; English text when it does not. */
export async function echo(
  asking: Omit<Asking, 'operation'>,
  services: CountryServices,
): Promise<string | null> {
  const text = randomUUID();
  const sent = await send(echoEnvelope(text), { ...asking, operation: 'echo' }, services);
  if ('unreachable' in sent) return sent.unreachable;
  return isEcho(sent.body, text) ? null : 'the answer is none of CIS';
}

function send(
  envelope: string,
  { operation, certificate, test, signal }: Omit<Asking, 'operation'> & { operation: Operation | 'echo' },
  services: CountryServices,
): ReturnType<typeof exchange> {
  const message: Message = {
    url: (test ? ENVIRONMENT.other(services) : undefined) ?? cisSystem(test).url,
    name: 'CIS',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${soapAction(operation)}"` },
    trusted: [...certificate.chain, ...ENVIRONMENT.trusted(services)],
    body: envelope,
    test,
    signal,
  };
  return exchange(message, services);
}
