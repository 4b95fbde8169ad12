/** What the emulated services make of a request: from the HTTP message to the answer. */
import type { Clock } from '../../clock.ts';
import { faultAnswer, loginAnswer, logoutAnswer, registerAnswer, type Extra } from './answers.ts';
import { byCertificate, bySerial, type DirectoryEntry } from './certificates.ts';
import { checkReceipt } from './check.ts';
import { Logins, type EmulatedUser } from './logins.ts';
import { Registry, type Scope, type Stored } from './registry.ts';
import { complaint } from './schema.ts';
import { timeOf } from './time.ts';
import { partOf, readBody, textOf, type Element } from '../xml.ts';

/** Path of the web services on their host. */
export const BASE_PATH = '/fonws/ws';

/** A request that reached the emulator. PINs, session ids and keys are not kept. */
export interface EmulatedRequest {
  /** Milliseconds since 1970. */
  at: number;
  /** `login`, `logout`, `registrierung_se`...; null when it was not recognised. */
  kind: string | null;
  participant: string | null;
  packet: number | null;
  /** `T` or `P`. */
  mode: string | null;
  /** How many reports it has. */
  entries: number;
  /** Return code, `fault` or an HTTP status; null while it is not answered. */
  code: string | null;
}

/** An HTTP answer, and the code that it stands for. */
export interface Reply {
  status: number;
  text: string;
  code: string;
}

/** The part of an HTTP request that matters besides its body. */
export interface HttpRequest {
  url?: string | undefined;
  method?: string | undefined;
  headers: { 'content-type'?: string | undefined; soapaction?: string | string[] | undefined };
}

/** What the next requests of a service get in place of an answer. */
export type Forced = { code: string } | { http: number } | { fault: 'Client' | 'Server' };

/** A result that FinanzOnline would put into the DataBox: several reports, or `erzwinge_asynchron`. */
export interface DataboxEntry {
  packet: string;
  entry: string;
  customer: string;
  code: string;
}

/** How to make the services. */
export interface ServiceOptions {
  users: readonly EmulatedUser[];
  clock: Clock;
  /** Certificates of the providers; null: every serial number is good, and no signature is checked. */
  certificates: readonly DirectoryEntry[] | null;
  sessionMs: number;
}

/** Providers in Austria's list; `AT9` stands for none, in tests. */
const PROVIDERS: readonly string[] = ['AT1', 'AT2', 'AT3', 'AT9'];
const REASONS: readonly number[] = [1, 2, 5, 6, 7, 99];

/** Both services without their network. */
export class EmulatedService {
  readonly registry = new Registry();
  readonly logins: Logins;
  readonly databox: DataboxEntry[] = [];
  /** Answers -2 to everything that is well-formed. */
  maintenance = false;
  private readonly options: ServiceOptions;
  private readonly forced = new Map<string, { what: Forced; times: number }>();

  constructor(options: ServiceOptions) {
    this.options = options;
    this.logins = new Logins(options.users, options.clock, options.sessionMs);
  }

  /** Answers the next requests of a service without doing anything else. */
  fail(service: 'session' | 'rkdb', what: Forced, times: number): void {
    this.forced.set(service, { what, times });
  }

  /**
   * Answers a request and completes the note about it.
   * @param body null when it was too long
   */
  answer(http: HttpRequest, body: Buffer | null, note: EmulatedRequest): Reply {
    const reply = this.answerTo(http, body, note);
    note.code = reply.code;
    return reply;
  }

  private answerTo(http: HttpRequest, body: Buffer | null, note: EmulatedRequest): Reply {
    const service = /^\/fonws\/ws\/(session|rkdb)$/.exec(http.url ?? '')?.[1];
    if (service === undefined) return bare(404);
    if (http.method !== 'POST') return bare(405);
    if (body === null) return bare(413);
    if (!/^text\/xml\b/i.test(http.headers['content-type'] ?? '')) return bare(415);
    const forced = this.takeForced(service);
    if (forced && 'http' in forced) return bare(forced.http);
    if (forced && 'fault' in forced) return fault(forced.fault, 'Fehler');
    const request = readBody(body);
    if (!request) return fault('Client', 'Could not read the message');
    const operation = /^"?(login|logout|rkdb)"?$/.exec(String(http.headers.soapaction))?.[1];
    if (operation === undefined || (operation === 'rkdb') !== (service === 'rkdb')) {
      return fault('Client', 'No such operation');
    }
    note.kind = operation;
    const wrong = complaint(operation, request);
    if (wrong !== null) return fault('Client', 'Validation error', wrong);
    note.participant = textOf(request, 'tid');
    const code = forced?.code ?? (this.maintenance ? '-2' : null);
    return operation === 'rkdb' ? this.register(request, code, note) : this.session(operation, request, code);
  }

  private takeForced(service: string): Forced | null {
    const forced = this.forced.get(service);
    if (!forced || forced.times === 0) return null;
    forced.times -= 1;
    return forced.what;
  }

  private session(operation: string, request: Element, forced: string | null): Reply {
    const [tid, benid] = [textOf(request, 'tid'), textOf(request, 'benid')];
    if (operation === 'logout') {
      const code = forced ?? (this.logins.logout(tid, benid, textOf(request, 'id')) ? '0' : '-1');
      return { status: 200, text: logoutAnswer(code), code };
    }
    const login = forced === null ? this.logins.login(tid, benid, textOf(request, 'pin')) : { code: forced };
    return 'id' in login
      ? { status: 200, text: loginAnswer(login.id, '0'), code: '0' }
      : { status: 200, text: loginAnswer('', login.code), code: login.code };
  }

  private register(request: Element, forced: string | null, note: EmulatedRequest): Reply {
    const content = request.children.at(-1)!;
    const isStatus = content.name.startsWith('status_');
    const entries = isStatus ? [content] : content.children.filter((c) => c.children.length > 0);
    const [first] = entries as [Element];
    const now = this.options.clock.now();
    const mode = textOf(request, 'art_uebermittlung');
    const packet = textOf(content, 'paket_nr');
    Object.assign(note, { kind: first.name, packet: Number(packet), mode, entries: entries.length });
    const answer = (code: string, extra: Extra = {}): Reply => {
      const customer = textOf(first, 'kundeninfo');
      const created = textOf(content, 'ts_erstellung');
      const entry = textOf(first, 'satznr');
      const text = registerAnswer(packet, created, entry, code, { customer, ...extra }, now);
      return { status: 200, text, code };
    };
    if (forced !== null) return answer(forced);
    const participant = textOf(request, 'tid');
    const user = this.logins.userOf(participant, textOf(request, 'benid'), textOf(request, 'id'));
    if (!user) return answer('-1');
    if (user.mayNotReport) return answer('-4');
    // Representatives report for others; here nobody has given them a power of attorney.
    if (textOf(content, 'fastnr') !== '') return answer('32');

    const scope = { participant, mode };
    const isForced = /^(true|1)$/.test(textOf(request, 'erzwinge_asynchron'));
    if (isStatus) return isForced ? answer('998') : this.status(scope, first, answer);
    if (first.name === 'belegpruefung') {
      const check = checkReceipt(this.registry, scope, textOf(first, 'beleg'), now);
      return answer(check.state === 'PASS' ? '0' : '43', { check });
    }
    if (entries.length === 1 && !isForced) return answer(this.report(scope, first, now));
    for (const entry of entries) {
      const code = this.report(scope, entry, now);
      const customer = textOf(entry, 'kundeninfo');
      this.databox.push({ packet, entry: textOf(entry, 'satznr'), customer, code });
    }
    return answer('0');
  }

  private status(scope: Scope, query: Element, answer: (code: string, extra?: Extra) => Reply): Reply {
    const found = this.subject(scope, query);
    const isKnown = found && found.state !== 'AUSSER_BETRIEB';
    if (isKnown) return answer('0', { status: found });
    return answer(query.name === 'status_see' ? 'B33' : 'B32');
  }

  /** Carries out one report; returns its code. */
  private report(scope: Scope, entry: Element, now: number): string {
    if (entry.name === 'registrierung_se') return this.addUnit(scope, entry, now);
    if (entry.name === 'registrierung_kasse') {
      const key = Buffer.from(textOf(entry, 'benutzerschluessel'), 'base64');
      // A key that is no AES-256 key passes the schema; what FinanzOnline says of it is not known.
      if (key.length !== 32) return 'V1';
      const [id, note] = [textOf(entry, 'kassenidentifikationsnummer'), textOf(entry, 'anmerkung')];
      return this.registry.addRegister(scope, { id, key, note }, now);
    }
    const stored = this.subject(scope, entry);
    if (!stored) return entry.name.endsWith('_se') ? 'B33' : 'B32';
    if (entry.name.startsWith('wiederinbetriebnahme')) {
      return this.registry.back(stored, timeOf(textOf(entry, 'ende_ausfall')), now);
    }
    const outage = partOf(entry, 'ausfall');
    const reason = Number(textOf(outage ?? partOf(entry, 'ausserbetriebnahme')!, 'begruendung'));
    if (!REASONS.includes(reason)) return 'B35';
    const allowed = outage ? [1, entry.name === 'ausfall_se' ? 2 : 5, 99] : [6, 7];
    if (!allowed.includes(reason)) return 'B20';
    return outage
      ? this.registry.outage(stored, timeOf(textOf(outage, 'beginn_ausfall')), now)
      : this.registry.retire(stored, now);
  }

  private addUnit(scope: Scope, entry: Element, now: number): string {
    const provider = textOf(entry, 'vda_id');
    if (!PROVIDERS.includes(provider)) return '36';
    if (provider === 'AT9' && scope.mode !== 'T') return '999';
    const { certificates } = this.options;
    const der = partOf(entry, 'zertifikat');
    const found = der
      ? byCertificate(certificates, provider, der.text, scope.participant, now)
      : bySerial(certificates, provider, serialOf(entry), scope.participant, now);
    if ('code' in found) return found.code;
    return this.registry.addUnit(scope, { provider, type: textOf(entry, 'art_se'), ...found }, now);
  }

  private subject(scope: Scope, entry: Element): Stored | undefined {
    return partOf(entry, 'zertifikatsseriennummer')
      ? this.registry.unit(scope, serialOf(entry))
      : this.registry.register(scope, textOf(entry, 'kassenidentifikationsnummer'));
  }
}

/** Without `hex` a number of digits alone is a decimal one. */
function serialOf(entry: Element): bigint {
  const { text, attributes } = partOf(entry, 'zertifikatsseriennummer')!;
  const isHex = /^(true|1)$/.test(attributes['hex'] ?? '') || /[^0-9]/.test(text);
  return BigInt(isHex ? `0x${text}` : text);
}

function bare(status: number): Reply {
  return { status, text: '', code: String(status) };
}

function fault(code: 'Client' | 'Server', text: string, detail?: string): Reply {
  return { status: 500, text: faultAnswer(code, text, detail), code: 'fault' };
}
