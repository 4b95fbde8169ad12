/** A conversation with CIS: one signed message and its answer. */
import { randomUUID, X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import tls from 'node:tls';
import type { CountryServices } from '../contract/services.ts';
import { post } from '../base/http-client.ts';
import { isEcho, readAnswer, type Answer } from './answer.ts';
import { cisSystem, soapAction, type Operation } from './cis.ts';
import type { Certificate } from './credentials.ts';
import { echoEnvelope, signedEnvelope, type Header } from './message.ts';

/** The signal ends a conversation long before. */
const LONGEST_MS = 60_000;

/** The CA of CIS is no public one; its web server may be known by one. */
const PUBLIC_ISSUERS = tls.rootCertificates.join('\n');

/** What became of a message; `unreachable` says why there is no answer, English. */
export type Exchanged = Answer | { unreachable: string };

/** Another CIS than the tax administration's, such as the emulator (profile attribute `HR_Cis`). */
function otherCis(services: Pick<CountryServices, 'attributes'>): string | undefined {
  return services.attributes().text('HR_Cis');
}

/** Whether receipts are only tests: they are reported to the test system, or to nobody who counts. */
export function isTest(services: Pick<CountryServices, 'attributes'>): boolean {
  return services.attributes().flag('Fiscal_Test') || otherCis(services) !== undefined;
}

/** Whether the service is a test system that tells nobody: what counts is still told. */
export function isSilent(services: Pick<CountryServices, 'attributes'>): boolean {
  return services.attributes().flag('Reg_test');
}

/** Croatian time, whatever the machine is set to. */
const ZAGREB = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Zagreb', dateStyle: 'short', timeStyle: 'medium' },
});

function zagrebTime(ms: number): string {
  return ZAGREB.format(ms).replace(' ', 'T');
}

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
  const certificates = [...certificate.chain, ...issuers(services)];
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

async function send(
  envelope: string,
  { operation, certificate, test, signal }: Omit<Asking, 'operation'> & { operation: Operation | 'echo' },
  services: CountryServices,
): Promise<{ body: Buffer } | { unreachable: string }> {
  if (test && isSilent(services)) return { unreachable: 'Reg_test: a test system reports nothing' };
  const trusted = [...certificate.chain, ...issuers(services)].map(String);
  const posted = await post(
    {
      url: (test ? otherCis(services) : undefined) ?? cisSystem(test).url,
      name: 'CIS',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${soapAction(operation)}"` },
      ca: [PUBLIC_ISSUERS, ...trusted].join('\n'),
      timeoutMs: LONGEST_MS,
      signal,
    },
    envelope,
  );
  if ('body' in posted) return posted;
  return {
    unreachable:
      'unreachable' in posted
        ? posted.unreachable
        : 'unusable' in posted
          ? posted.unusable
          : posted.unreadable,
  };
}

/** Issuers that are trusted besides those of the certificate: a PEM file that the attribute `HR_CisCA` names. */
function issuers(services: CountryServices): X509Certificate[] {
  const file = services.attributes().text('HR_CisCA');
  if (file === undefined) return [];
  try {
    const blocks = fs
      .readFileSync(file, 'utf8')
      .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    return (blocks ?? []).map((pem) => new X509Certificate(pem));
  } catch (error) {
    services.log.error('the file of HR_CisCA cannot be read', error);
    return [];
  }
}
