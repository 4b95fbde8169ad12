/**
 * Reports signature units and registers to FinanzOnline, asks for their status
 * and has receipts checked. The order of a start: unit, register, start receipt,
 * its check; then the register is in operation.
 *
 * Calls change nothing here but the session: numbers, times and what was
 * reported are kept by the caller.
 */
import { cleaned } from '../../base/clean.ts';
import type { Done, FinanzOnlineAccess, Later, Outcome, Packet, Refused } from './access.ts';
import { readAnswer, type Result, type StatusInfo } from './answers.ts';
import { CODE, REFUSALS, reasonToWait } from './codes.ts';
import { exchange, inWords, later, refusedHere, unreadable } from './exchange.ts';
import {
  outage,
  receiptCheck,
  recommissioning,
  registerRegistration,
  retirement,
  statusQuery,
  unitRegistration,
  wrongPacket,
  writeRequest,
  type RegisterOutageReason,
  type RegisterRegistration,
  type Request,
  type RetirementReason,
  type Subject,
  type UnitOutageReason,
  type UnitRegistration,
  type WrongRequest,
} from './requests.ts';
import { Session } from './session.ts';

type Answered = { result: Result } | Later | Refused;

/** FinanzOnline for one web service user. Calls may overlap; they share one session. */
export class FinanzOnline {
  private readonly access: FinanzOnlineAccess;
  private readonly session: Session;

  constructor(access: FinanzOnlineAccess) {
    this.access = access;
    this.session = new Session(access);
  }

  /** Logs in, unless there is a session. Nothing is reported or asked. */
  async login(): Promise<Outcome<null>> {
    const session = await this.session.open();
    return 'id' in session ? { ok: null } : session;
  }

  /** Registers a signature unit; it is in operation at once. */
  async registerUnit(packet: Packet, registration: UnitRegistration): Promise<Outcome<Done>> {
    return this.report(packet, unitRegistration(registration), []);
  }

  /** Registers a register; it is in operation when its start receipt has been checked. */
  async registerRegister(packet: Packet, registration: RegisterRegistration): Promise<Outcome<Done>> {
    return this.report(packet, registerRegistration(registration), []);
  }

  /**
   * Reports that a unit cannot be used; due when it lasts longer than 48 hours.
   * @param since milliseconds since 1970
   */
  async reportUnitOutage(
    packet: Packet,
    serial: string,
    reason: UnitOutageReason,
    since: number,
  ): Promise<Outcome<Done>> {
    return this.report(packet, outage({ serial }, reason, since), [CODE.statusSet]);
  }

  /** Reports that a register cannot be used. @param since milliseconds since 1970 */
  async reportRegisterOutage(
    packet: Packet,
    register: string,
    reason: RegisterOutageReason,
    since: number,
  ): Promise<Outcome<Done>> {
    return this.report(packet, outage({ register }, reason, since), [CODE.statusSet]);
  }

  /** Reports the end of an outage. @param since milliseconds since 1970 */
  async reportBack(packet: Packet, subject: Subject, since: number): Promise<Outcome<Done>> {
    return this.report(packet, recommissioning(subject, since), [CODE.statusSet]);
  }

  /** Takes a unit or a register out of operation for good, from now on. */
  async retire(packet: Packet, subject: Subject, reason: RetirementReason): Promise<Outcome<Done>> {
    return this.report(packet, retirement(subject, reason), [CODE.retired]);
  }

  /**
   * Has a receipt checked. The first start receipt that passes puts its register
   * into operation. After an answer was lost, ask for the status first.
   * @param code machine-readable code, all 13 fields
   * @returns what FinanzOnline says of the receipt, German, may be empty
   */
  async checkReceipt(packet: Packet, code: string): Promise<Outcome<{ verdict: string }>> {
    const answer = await this.ask(packet, receiptCheck(code));
    if (!('result' in answer)) return answer;
    const { code: rc, passed, verdict, findings } = answer.result;
    if (rc === CODE.ok && passed !== false) return { ok: { verdict } };
    if (rc !== CODE.ok && rc !== CODE.receiptWrong) return refusal(answer.result);
    const { refused } = refusal({ ...answer.result, code: CODE.receiptWrong });
    const reasons = findings.map((f) => `${f.id}: ${f.message}`);
    return {
      refused: {
        ...refused,
        message: verdict === '' ? refused.message : verdict,
        text: [refused.text, verdict, ...reasons].filter((part) => part !== '').join(' | '),
        findings,
      },
    };
  }

  /**
   * Status of a unit or register; null when it is not registered or was taken out
   * of operation, which FinanzOnline does not tell apart.
   */
  async status(packet: Packet, subject: Subject): Promise<Outcome<StatusInfo | null>> {
    const answer = await this.ask(packet, statusQuery(subject));
    if (!('result' in answer)) return answer;
    const { code, status } = answer.result;
    const unknown = 'serial' in subject ? CODE.unitUnknown : CODE.registerUnknown;
    if (code === unknown) return { ok: null };
    if (code !== CODE.ok) return refusal(answer.result);
    return status ? { ok: status } : unreadable('it has no status');
  }

  /** Lets the next call log in even though the last login was refused, e.g. after the user was unlocked. */
  tryAgain(): void {
    this.session.tryAgain();
  }

  /** Logs out, if there is a session. Later calls log in again. */
  async close(): Promise<void> {
    await this.session.close();
  }

  /** A report. @param goals codes that say: it was so before */
  private async report(
    packet: Packet,
    request: Request | WrongRequest,
    goals: readonly string[],
  ): Promise<Outcome<Done>> {
    const answer = await this.ask(packet, request);
    if (!('result' in answer)) return answer;
    const { code } = answer.result;
    if (code === CODE.ok) return { ok: { already: false } };
    return goals.includes(code) ? { ok: { already: true } } : refusal(answer.result);
  }

  /** Sends a request, with one new login if the session has expired, and sorts what comes back. */
  private async ask(packet: Packet, request: Request | WrongRequest): Promise<Answered> {
    if ('problem' in request) return refusedHere('REQUEST', request.problem);
    const wrong = wrongPacket(packet);
    if (wrong) return refusedHere('REQUEST', wrong.problem);
    const start = this.access.now();
    const session = await this.session.open();
    if (!('id' in session)) return session;
    let answer = await this.once(packet, request, session.id);
    if (isExpired(answer)) {
      const anew = await this.session.open(session.id);
      if (!('id' in anew)) return anew;
      answer = await this.once(packet, request, anew.id);
      // Something else is wrong than its age.
      if (isExpired(answer))
        answer = later('session', 'a new session is not valid', false, CODE.sessionInvalid);
    }
    this.note(packet, request, answer, this.access.now() - start);
    return answer;
  }

  private async once(packet: Packet, request: Request, session: string): Promise<Answered> {
    const access = this.access;
    const secrets = [access.pin, session, ...request.secrets];
    const message = writeRequest(access, session, packet, request, access.now());
    const answer = await exchange(access, { path: '/rkdb', action: 'rkdb' }, message, secrets);
    if (!('body' in answer)) return answer;
    const read = readAnswer(answer.body, packet.number);
    if ('problem' in read) return unreadable(cleaned(read.problem, secrets));
    const clean = (text: string) => cleaned(text, secrets);
    const { code, findings } = read.result;
    const result = {
      ...read.result,
      message: clean(read.result.message),
      verdict: clean(read.result.verdict),
      findings: findings.map((f) => ({ id: clean(f.id), name: clean(f.name), message: clean(f.message) })),
    };
    const reason = reasonToWait(code);
    if (reason === null) return { result };
    // Maintenance keeps requests out; after an error nobody knows.
    return later(reason, inWords(`code ${code}`, result.message), reason !== 'maintenance', code);
  }

  private note({ number, mode }: Packet, { kind }: Request, answer: Answered, ms: number): void {
    const outcome =
      'result' in answer
        ? `code ${answer.result.code}`
        : 'later' in answer
          ? answer.later.text
          : answer.refused.text;
    this.access.log.debug(`FinanzOnline: ${kind}, packet ${number} ${mode}, ${ms} ms: ${outcome}`);
  }
}

/**
 * The client of a user, the same for all registers that have this user: two of
 * them would log in side by side. Changed settings give a new one.
 * @param memory what the country remembers until the service stops
 */
export function finanzOnline(memory: Map<string, unknown>, access: FinanzOnlineAccess): FinanzOnline {
  const key = memoryKey(access);
  const kept = memory.get(key) as Kept | undefined;
  if (kept && SETTINGS.every((name) => kept.access[name] === access[name])) return kept.client;
  const client = new FinanzOnline(access);
  memory.set(key, { access, client });
  return client;
}

/** Logs the user out, and forgets the client with its PIN. */
export async function forgetFinanzOnline(
  memory: Map<string, unknown>,
  access: FinanzOnlineAccess,
): Promise<void> {
  const key = memoryKey(access);
  const kept = memory.get(key) as Kept | undefined;
  memory.delete(key);
  await kept?.client.close();
}

interface Kept {
  access: FinanzOnlineAccess;
  client: FinanzOnline;
}

function memoryKey({ url, participant, user }: FinanzOnlineAccess): string {
  return `AT/FinanzOnline ${url} ${participant} ${user}`;
}

function isExpired(answer: Answered): boolean {
  return 'result' in answer && answer.result.code === CODE.sessionInvalid;
}

const SETTINGS = ['pin', 'producer', 'ca', 'timeoutMs'] as const;

function refusal({ code, message }: Result): Refused {
  const text = inWords(REFUSALS[code] ?? `refused with code ${code}`, message);
  const known = code === CODE.unitKnown || code === CODE.registerKnown;
  return { refused: { by: 'rkdb', code, message, text, ...(known && { known }) } };
}
