/** Answers of CIS, read strictly: signed by it, of this message, and as its schema has them. */
import type { X509Certificate } from 'node:crypto';
import { cleaned } from '../base/clean.ts';
import { readEnvelope, readMessage } from '../base/soap.ts';
import { child, children, childText, readXml, type XmlElement } from '../base/xml-reader.ts';
import { verifyEnveloped } from '../base/xml-signature.ts';
import { F73, OPERATIONS, type CisSystem, type Operation } from './cis.ts';
import { readWorkingTime, type WorkingTime } from './working-time.ts';

/** An error or a warning of CIS: `s004`, `v152`. */
export interface CisError {
  code: string;
  /** Of CIS, Croatian, one line. */
  text: string;
}

/** What CIS says to a message. */
export type Answer =
  /** The receipt is known by this number now. */
  | { jir: string }
  /** Done, with a code such as `p001`. */
  | { done: CisError }
  /** What `provjera` thinks of a receipt; empty or `v100` when all is well. */
  | { remarks: CisError[] }
  | { workingTime: WorkingTime }
  | { refused: CisError[] }
  /** No answer of CIS that anything may be concluded from, English. */
  | { unreadable: string };

/** What was asked, and by whose signature its answer is known. */
export interface Asked {
  operation: Operation;
  /** IdPoruke of the message. */
  id: string;
  system: CisSystem;
  /** Certificates of CIS, or of those who issue them. */
  certificates: readonly X509Certificate[];
  now: Date;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const CODE = /^[a-z]\d{3}$/;
/** More than CIS has ever said of one message. */
const MOST_ERRORS = 100;

class Unreadable extends Error {}

/**
 * Reads an answer. Status 500 with an answer is how CIS refuses; the status says nothing more than the body.
 * @param body of the HTTP answer
 */
export function readAnswer(body: Buffer, asked: Asked): Answer {
  try {
    return answerOf(body, asked);
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message };
    throw error;
  }
}

function answerOf(body: Buffer, { operation, id, system, certificates, now }: Asked): Answer {
  const message = readMessage(body);
  if ('problem' in message) throw new Unreadable(message.problem);
  if ('fault' in message) throw new Unreadable(`fault ${cleaned(message.fault.text, [])}`);
  // SHA-1 until CIS leaves it: its answers name what they are signed with.
  const verdict = verifyEnveloped(body, { certificates, at: now, digests: ['sha256', 'sha1'] });
  if ('flaw' in verdict)
    throw new Unreadable(`the signature of the answer does not hold: ${verdict.problem}`);
  if (!verdict.certificate.subject.split('\n').includes(`CN=${system.signer}`)) {
    throw new Unreadable(`the answer is not signed by ${system.signer}`);
  }
  // Nothing but what was signed is read.
  const read = readXml(verdict.signed);
  if ('problem' in read) throw new Unreadable(read.problem);
  const { root } = read;
  const name = `${OPERATIONS[operation]}Odgovor`;
  if (root.name !== name || root.namespace !== F73) throw new Unreadable(`it is no ${name}`);

  const errors = errorsIn(root);
  const answered = childText(one(root, 'Zaglavlje'), 'IdPoruke');
  // A message that CIS could not read has no id for it.
  const isUnread = answered === '' && errors.length > 0 && operation !== 'provjera';
  if (answered !== id && !isUnread) throw new Unreadable('it answers another message');
  if (operation === 'provjera') return { remarks: errors };
  if (errors.length > 0) {
    if (child(root, 'Jir') || child(root, 'PorukaOdgovora')) throw new Unreadable('it accepts and refuses');
    return { refused: errors };
  }
  if (operation === 'racuni') {
    const jir = one(root, 'Jir').text;
    if (!UUID.test(jir)) throw new Unreadable('its JIR is none');
    return { jir };
  }
  if (operation === 'dohvatiRadnoVrijeme') {
    const workingTime = readWorkingTime(one(root, 'PoslovniProstor'));
    if (!workingTime) throw new Unreadable('its working times are not as the schema has them');
    return { workingTime };
  }
  return { done: readError(one(root, 'PorukaOdgovora'), 'SifraPoruke', 'Poruka') };
}

/** Whether CIS has sent the text of an echo back. Its answer is not signed and says nothing more. */
export function isEcho(body: Buffer, text: string): boolean {
  const envelope = readEnvelope(body);
  if ('problem' in envelope) return false;
  const [answer, ...more] = envelope.body;
  return (
    more.length === 0 && answer?.name === 'EchoResponse' && answer.namespace === F73 && answer.text === text
  );
}

function errorsIn(root: XmlElement): CisError[] {
  const lists = children(root, 'Greske');
  if (lists.length === 0) return [];
  const found = children(one(root, 'Greske'), 'Greska');
  if (found.length === 0 || found.length > MOST_ERRORS) throw new Unreadable('its errors cannot be read');
  return found.map((error) => readError(error, 'SifraGreske', 'PorukaGreske'));
}

function readError(element: XmlElement, codeName: string, textName: string): CisError {
  const code = one(element, codeName).text.trim();
  if (!CODE.test(code)) throw new Unreadable(`${codeName} is none`);
  return { code, text: cleaned(one(element, textName).text, []) };
}

/** The one child of this name in the namespace of CIS. */
function one(element: XmlElement, name: string): XmlElement {
  const [first, ...more] = children(element, name);
  if (!first || more.length > 0 || first.namespace !== F73) throw new Unreadable(`it has no single ${name}`);
  return first;
}
