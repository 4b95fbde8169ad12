/** A conversation with eKasa: one signed message and its answer. */
import { createHash, randomUUID, type X509Certificate } from 'node:crypto';
import { cleaned } from '../base/clean.ts';
import type { CompanyCertificate } from '../base/online/company-certificate.ts';
import { exchange } from '../base/online/environment.ts';
import { SOAP12_NAMESPACE } from '../base/soap.ts';
import { verifySignedBody } from '../base/ws-security.ts';
import { child, readXml, type XmlElement } from '../base/xml-reader.ts';
import type { CountryServices } from '../contract/services.ts';
import { ENVIRONMENT } from './credentials.ts';
import { NAMESPACE, signedMessage, type Header } from './message.ts';
import { slovakMoment } from './receipt-data.ts';

const PRODUCTION = 'https://ekasa.financnasprava.sk/mdu/soap/services/v2';
const TEST = 'https://iekasa.financnasprava.sk/soap/services/v2';

/** What eKasa says to a message. */
export type Answer =
  /** Done: with the UID of a receipt, empty for a place. */
  | { uid: string; warning: string | null }
  | { refused: { code: number; text: string } }
  /** No answer that anything may be concluded from, English. */
  | { unreachable: string };

/** How to ask. */
export interface Asking {
  what: 'Receipt' | 'Location';
  certificate: CompanyCertificate;
  /** Of the integration environment. */
  test: boolean;
  /** Which try it is, from 1. */
  count: number;
  signal: AbortSignal;
}

const UID = /^[VO]-(?:[\da-f]{32}|[\da-f]{27}-TEST)$/i;
const SW_ID = /^[\da-f]{40}$/i;

/** Sends a message and reads the answer. Never rejects. */
export async function ask(
  asking: Asking,
  services: CountryServices,
  message: (header: Header) => string,
): Promise<Answer> {
  const { what, certificate, test, count, signal } = asking;
  const id = randomUUID();
  const now = services.clock.now();
  const trusted = ENVIRONMENT.trusted(services);
  const header = { id, time: slovakMoment(now), count, swId: swIdOf(services) };
  const sent = await exchange(
    {
      ...{ name: 'eKasa', test, trusted, signal },
      url: test ? (ENVIRONMENT.other(services) ?? TEST) : PRODUCTION,
      headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
      body: signedMessage(message(header), certificate),
    },
    services,
  );
  if ('unreachable' in sent) return sent;
  if (test && services.attributes().flag('TEST_Verify_err'))
    return { unreachable: 'the answer is not believed: its signature does not hold (TEST_Verify_err)' };
  return readAnswer(sent.body, { id, what, test, trusted, now: new Date(now) });
}

/** SwId of the certification (`SK_SwId`), else one of this program without a protected storage. */
export function swIdOf(services: Pick<CountryServices, 'attributes' | 'program'>): string {
  const set = services.attributes().text('SK_SwId')?.trim() ?? '';
  if (SW_ID.test(set)) return set;
  const { producer, product, version } = services.program();
  return swId(producer.name, product, '-', version, '-');
}

/** Manufacturer, program, protected storage, version of the program, version of the storage. */
export function swId(...parts: [string, string, string, string, string]): string {
  return createHash('sha1').update(parts.join('|')).digest('hex').toUpperCase();
}

/** What was asked, and whose answers are believed. */
interface Asked {
  /** Uuid of the message. */
  id: string;
  what: Asking['what'];
  test: boolean;
  trusted: readonly X509Certificate[];
  now: Date;
}

/** Reads an answer strictly: signed by eKasa, of this message, with a UID or an error. */
export function readAnswer(body: Buffer, { id, what, test, trusted, now }: Asked): Answer {
  const unreachable = (text: string): Answer => ({ unreachable: text });
  const verdict = verifySignedBody(body, { certificates: trusted, at: now }, SOAP12_NAMESPACE);
  if ('flaw' in verdict)
    return faultIn(body) ?? unreachable(`the answer is not believed: ${verdict.problem}`);
  const read = readXml(verdict.signed);
  if ('problem' in read) return unreachable(read.problem);
  const [answer, ...more] = read.root.children;
  if (!answer || more.length > 0) return unreachable('the answer is to something else');
  if (answer.name === 'Fault' && answer.namespace === SOAP12_NAMESPACE)
    return faultOf(answer, verdict.signed.toString());
  if (answer.name !== `Register${what}Response` || answer.namespace !== NAMESPACE)
    return unreachable('the answer is to something else');
  if (child(answer, 'Header')?.attributes.RequestUuid?.toLowerCase() !== id)
    return unreachable('it answers another message');
  const warning = child(answer, 'Warning')?.attributes.Code ?? null;
  if (what === 'Location') return { uid: '', warning };
  const uid = child(answer, 'ReceiptData')?.attributes.Id ?? '';
  if (!UID.test(uid)) return unreachable('its UID is none');
  if (uid.endsWith('-TEST') && !test) return unreachable('it confirms a test');
  return { uid, warning };
}

/** A refusal whose signature does not hold, or that has none: nothing becomes valid by it. Null for all else. */
function faultIn(body: Buffer): Answer | null {
  const read = readXml(body);
  if ('problem' in read || read.root.name !== 'Envelope' || read.root.namespace !== SOAP12_NAMESPACE)
    return null;
  const [fault, ...more] = child(read.root, 'Body')?.children ?? [];
  if (more.length > 0 || fault?.name !== 'Fault' || fault.namespace !== SOAP12_NAMESPACE) return null;
  const text = body.toString('utf8');
  const answer = faultOf(fault, text.slice(text.search(/<(?:[\w.-]+:)?Body[\s>]/)));
  return 'refused' in answer ? answer : null;
}

/** @param signed the canonical body: the code is an attribute with a prefix, which the reader leaves out */
function faultOf(fault: XmlElement, signed: string): Answer {
  const [, code] =
    /^<[^<>]*>\s*<(?:[\w.-]+:)?Fault\s[^<>]*?\bEkasaErrorCode="(-?\d{1,4})"/.exec(signed) ?? [];
  if (code === undefined) return { unreachable: 'its error cannot be read' };
  const text = child(child(fault, 'Reason'), 'Text')?.text ?? '';
  return { refused: { code: Number(code), text: cleaned(text, []) } };
}
