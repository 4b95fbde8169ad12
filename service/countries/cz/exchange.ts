/** A conversation with the authority: one signed message and its answer. */
import { randomUUID, type X509Certificate } from 'node:crypto';
import { cleaned } from '../base/clean.ts';
import type { CompanyCertificate } from '../base/online/company-certificate.ts';
import { exchange } from '../base/online/environment.ts';
import { readMessage } from '../base/soap.ts';
import { verifySignedBody } from '../base/ws-security.ts';
import { child, children, readXml, type XmlElement } from '../base/xml-reader.ts';
import type { CountryServices } from '../contract/services.ts';
import { ENVIRONMENT } from './credentials.ts';
import { eetUrl, pragueMoment, protocolOf } from './eet.ts';
import { signedSale } from './message.ts';
import { bkpOf } from './pkp.ts';
import type { CzReceipt } from './receipt-data.ts';
import type { EetVersion } from './version.ts';

/** What the authority says to a message. Only confirmations are signed, errors are not (EET 2.0, 2.2.2 and 3.5). */
export type Answer =
  /** The sale is known by this code (FIK, POK) now. */
  | { code: string; warnings: string[] }
  | { refused: { code: number; text: string } }
  /** No answer that anything may be concluded from, English. */
  | { unreachable: string };

/** How to ask. */
export interface Asking {
  certificate: CompanyCertificate;
  /** Of the test system. */
  test: boolean;
  /** The sale has its answer already. */
  late: boolean;
  /** Only asks whether it would be taken: the answer is the error 0. */
  check?: boolean;
  signal: AbortSignal;
}

/** As many as the schema has. */
const MOST_WARNINGS = 10;
const LONGEST_TRANSACTION = 64;
/** Memory of what went wrong last. */
const SAID = 'CZ/said';
const CODE = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}-[\da-f]{2}$/i;

/** Sends a sale and reads the answer. Never rejects. */
export async function ask(receipt: CzReceipt, asking: Asking, services: CountryServices): Promise<Answer> {
  const { certificate, test, late, check = false, signal } = asking;
  const id = randomUUID();
  const now = services.clock.now();
  const header = { id, time: pragueMoment(now), first: !late, check };
  const trusted = ENVIRONMENT.trusted(services);
  const sent = await exchange(
    {
      ...{ name: 'the authority', test, trusted, signal },
      url: eetUrl(receipt.version, test, ENVIRONMENT.other(services)),
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${protocolOf(receipt.version).action}"`,
      },
      acceptUnauthorized: services.attributes().flag('Fiscal_acceptUnauthorized'),
      body: signedSale(header, receipt, certificate),
    },
    services,
  );
  if ('unreachable' in sent) return sent;
  if (test && services.attributes().flag('TEST_Verify_err'))
    return { unreachable: 'the answer is not believed: its signature does not hold (TEST_Verify_err)' };
  const answer = readAnswer(sent.body, { id, receipt, test, trusted, now: new Date(now) });
  logTransaction(answer, sent.headers['x-global-transaction-id'], services);
  return answer;
}

/** Logs the transaction of what went wrong, once while it stays the same: the authority finds it by that (EET 2.0, 5.4). */
function logTransaction(
  answer: Answer,
  header: string | string[] | undefined,
  { log, memory }: Pick<CountryServices, 'log' | 'memory'>,
): void {
  const said = 'refused' in answer ? `${answer.refused.code} ${answer.refused.text}` : '';
  const text = 'unreachable' in answer ? answer.unreachable : said;
  if (text !== '' && text !== memory.get(SAID)) {
    const transaction = cleaned(String(header ?? 'none'), []).slice(0, LONGEST_TRANSACTION);
    log.warn(`EET: ${text} (X-Global-Transaction-Id ${transaction})`);
  }
  memory.set(SAID, text);
}

/** What was asked, and whose answers are believed. */
interface Asked {
  /** uuid_zpravy of the message. */
  id: string;
  receipt: CzReceipt;
  test: boolean;
  trusted: readonly X509Certificate[];
  now: Date;
}

/** Reads an answer strictly: of this message, with a code that the authority has signed or with an error. */
export function readAnswer(body: Buffer, asked: Asked): Answer {
  const { id, receipt, test, trusted, now } = asked;
  const unreachable = (text: string): Answer => ({ unreachable: text });
  const verdict = verifySignedBody(body, { certificates: trusted, at: now });
  if ('flaw' in verdict)
    return (
      unsignedError(body, asked) ??
      unreachable(`the answer is not believed: ${verdict.problem}${faultIn(body)}`)
    );
  const read = readXml(verdict.signed);
  if ('problem' in read) return unreachable(read.problem);
  const [answer, ...more] = read.root.children;
  if (!answer || more.length > 0 || !isAnswer(answer, receipt.version))
    return unreachable('the answer is to something else');
  const { uuid_zpravy, bkp } = child(answer, 'Hlavicka')?.attributes ?? {};
  const [confirmed, error] = [child(answer, 'Potvrzeni'), child(answer, 'Chyba')];
  // A message that could not be read has no id for the authority.
  const isUnread = error !== undefined && uuid_zpravy === undefined;
  if (!isUnread && uuid_zpravy?.toLowerCase() !== id) return unreachable('it answers another message');
  if (error) return confirmed ? unreachable('it accepts and refuses') : errorOf(error);
  const code = confirmed?.attributes[receipt.version === 3 ? 'fik' : 'pok'] ?? '';
  if (!CODE.test(code)) return unreachable('its code is none');
  if (receipt.version === 3 && bkp?.toUpperCase() !== bkpOf(receipt.pkp))
    return unreachable('it answers another sale');
  if (isTrue(confirmed?.attributes.test) && !test) return unreachable('it confirms a test');
  const warnings = children(answer, 'Varovani')
    .slice(0, MOST_WARNINGS)
    .map(({ attributes, text }) => `${cleaned(attributes.kod_varov ?? '', [])} ${cleaned(text, [])}`);
  return { code, warnings };
}

function errorOf({ attributes: { kod = '' }, text }: XmlElement): Answer {
  if (!/^-?\d{1,3}$/.test(kod)) return { unreachable: 'its error cannot be read' };
  return { refused: { code: Number(kod), text: cleaned(text, []) } };
}

/** An error about this message: nothing becomes valid by it, so that it needs no signature; null for all else. */
function unsignedError(body: Buffer, { id, receipt }: Asked): Answer | null {
  const message = readMessage(body);
  if (!('body' in message) || !isAnswer(message.body, receipt.version)) return null;
  const error = child(message.body, 'Chyba');
  if (!error || child(message.body, 'Potvrzeni')) return null;
  const answered = child(message.body, 'Hlavicka')?.attributes.uuid_zpravy;
  const isOurs = answered === undefined || answered.toLowerCase() === id;
  return isOurs ? errorOf(error) : { unreachable: 'it answers another message' };
}

function isAnswer({ name, namespace }: XmlElement, version: EetVersion): boolean {
  return name === 'Odpoved' && namespace === protocolOf(version).schema;
}

/** Words of a SOAP fault, worth reading and nothing to act upon; empty without. */
function faultIn(body: Buffer): string {
  const message = readMessage(body);
  return 'fault' in message ? `; fault ${cleaned(message.fault.text, [])}` : '';
}

function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1';
}
