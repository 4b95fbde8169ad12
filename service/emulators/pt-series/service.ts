/** What the simulated service makes of a request: from the HTTP message to the answer. */
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Operation } from '../../countries/pt/authority/messages.ts';
import { readEnvelope } from '../../countries/base/soap.ts';
import { faultAnswer, resultAnswer } from './answers.ts';
import { LoginCheck } from './login.ts';
import { Registry, type Done } from './registry.ts';
import { operationOf, readFields, type Fields } from './shape.ts';

/** Path of the service on its host. */
export const SERVICE_PATH = '/SeriesWSService';

/** A request that reached the simulator. Passwords are not kept. */
export interface SimulatedRequest {
  /** Milliseconds since 1970. */
  at: number;
  /** Null when it was not recognised. */
  operation: Operation | null;
  /** Null when the login was refused. */
  user: string | null;
  /** Empty when they were refused. */
  fields: Fields;
  /** Result code, code of the refused login, or HTTP status; null while it is not answered. */
  code: number | null;
}

/** An HTTP answer, and the code that it stands for. */
export interface Reply {
  status: number;
  text: string;
  code: number;
}

/** The part of an HTTP request that matters besides its body. */
export interface HttpRequest {
  url?: string | undefined;
  method?: string | undefined;
  headers: { 'content-type'?: string | undefined };
}

/** The service without its network. */
export class SimulatedService {
  readonly registry = new Registry();
  private readonly login: LoginCheck;
  private readonly clock: Clock;
  private forced = { code: 0, times: 0 };

  /**
   * @param users passwords by sub-user
   * @param key private part of the key that passwords are encrypted with
   */
  constructor(users: Readonly<Record<string, string>>, key: KeyObject, clock: Clock) {
    this.login = new LoginCheck(users, key);
    this.clock = clock;
  }

  /** Answers the next requests with a code; see `Simulator.fail`. */
  fail(code: number, times: number): void {
    this.forced = { code, times };
  }

  /**
   * Answers a request and completes the note about it.
   * @param body null when it was too long
   */
  answer(http: HttpRequest, body: Buffer | null, note: SimulatedRequest): Reply {
    const reply = this.answerTo(http, body, note);
    note.code = reply.code;
    return reply;
  }

  private answerTo(http: HttpRequest, body: Buffer | null, note: SimulatedRequest): Reply {
    if (http.url !== SERVICE_PATH) return bare(404);
    if (http.method !== 'POST') return bare(405);
    if (body === null) return bare(413);
    if (!/^text\/xml\b/i.test(http.headers['content-type'] ?? '')) return bare(415);
    const envelope = readEnvelope(body);
    if ('problem' in envelope) return fault(33);
    const operation = operationOf(envelope.body);
    note.operation = operation;

    const forced = this.takeForced();
    if (forced >= 400 && forced < 600) return bare(forced);
    if (forced > 0 && forced < 100) return fault(forced);
    const login = this.login.check(envelope.header, this.clock.now());
    if ('code' in login) return fault(login.code);
    note.user = login.user;
    if (operation === null) return fault(33);
    if (forced > 0) return result(operation, { code: forced, about: '' });
    const read = readFields(operation, envelope.body[0]!);
    if ('code' in read) return result(operation, read);
    note.fields = read.fields;
    return result(operation, this.perform(operation, login.user.split('/')[0]!, read.fields));
  }

  private takeForced(): number {
    if (this.forced.times === 0) return 0;
    this.forced.times -= 1;
    return this.forced.code;
  }

  private perform(operation: Operation, nif: string, fields: Fields): Done {
    const now = this.clock.now();
    switch (operation) {
      case 'registarSerie':
        return this.registry.register(nif, fields, now);
      case 'finalizarSerie':
        return this.registry.finalise(nif, fields, now);
      case 'anularSerie':
        return this.registry.annul(nif, fields, now);
      case 'consultarSeries':
        return this.registry.query(nif, fields);
    }
  }
}

function bare(status: number): Reply {
  return { status, text: '', code: status };
}

function fault(code: number): Reply {
  return { status: 500, text: faultAnswer(code), code };
}

function result(operation: Operation, done: Done): Reply {
  const text =
    'series' in done
      ? resultAnswer(operation, done.code, done.series)
      : resultAnswer(operation, done.code, [], done.about);
  return { status: 200, text, code: done.code };
}
