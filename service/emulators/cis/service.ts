/** What the emulated CIS makes of a request: from the HTTP message to the signed answer. */
import type { KeyObject, X509Certificate } from 'node:crypto';
import type { SignatureDigest } from '../../countries/base/xml-signature.ts';
import type { Clock } from '../../clock.ts';
import type { Reply } from '../server.ts';
import { partOf, readBody, textOf, type Element } from '../xml.ts';
import { adviceOn } from './advice.ts';
import { answerContent, DONE, echoAnswer, faultAnswer, type AnswerContent, type Finding } from './answers.ts';
import type { ClientKey } from './identity.ts';
import { isOib } from './oib.ts';
import { Premises } from './premises.ts';
import { Receipts } from './receipts.ts';
import { complaint, operationOf, type Operation } from './schema.ts';
import { envelope, signedAnswer } from './sign-answer.ts';
import { isProtection, signerOf } from './signature.ts';
import { timeOf } from './time.ts';
import { Misbehaving, otherDigit } from '../misbehaving.ts';

/** Path of the test service, which alone has `provjera`. */
export const TEST_PATH = '/FiskalizacijaServiceTest';
const PATHS = [TEST_PATH, '/FiskalizacijaService'];

/** How far the time of a message may be from the clock: a wrong time zone is not taken. The authority publishes no number. */
const MESSAGE_WINDOW_MS = 30 * 60_000;
const TYPE = 'text/xml; charset=utf-8';

/** A request that reached the emulator. */
export interface EmulatedRequest {
  /** Milliseconds since 1970. */
  at: number;
  /** Null when it was not recognised. */
  operation: string | null;
  /** `IdPoruke`, once the schema was found kept. */
  id: string | null;
  oib: string | null;
  /** `123/POSL1/12`. */
  number: string | null;
  /** JIR, `p001`, `echo`, the first code of an error or remark, `fault` or an HTTP status; null while it is not answered. */
  outcome: string | null;
}

/** How to make the service. */
export interface ServiceOptions {
  clock: Clock;
  ca: X509Certificate;
  /** What answers are signed with, by service. */
  signers: { test: ClientKey; production: ClientKey };
  /** Makes a signer of the same name that nobody trusts, for answers that are spoilt. */
  forger: () => ClientKey;
  digests: readonly SignatureDigest[];
  /** The key of a certificate that the emulator has issued. */
  keyOf(certificate: X509Certificate): KeyObject | null;
}

/** The part of an HTTP request that matters besides its body. */
export interface HttpRequest {
  url?: string | undefined;
  method?: string | undefined;
  headers: { 'content-type'?: string | undefined; soapaction?: string | string[] | undefined };
}

/** The service without its network. */
export class EmulatedService extends Misbehaving<string> {
  readonly receipts = new Receipts();
  readonly premises = new Premises();
  /** Every `IdPoruke` that kept the schema, oldest first. */
  readonly messages = new Set<string>();
  private readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    super();
    this.options = options;
  }

  /**
   * Answers a request and completes the note about it.
   * @param body null when it was too long
   */
  answer(http: HttpRequest, body: Buffer | null, note: EmulatedRequest): Reply {
    if (!PATHS.includes(http.url ?? '')) return bare(404, note);
    if (http.method !== 'POST') return bare(405, note);
    if (body === null) return bare(413, note);
    if (!/^text\/xml\b/i.test(http.headers['content-type'] ?? '')) return bare(415, note);
    const forced = this.forced.take();
    if (forced && 'http' in forced) return bare(forced.http, note);
    const message = readBody(body);
    const operation = message && operationOf(message);
    if (!operation) return fault('the body has no message of the service', note);
    if (operation.name === 'provjera' && http.url !== TEST_PATH) return fault('there is no provjera', note);
    const action = String(http.headers.soapaction ?? '').replace(/^"(.*)"$/, '$1');
    if (!operation.actions.includes(action))
      return fault(`SOAPAction is not that of ${operation.name}`, note);
    note.operation = operation.name;
    if (operation.name === 'echo') {
      note.outcome = 'echo';
      return { status: 200, type: TYPE, body: echoAnswer(message.text) };
    }
    const refused = forced ? { code: forced.code } : null;
    const content = this.perform(operation, message, body, refused, note);
    note.outcome = content.jir ?? (content.done ? DONE : (content.findings?.[0]?.code ?? 'hours'));
    const isError = content.findings?.some(({ code }) => code.startsWith('s')) ?? false;
    const text = answerContent(note.id ?? '', this.options.clock.now(), content);
    return {
      status: isError ? 500 : 200,
      type: TYPE,
      body: this.signed(operation, text, http.url === TEST_PATH),
    };
  }

  private perform(
    operation: Operation,
    message: Element,
    body: Buffer,
    refused: Finding | null,
    note: EmulatedRequest,
  ): AnswerContent {
    const wrong = complaint(operation, message);
    if (wrong !== null) return { findings: [{ code: 's001', about: wrong }] };
    const header = partOf(message, 'Zaglavlje')!;
    const subject = partOf(message, 'Racun') ?? partOf(message, 'PoslovniProstor') ?? message;
    note.id = textOf(header, 'IdPoruke');
    note.oib = textOf(subject, 'Oib');
    const number = partOf(subject, 'BrRac');
    if (number) note.number = number.children.map(({ text }) => text).join('/');

    const found = refused ?? this.complaint(header, subject, body, message, note.oib);
    if ('code' in found) {
      // This answer has a place even when it is an error.
      const isQuestion = operation.name === 'dohvatiRadnoVrijeme';
      return { findings: [found], elements: isQuestion ? [this.premises.fetch(message, true)] : [] };
    }
    return this.done(operation, message, subject, note.id, found.signer);
  }

  /** What is wrong with a message that keeps the schema, or who has signed it. */
  private complaint(
    header: Element,
    subject: Element,
    body: Buffer,
    message: Element,
    oib: string,
  ): Finding | { signer: X509Certificate } {
    const { ca, digests, clock } = this.options;
    const now = clock.now();
    const signer = signerOf(body, message, oib, { ca, digests, now });
    if ('code' in signer) return signer;
    const id = textOf(header, 'IdPoruke');
    if (this.messages.has(id)) return { code: 's001', about: `IdPoruke ${id} nije nov` };
    this.messages.add(id);
    if (!/^.{14}4.{4}[89ab]/.test(id)) return { code: 's001', about: `IdPoruke ${id} nije UUID verzije 4` };
    const sent = textOf(header, 'DatumVrijeme');
    if (Math.abs(now - timeOf(sent)!) > MESSAGE_WINDOW_MS) {
      return { code: 's001', about: `DatumVrijeme ${sent} nije sada` };
    }
    const wrong = ['Oib', 'OibOper', 'OibPrimateljaRacuna', 'PromijenjeniOibPrimateljaRacuna'].find(
      (name) => {
        const text = textOf(subject, name);
        return text !== '' && !isOib(text);
      },
    );
    return wrong === undefined ? { signer } : { code: 's001', about: `${wrong} nije OIB` };
  }

  private done(
    { name }: Operation,
    message: Element,
    subject: Element,
    id: string,
    signer: X509Certificate,
  ): AnswerContent {
    const now = this.options.clock.now();
    const outcome = (finding: Finding | null): AnswerContent =>
      finding ? { findings: [finding] } : { done: true };
    switch (name) {
      case 'racuni': {
        const key = this.options.keyOf(signer);
        const { jir } = this.receipts.add(subject, id, {
          protected: key && isProtection(subject, key, this.options.digests),
          warnings: adviceOn(subject, now).map(({ code }) => code),
        });
        return { jir };
      }
      case 'provjera': {
        const remarks = adviceOn(subject, now);
        return { elements: [subject], findings: remarks.length > 0 ? remarks : [{ code: 'v100' }] };
      }
      case 'promijeniNacPlac':
        return outcome(this.receipts.change(subject, now, ['s007', 's008']));
      case 'promijeniPodatkeRacuna':
        return outcome(this.receipts.change(subject, now, [null, 's012']));
      case 'napojnica':
        return outcome(this.receipts.tip(subject, now));
      case 'prijaviRadnoVrijeme':
        this.premises.announce(subject);
        return { done: true };
      case 'obrisiRadnoVrijeme':
        this.premises.remove(subject);
        return { done: true };
      default:
        return { elements: [this.premises.fetch(message, false)] };
    }
  }

  private signed({ answer }: Operation, content: string, isTest: boolean): string {
    const how = this.spoilt.take();
    if (how === 'unreadable') return '<html><body><p>Servis nije dostupan<br></body></html>';
    const { signers, forger } = this.options;
    const right = isTest ? signers.test : signers.production;
    const signed = signedAnswer(
      answer,
      content,
      how === 'unsigned' ? null : how === 'foreign' ? forger() : right,
    );
    return envelope(how === 'changed' ? changed(signed) : signed);
  }
}

/** The first digit of the JIR and of the message id is another one. */
function changed(xml: string): string {
  return xml.replace(/(<tns:(?:Jir|IdPoruke)>)([0-9a-f])/g, otherDigit);
}

function bare(status: number, note: EmulatedRequest): Reply {
  note.outcome = String(status);
  return { status, type: TYPE, body: '' };
}

function fault(text: string, note: EmulatedRequest): Reply {
  note.outcome = 'fault';
  return { status: 500, type: TYPE, body: faultAnswer(text) };
}
