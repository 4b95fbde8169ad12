/** A TSS of the emulated service: its life, clients, transactions and exports. */
import type { Clock } from '../../clock.ts';
import type { TseEngine } from '../../devices/tse/software/engine.ts';
import type { Signed, TseExportFilter } from '../../devices/tse/contract.ts';
import type { Message } from './service.ts';

/** An error as the service gives it. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

interface Client {
  id: string;
  serial: string;
  state: 'REGISTERED' | 'DEREGISTERED';
}

interface Transaction {
  id: string;
  number: number;
  client: Client;
  state: 'ACTIVE' | 'FINISHED' | 'CANCELLED';
  /** What each revision was asked with and answered, the first one first. */
  revisions: { asked: string; answer: Record<string, unknown> }[];
}

interface Counters {
  lowest: number;
  highest: number;
}

interface Export {
  filter: TseExportFilter;
  counters: Counters;
  /** Times that it was asked for. */
  asked: number;
}

const MOST_PIN_TRIES = 5;
const LEAST_PIN = 6;
const SERIAL = /^[A-Za-z0-9 '()+,\-.:=?]{1,70}$/;

/** One of them. */
export class EmulatedTss {
  readonly id: string;
  readonly engine: TseEngine;
  /** Told once, when it is made. */
  readonly puk: string;
  state: 'CREATED' | 'UNINITIALIZED' | 'INITIALIZED' | 'DISABLED' | 'DEFECTIVE' = 'CREATED';
  /** An export that is done only when it was asked for so often. */
  exportPolls = 1;
  /** Records of an export at most. */
  mostRecords = 1_000_000;
  private readonly clock: Clock;
  private pin: string | null = null;
  private tries = MOST_PIN_TRIES;
  private isAdmin = false;
  private description = '';
  private readonly clients = new Map<string, Client>();
  private readonly byName = new Map<string, Transaction>();
  private readonly exports = new Map<string, Export>();

  constructor(id: string, engine: TseEngine, clock: Clock, puk: string) {
    this.id = id;
    this.engine = engine;
    this.clock = clock;
    this.puk = puk;
  }

  /** All transactions, oldest first. */
  get all(): readonly Transaction[] {
    return [...new Set(this.byName.values())];
  }

  told() {
    const { identity } = this.engine;
    const isMade = this.state === 'INITIALIZED' || this.state === 'DISABLED';
    return {
      ...{ _id: this.id, _type: 'TSS', _env: 'TEST', _version: '2.1.35' },
      ...{ state: this.state, description: this.description },
      ...(isMade && {
        certificate: `-----BEGIN CERTIFICATE-----\n${identity!.certificates[0]!}\n-----END CERTIFICATE-----\n`,
        serial_number: identity!.serial,
        public_key: identity!.publicKey,
        signature_counter: String(this.engine.counter),
        transaction_counter: String(this.engine.lastTransaction),
        signature_algorithm: identity!.algorithm,
        signature_timestamp_format: 'unixTime',
        transaction_data_encoding: 'UTF-8',
        number_registered_clients: this.engine.clients.length,
        max_number_registered_clients: this.engine.options.mostClients,
        number_active_transactions: this.engine.open(null).length,
        max_number_active_transactions: this.engine.options.mostOpen,
        supported_update_variants: 'SIGNED',
      }),
    };
  }

  change({ state, description = '' }: Message) {
    this.alive();
    const step = `${this.state} ${String(state)}`;
    if (step === 'CREATED UNINITIALIZED') this.state = 'UNINITIALIZED';
    else if (step === 'UNINITIALIZED INITIALIZED') {
      this.needAdmin();
      this.description = String(description);
      this.engine.initialise();
      this.state = 'INITIALIZED';
    } else if (step === 'INITIALIZED DISABLED') {
      this.needAdmin();
      this.engine.disable();
      this.state = 'DISABLED';
    } else if (this.state !== state) throw new ServiceError(400, 'E_ILLEGAL_TSS_STATE_CHANGE', step);
    return this.told();
  }

  admin(method: string, what: string, message: Message) {
    this.alive();
    if (method === 'PATCH') {
      const { admin_puk: puk, new_admin_pin: pin } = message;
      if (puk !== this.puk) throw new ServiceError(401, 'E_ADMIN_LOGIN_FAILED', 'wrong PUK');
      if (typeof pin !== 'string' || pin.length < LEAST_PIN)
        throw new ServiceError(400, 'E_CHANGE_ADMIN_PIN_FAILED', 'the PIN is too short');
      this.pin = pin;
      this.tries = MOST_PIN_TRIES;
    } else if (what === 'logout') this.isAdmin = false;
    else {
      if (this.pin === null || this.tries === 0)
        throw new ServiceError(423, 'E_ADMIN_PIN_BLOCKED', 'the PIN is blocked');
      this.isAdmin = message.admin_pin === this.pin;
      if (!this.isAdmin) {
        this.tries -= 1;
        throw new ServiceError(401, 'E_ADMIN_LOGIN_FAILED', 'wrong PIN');
      }
      this.tries = MOST_PIN_TRIES;
    }
    return {};
  }

  client(method: string, id: string, { serial_number: serial, state }: Message, query: URLSearchParams) {
    if (method !== 'GET') this.made();
    const told = ({ id: _id, serial: serial_number, state: now }: Client) => ({
      ...{ _id, serial_number, state: now, tss_id: this.id, _type: 'CLIENT' },
    });
    if (id === '')
      return { data: page([...this.clients.values()], query).map(told), count: this.clients.size };
    const known = this.clients.get(id);
    if (method === 'GET') return told(known ?? missingClient(404));
    this.needAdmin();
    if (method === 'PATCH') {
      const client = known ?? missingClient(404);
      if (state === 'DEREGISTERED') this.engine.deregisterClient(client.serial);
      else this.engine.registerClient(client.serial);
      client.state = state === 'DEREGISTERED' ? 'DEREGISTERED' : 'REGISTERED';
      return told(client);
    }
    if (typeof serial !== 'string' || !SERIAL.test(serial))
      throw new ServiceError(400, 'E_ILLEGAL_CLIENT_SERIAL', 'this serial number is not allowed');
    const isTaken = [...this.clients.values()].some((one) => one.serial === serial && one.id !== id);
    if (isTaken || (known && known.serial !== serial))
      throw new ServiceError(409, 'E_CLIENT_CONFLICT', 'this client is there already');
    this.engine.registerClient(serial);
    const client = known ?? { id, serial, state: 'REGISTERED' as const };
    this.clients.set(id, client);
    return told(client);
  }

  transaction(method: string, name: string, revision: number, message: Message): Record<string, unknown> {
    if (method !== 'GET') return this.upsert(name, revision, message);
    const known = this.byName.get(name);
    if (!known) throw new ServiceError(404, 'E_TX_NOT_FOUND', 'there is no such transaction');
    if (Number.isNaN(revision)) return { ...known.revisions.at(-1)!.answer };
    const told = known.revisions[revision - 1];
    if (!told) throw new ServiceError(400, 'E_TX_REVISION_NOT_FOUND', 'there is no such revision');
    return told.answer;
  }

  transactions(client: string, query: URLSearchParams) {
    const wanted = query.get('states[0]');
    const fitting = this.all.filter(
      (one) => one.client.id === client && (wanted === null || one.state === wanted),
    );
    const data = page(fitting, query).map(({ revisions }) => revisions.at(-1)!.answer);
    return { data, count: fitting.length, _type: 'TRANSACTION_LIST' };
  }

  export(method: string, id: string, query: URLSearchParams) {
    if (this.state !== 'DISABLED') this.made();
    if (method === 'PUT') {
      const client = query.get('client_id');
      const number = (key: string) => (query.has(key) ? Number(query.get(key)) : null);
      const [from, till] = [number('start_transaction_number'), number('end_transaction_number')];
      const [begin, end] = [number('start_date'), number('end_date')];
      const [lowest, highest] = [number('start_signature_counter'), number('end_signature_counter')];
      if ((highest ?? this.engine.counter) - (lowest ?? 1) >= this.mostRecords)
        throw new ServiceError(400, 'E_TOO_MANY_RECORDS', 'the export has too many records');
      this.exports.set(id, {
        filter: {
          ...(client !== null && { client: (this.clients.get(client) ?? missingClient(400)).serial }),
          ...(from !== null && till !== null && { transactions: { from, till } }),
          ...(begin !== null && end !== null && { times: { from: begin * 1000, till: end * 1000 } }),
        },
        counters: { lowest: lowest ?? 1, highest: highest ?? Infinity },
        asked: 0,
      });
      return { _id: id, state: 'PENDING', _type: 'EXPORT' };
    }
    const known = this.exports.get(id) ?? missingExport();
    known.asked += 1;
    return { _id: id, state: known.asked >= this.exportPolls ? 'COMPLETED' : 'WORKING', _type: 'EXPORT' };
  }

  async file(id: string): Promise<Buffer> {
    const known = this.exports.get(id) ?? missingExport();
    if (known.asked < this.exportPolls)
      throw new ServiceError(404, 'E_EXPORT_NOT_COMPLETED', 'the export is not complete', 60);
    const parts: Buffer[] = [];
    for await (const part of this.engine.export(known.filter)) parts.push(part);
    return withCounters(Buffer.concat(parts), known.counters);
  }

  private upsert(name: string, revision: number, message: Message): Record<string, unknown> {
    this.made();
    const client = this.clients.get(String(message.client_id)) ?? missingClient(400);
    if (client.state !== 'REGISTERED')
      throw new ServiceError(400, 'E_CLIENT_DEREGISTERED', 'it is not registered');
    const known = this.byName.get(name);
    const asked = JSON.stringify(message);
    const before = known?.revisions[revision - 1];
    // The same again: answered again, signed once.
    if (before?.asked === asked) return before.answer;
    if (before || revision !== (known?.revisions.length ?? 0) + 1 || (known && known.state !== 'ACTIVE'))
      throw new ServiceError(400, 'E_TX_UPSERT', 'the revision or the state does not fit');
    const raw = rawOf(message);
    if (!known) {
      if (message.state !== 'ACTIVE' || !/^[0-9a-f-]{36}$/.test(name))
        throw new ServiceError(400, 'E_TX_UPSERT', 'a transaction begins with state ACTIVE and a UUID');
      const signed = this.engine.start(client.serial, name);
      const fresh: Transaction = {
        id: name,
        number: signed.transaction,
        client,
        state: 'ACTIVE',
        revisions: [],
      };
      this.byName.set(name, fresh);
      this.byName.set(String(signed.transaction), fresh);
      return this.note(fresh, asked, signed, 'Start', message);
    }
    if (!raw) throw new ServiceError(409, 'E_TX_NO_TYPE_DEFINED', 'there is no schema');
    if (message.state === 'ACTIVE') {
      const signed = this.engine.update(client.serial, known.number, raw.type, raw.data);
      return this.note(known, asked, signed, 'Update', message);
    }
    const signed = this.engine.finish(client.serial, known.number, raw.type, raw.data);
    known.state = message.state === 'CANCELLED' ? 'CANCELLED' : 'FINISHED';
    return this.note(known, asked, signed, 'Finish', message);
  }

  private note(
    transaction: Transaction,
    asked: string,
    { counter, time, signature }: Signed,
    operation: string,
    { schema, metadata }: Message,
  ): Record<string, unknown> {
    const { id, number, client, state, revisions } = transaction;
    const { serial, publicKey, algorithm } = this.engine.identity!;
    const first = revisions[0]?.answer.time_start ?? time / 1000;
    const revision = revisions.length + 1;
    const answer = {
      ...{ _id: id, _type: 'TRANSACTION', _env: 'TEST', _version: '2.1.35', number, state, schema, metadata },
      ...{ time_start: first, ...(operation === 'Finish' && { time_end: time / 1000 }) },
      ...{ revision, latest_revision: revision, client_id: client.id, client_serial_number: client.serial },
      ...{ tss_id: this.id, tss_serial_number: serial },
      log: { operation, timestamp: time / 1000, timestamp_format: 'unixTime' },
      signature: { value: signature, algorithm, counter: String(counter), public_key: publicKey },
    };
    revisions.push({ asked, answer });
    return answer;
  }

  private alive(): void {
    if (this.state === 'DEFECTIVE') throw new ServiceError(423, 'E_TSS_DEFECTIVE', 'the TSS is defective');
  }

  private made(): void {
    this.alive();
    if (this.state === 'DISABLED') throw new ServiceError(400, 'E_TSS_DISABLED', 'the TSS is disabled');
    if (this.state !== 'INITIALIZED')
      throw new ServiceError(400, 'E_TSS_NOT_INITIALIZED', 'it is not initialized');
  }

  private needAdmin(): void {
    if (!this.isAdmin) throw new ServiceError(401, 'E_UNAUTHORIZED', 'log in as admin first');
  }
}

function rawOf({ schema }: Message): { type: string; data: string } | null {
  const { raw } = (schema ?? {}) as { raw?: { process_type?: unknown; process_data?: unknown } };
  if (typeof raw?.process_type !== 'string' || typeof raw.process_data !== 'string') return null;
  return { type: raw.process_type, data: Buffer.from(raw.process_data, 'base64').toString('utf8') };
}

function page<T>(rows: readonly T[], query: URLSearchParams): T[] {
  const offset = Number(query.get('offset') ?? 0);
  return rows.slice(offset, offset + Number(query.get('limit') ?? 100));
}

function missingClient(status: number): never {
  throw new ServiceError(status, 'E_CLIENT_NOT_FOUND', 'there is no such client');
}

function missingExport(): never {
  throw new ServiceError(404, 'E_EXPORT_NOT_FOUND', 'there is no such export');
}

const BLOCK = 512;

/** An archive with the log messages of some signature counters, and all that is no log message. */
function withCounters(archive: Buffer, { lowest, highest }: Counters): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < archive.length;) {
    const name = archive.toString('latin1', at, at + 100);
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8) || 0;
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const counter = Number(/_Sig-(\d+)_/.exec(name)?.[1] ?? lowest);
    if (counter >= lowest && counter <= highest) kept.push(archive.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
