/** POST /register, /restart, /register/void and /register/void/last, GET /last (doc 2, Transactions). */
import { Router, type Response } from 'express';
import type { Format } from '../receipt/answer.ts';
import { namedTerminal } from '../receipt/complete.ts';
import { issue } from '../receipt/issue.ts';
import { namedType } from '../receipt/record-types.ts';
import type { TraC } from '../receipt/tra.ts';
import { refusal } from '../register/outcomes.ts';
import { registerPosted, testAnswer } from '../register/posted.ts';
import type { Register } from '../register/register.ts';
import type { VoidRequest } from '../register/requests.ts';
import type { Registers } from '../register/registers.ts';
import { notConfigured } from '../register/refusals.ts';
import type { Attributes } from '../settings/attributes.ts';
import { isKeptOut, refuse } from './door/access-guard.ts';
import { readAddressed, type Addressed } from './request/addressed.ts';
import { rawBody } from './request/body.ts';
import { languageOf } from './request/language.ts';
import { namedRegister } from './request/named-register.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { queryOf } from './request/query.ts';
import { nameCall } from './door/record-calls.ts';
import { sendAnswer, sendRecord } from './request/send.ts';
import { addToTrail, voidedReceipt } from './door/trail-guard.ts';

/** Default of HttpServer_respond102, ms. */
const INTERIM_MS = 9000;

/** When to try again at a register that too many wait for. */
const OVERLOADED_SECONDS = 5;

/** Routes for transactions. */
export function transactionRoutes(registers: Registers, attributes: () => Attributes): Router {
  const router = Router();

  /** Reads, routes and answers a posted transaction; `work` does what the route is about. */
  const post = (path: string, emptyAllowed: boolean, work: (request: Addressed) => Promise<TraC>) => {
    router.post(path, rawBody, async (request, response) => {
      const read = await readAddressed(request, registers, { emptyAllowed });
      if ('outside' in read) {
        refuse(request, response, read.outside);
        return;
      }
      if ('refused' in read) {
        sendAnswer(response, read.refused, read.format);
        return;
      }
      const { addressed, format } = read;
      const { rn } = addressed.register;
      nameCall(response, rn);
      if (isKeptOut(request, response, rn)) return;
      const answer = work(addressed);
      await whileInterim(response, attributes(), answer);
      const { Result } = await answer;
      const named = `${addressed.type}C`;
      if (Result.ErrorCode === '#OVERLOADED') response.setHeader('retry-after', String(OVERLOADED_SECONDS));
      // The register itself knows no language yet.
      if (Result.ErrorCode === '#NO_CFG')
        sendAnswer(response, notConfigured(addressed.language), format, named);
      else sendAnswer(response, await answer, format, named);
    });
  };

  const voided = (request: Addressed, original: VoidRequest['original'] = null, warnings: string[] = []) => {
    const test = testAnswer(attributes(), request.language);
    return test ? Promise.resolve(test) : voidOf(request, original, warnings);
  };

  const register = (restart: boolean) => async (request: Addressed) => {
    const read = await request.read();
    request.type = read.type;
    if (read.tra?.ESR.Void !== undefined) addToTrail({ what: 'void', rn: request.register.rn });
    const { language } = request;
    return registerPosted(request.register, read, { restart, attributes: attributes(), language });
  };
  post('/register', false, register(false));
  post('/restart', false, register(true));

  post('/register/void', false, async (request) => {
    const read = await request.read();
    if (!read.tra) return refusal('BAD', read.issues, request.language, read.warnings);
    // TraV is what some call a void.
    if (read.type !== 'Tra' && read.type !== 'TraV') {
      const text = `a void takes back a receipt, which is a Tra, not a ${read.type}`;
      return refusal('BAD', [issue('#RECORD', '', text)], request.language);
    }
    return voided(request, read.tra.ESR, read.warnings);
  });
  post('/register/void/last', true, async (request) => {
    const { beyondSender, language } = request;
    if (beyondSender === null) return voided(request);
    const text =
      'the last receipt is taken back, which the body cannot choose: leave this out, or send it to /register/void ' +
      'to take a given receipt back; company and terminal may be in the query';
    return refusal('BAD', [issue('#RECORD', beyondSender, text)], language);
  });

  router.get('/last', async (request, response) => {
    const query = queryOf(request);
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const { rn, issues } = namedRegister(request);
    if (issues.length > 0) {
      sendRecord(response, 400, 'TraC', refusal('BAD', issues, languageOf(request)), format);
      return;
    }
    const found = await registers.find(rn);
    sendLast(response, found, rn, namedType(query.get('_') ?? 'Tra'), format);
  });
  return router;
}

/** Voids a receipt; SESR holds the sender's data, `rsn` the reason. */
async function voidOf(
  request: Addressed,
  original: VoidRequest['original'],
  warnings: string[],
): Promise<TraC> {
  const { register, language } = request;
  const sender = request.sender();
  if ('issues' in sender) return refusal('BAD', sender.issues, language);
  const given = request.reason();
  if ('issues' in given) return refusal('BAD', given.issues, language);
  const terminal = { ...request.terminal, ...namedTerminal(sender.esr) };
  const isOfTerminal = Object.keys(terminal).length > 0;
  const receipt = original ?? (isOfTerminal ? terminal : register.lastOf('Tra')?.ESR);
  addToTrail({ rn: register.rn, about: voidedReceipt(receipt, given.reason) });
  const all = [...warnings, ...sender.warnings, ...given.warnings];
  return register.void({ original, terminal, sender: sender.esr, reason: given.reason, warnings: all });
}

/** Sends status 102 again and again while an answer takes long, if the profile asks for it. */
async function whileInterim(
  response: Response,
  attributes: Attributes,
  answer: Promise<unknown>,
): Promise<void> {
  if (!attributes.flag('HttpServer_respond102')) return;
  const every = attributes.number('HttpServer_respond102', INTERIM_MS);
  const timer = setInterval(() => response.writeProcessing(), Math.max(every, 1));
  try {
    await answer;
  } finally {
    clearInterval(timer);
  }
}

/** The last record of a type, from memory; 423 while a fiscal device works on the next one. */
function sendLast(
  response: Response,
  register: Register | null,
  rn: string,
  type: string,
  format: Format,
): void {
  if (type === 'Cfg' && register?.lastCfg) {
    const { SQ, D } = register.lastCfg;
    // One stored by an earlier version may have values of the same names.
    sendRecord(response, 200, 'Cfg', Object.assign({ SQ, D }, register.cfg, { SQ, D }), format);
    return;
  }
  if (type === 'Tra' && register?.deviceAtWork) {
    const text = 'a fiscal device is still working on the transaction; ask again in a second';
    sendRecord(
      response,
      423,
      'TraC',
      refusal('NO', [issue('#DEVICE_AT_WORK', '', text)], languageOf(response.req)),
      format,
    );
    return;
  }
  const last = register?.lastOf(type);
  // A report is no answer to anything: it is read as it stands.
  if (last && type === 'Rep') sendRecord(response, 200, type, last, format);
  else if (last) sendRecord(response, 200, `${type}C`, register!.answers.to(last), format);
  else {
    const text = `register ${rn} has no ${type} record`;
    sendRecord(
      response,
      404,
      'TraC',
      refusal('BAD', [issue('#NOT_FOUND', '', text)], languageOf(response.req)),
      format,
    );
  }
}
