/**
 * Driver of fiskaly SIGN DE v2, a TSE in the cloud. Transactions have ids of ours, so that
 * the same message may be sent again: it is signed once.
 */
import { createHash } from 'node:crypto';
import type {
  RefusedPins,
  Signed,
  Tse,
  TseExport,
  TseExportFilter,
  TseCredentials,
  TseModel,
  TseOptions,
  TseOutcome,
  TransactionName,
  TransactionStep,
} from '../contract.ts';
import { positive } from '../identity.ts';
import { done, notDone, unknown } from '../outcomes.ts';
import { FiskalyClient, LONG_MS, type Answered } from './client.ts';
import { beginExport, exported, MOST_RECORDS, partsOf } from './export.ts';
import {
  readClients,
  readTransaction,
  readTss,
  type FiskalyClientEntry,
  type FiskalyTransaction,
} from './read.ts';
import { outcomeOf, setUpTss } from './set-up.ts';

/** The kind. */
export const FISKALY: TseModel = {
  name: 'fiskaly',
  product: 'fiskaly SIGN DE v2',
  // Its maker says that any number may be open; an answer takes 50 to 250 ms.
  together: 8,
  settings: [
    { name: 'baseUrl', standard: 'https://kassensichv-middleware.fiskaly.com/api/v2' },
    { name: 'apiKey' },
    { name: 'apiSecret', secret: true },
    { name: 'tssId', optional: true },
    { name: 'ca', optional: true },
  ],
  credentials: { adminPin: { least: 6, most: 100 }, adminPuk: { least: 10, most: 10 } },
  open: (options) => new FiskalyTse(options),
};

/** How long to wait before the service is asked again. */
export interface Waits {
  /** Twelve times a minute it may be asked how an export goes. */
  pollMs: number;
  /** After a request that had no answer. */
  pauseMs: number;
}

const WAITS: Waits = { pollMs: 5000, pauseMs: 100 };
const LONG = { timeoutMs: LONG_MS, repeat: true };
const LIST = 100;

/** A TSS. */
export class FiskalyTse implements Tse {
  private readonly options: TseOptions;
  private readonly pollMs: number;
  private readonly mostRecords: number;
  private readonly client: FiskalyClient;
  private tssId: string | null;
  private clients: FiskalyClientEntry[] | null = null;
  private readonly refused: RefusedPins;

  /** @param mostRecords of an export; a test has fewer */
  constructor(options: TseOptions, waits = WAITS, mostRecords = MOST_RECORDS) {
    this.options = options;
    this.refused = options.refused ?? new Map<string, string>();
    this.pollMs = waits.pollMs;
    this.mostRecords = mostRecords;
    this.client = new FiskalyClient(options, waits.pauseMs);
    this.tssId = options.settings.tssId || null;
  }

  async state() {
    const entries = this.tssId === null ? done([]) : await this.listClients();
    if (entries.outcome !== 'done') return entries;
    const answer =
      this.tssId === null
        ? await this.client.request('GET', 'tss?limit=1', undefined, LONG)
        : await this.client.request('GET', this.path(), undefined, LONG);
    if ('failure' in answer) return notDone(answer.failure);
    const names = entries.result.filter(({ isRegistered }) => isRegistered).map(({ serial }) => serial);
    const read = readTss(this.tssId === null ? { state: 'CREATED' } : answer.object, names);
    if (!read) return notDone('unreadable', 'what the service tells of the TSS cannot be read');
    if (/^(DEFECTIVE|DELETED|EVICTED)$/.test(read.state))
      return notDone('defective', `the service says that the TSS is ${read.state}`);
    return done(read.told);
  }

  setUp(keep: Parameters<Tse['setUp']>[0]) {
    return setUpTss({
      client: this.client,
      tssId: this.tssId,
      credentials: this.options.credentials(),
      keep: async (made) => {
        this.tssId = made.settings.tssId ?? this.tssId;
        await keep(made);
      },
      description: 'Tillmark',
    });
  }

  registerClient(client: string) {
    return this.asAdmin(async () => {
      const entries = await this.listClients();
      if (entries.outcome !== 'done') return entries;
      const known = entries.result.find(({ serial }) => serial === client);
      if (known?.isRegistered) return done(null);
      const answer = known
        ? await this.client.request('PATCH', this.path(`/client/${known.id}`), { state: 'REGISTERED' }, LONG)
        : await this.client.request(
            'PUT',
            this.path(`/client/${this.uuidOf(client)}`),
            { serial_number: client },
            LONG,
          );
      this.clients = null;
      return 'failure' in answer ? outcomeOf(answer) : done(null);
    });
  }

  deregisterClient(client: string) {
    return this.asAdmin(async () => {
      const id = await this.idOf(client);
      if (id.outcome !== 'done') return id;
      const answer = await this.client.request(
        'PATCH',
        this.path(`/client/${id.result}`),
        { state: 'DEREGISTERED' },
        LONG,
      );
      this.clients = null;
      return 'failure' in answer ? outcomeOf(answer) : done(null);
    });
  }

  setTime() {
    return Promise.resolve(done(null));
  }

  selfTest() {
    return Promise.resolve(done(null));
  }

  async unblock(user: 'admin' | 'time', given: TseCredentials = {}) {
    if (user === 'time') return notDone('unsupported', 'it has one PIN only');
    const { adminPuk, adminPin } = { ...this.options.credentials(), ...given };
    if (adminPuk === undefined || adminPin === undefined)
      return notDone('wrong-puk', 'PUK or new PIN is missing');
    const body = { admin_puk: adminPuk, new_admin_pin: adminPin };
    const answer = await this.client.request('PATCH', this.path('/admin'), body, LONG);
    if ('object' in answer) {
      this.refused.clear();
      return done(null);
    }
    // The same code is given for a wrong PIN and a wrong PUK.
    const isPuk = answer.code === 'E_ADMIN_LOGIN_FAILED';
    return isPuk ? notDone('wrong-puk', answer.failure.text) : (outcomeOf(answer) as TseOutcome<never>);
  }

  disable() {
    return this.asAdmin(async () => {
      const answer = await this.client.request('PATCH', this.path(), { state: 'DISABLED' }, LONG);
      return 'failure' in answer ? outcomeOf(answer) : done(null);
    });
  }

  start({ client, reference }: Pick<TransactionName, 'client' | 'reference'>) {
    return this.upsert(reference, 1, client, { state: 'ACTIVE' });
  }

  update(step: TransactionStep) {
    return this.step('ACTIVE', step);
  }

  finish(step: TransactionStep) {
    return this.step('FINISHED', step);
  }

  async open(client: string) {
    const id = await this.idOf(client);
    if (id.outcome !== 'done') return id;
    const open: FiskalyTransaction[] = [];
    for (;;) {
      const query = `/client/${id.result}/tx?states[0]=ACTIVE&limit=${LIST}&offset=${open.length}`;
      const answer = await this.client.request('GET', this.path(query), undefined, LONG);
      if ('failure' in answer) return notDone(answer.failure);
      const { data } = answer.object;
      if (!Array.isArray(data)) return notDone('unreadable', 'the list of transactions cannot be read');
      const page = data.flatMap((one: unknown) => readTransaction(one as Record<string, unknown>) ?? []);
      if (page.length !== data.length) return notDone('unreadable', 'a transaction cannot be read');
      open.push(...page);
      if (page.length < LIST) break;
    }
    return done(
      open.map(({ signed: { transaction }, reference, started }) => ({ transaction, reference, started })),
    );
  }

  async find({ reference, transaction }: TransactionName) {
    const name = reference || String(transaction ?? '');
    const latest = await this.transaction(name, '');
    if (latest.outcome !== 'done') return latest;
    if (latest.result === null) return done(null);
    const first = await this.transaction(name, '?tx_revision=1');
    if (first.outcome !== 'done') return first;
    const { signed, isOpen, processType, processData } = latest.result;
    return done({
      transaction: signed.transaction,
      state: isOpen ? ('open' as const) : ('finished' as const),
      start: first.result?.signed ?? null,
      finish: isOpen ? null : { ...signed, processType, processData },
    });
  }

  async export(filter: TseExportFilter): Promise<TseOutcome<TseExport>> {
    const queries = await this.exportQueries(filter);
    if (queries.outcome !== 'done') return queries;
    const [query = '', ...more] = queries.result;
    const { client, pollMs } = this;
    const work = { client, pollMs, path: (rest: string) => this.path(rest) };
    const begun = await beginExport(work, query);
    return 'failure' in begun.answer
      ? notDone(begun.answer.failure)
      : done({ content: exported(work, begun, more) });
  }

  deleteExported() {
    return Promise.resolve(notDone('unsupported', 'the service keeps all log messages'));
  }

  close() {
    return Promise.resolve();
  }

  /** While a receipt waits. */
  private get message() {
    return { timeoutMs: this.client.timeoutMs, repeat: true };
  }

  private path(rest = ''): string {
    return `tss/${this.tssId ?? ''}${rest}`;
  }

  private async step(state: 'ACTIVE' | 'FINISHED', step: TransactionStep): Promise<TseOutcome<Signed>> {
    const { client, transaction, processType, processData } = step;
    const name = step.reference || String(transaction);
    let { revision } = step;
    if (revision === null) {
      const latest = await this.transaction(name, '', this.message);
      if (latest.outcome !== 'done') return notDone(latest.failure);
      if (latest.result === null)
        return notDone('transaction-unknown', 'the service knows of no such transaction');
      revision = latest.result.revision + 1;
    }
    const raw = { process_type: processType, process_data: Buffer.from(processData).toString('base64') };
    return this.upsert(name, revision, client, { state, schema: { raw } });
  }

  private async upsert(
    name: string,
    revision: number,
    client: string,
    body: { state: string; schema?: object },
  ): Promise<TseOutcome<Signed>> {
    for (let isFresh = false; ; isFresh = true) {
      const id = await this.idOf(client, isFresh, this.message);
      if (id.outcome !== 'done') return notDone(id.failure);
      const answer: Answered = await this.client.request(
        'PUT',
        this.path(`/tx/${encodeURIComponent(name)}?tx_revision=${revision}`),
        { ...body, client_id: id.result },
        this.message,
      );
      if ('failure' in answer) {
        // Registered anew under another id by somebody else: looked up once more.
        if (answer.code === 'E_CLIENT_NOT_FOUND' && !isFresh && !answer.asked) continue;
        return outcomeOf(answer) as TseOutcome<never>;
      }
      const read = readTransaction(answer.object);
      return read
        ? done(read.signed)
        : unknown({ trouble: 'unreadable', text: 'the answer is no signature' });
    }
  }

  /** Null: there is none. */
  private async transaction(
    name: string,
    query: string,
    how = LONG,
  ): Promise<TseOutcome<FiskalyTransaction | null>> {
    const answer = await this.client.request(
      'GET',
      this.path(`/tx/${encodeURIComponent(name)}${query}`),
      undefined,
      how,
    );
    if ('failure' in answer) {
      if (answer.code === 'E_TX_NOT_FOUND' || answer.code === 'E_TX_REVISION_NOT_FOUND') return done(null);
      return notDone(answer.failure);
    }
    const read = readTransaction(answer.object);
    return read
      ? done(read)
      : notDone('unreadable', 'what the service tells of the transaction cannot be read');
  }

  private async exportQueries({
    client,
    transactions,
    times,
  }: TseExportFilter): Promise<TseOutcome<string[]>> {
    const query = new URLSearchParams();
    if (client !== undefined) {
      const id = await this.idOf(client);
      if (id.outcome !== 'done') return id;
      query.set('client_id', id.result);
    }
    if (transactions) {
      query.set('start_transaction_number', String(transactions.from));
      query.set('end_transaction_number', String(transactions.till));
    }
    if (times) {
      query.set('start_date', String(Math.floor(times.from / 1000)));
      query.set('end_date', String(Math.ceil(times.till / 1000)));
    }
    if (query.size > 0) return done([`?${query.toString()}`]);
    const told = await this.client.request('GET', this.path(), undefined, LONG);
    if ('failure' in told) return notDone(told.failure);
    return done(partsOf(positive(told.object.signature_counter) ?? 0, this.mostRecords));
  }

  private async listClients(how = LONG): Promise<TseOutcome<FiskalyClientEntry[]>> {
    const entries: FiskalyClientEntry[] = [];
    for (;;) {
      const query = `/client?limit=${LIST}&offset=${entries.length}`;
      const answer = await this.client.request('GET', this.path(query), undefined, how);
      if ('failure' in answer) return notDone(answer.failure);
      const page = readClients(answer.object);
      if (!page) return notDone('unreadable', 'the list of clients cannot be read');
      entries.push(...page);
      if (page.length < LIST) break;
    }
    this.clients = entries;
    return done(entries);
  }

  /** The id that the service knows a client by. */
  private async idOf(client: string, fresh = false, how = LONG): Promise<TseOutcome<string>> {
    if (this.tssId === null) return notDone('not-initialised', 'there is no TSS yet');
    const known = () => this.clients?.find(({ serial, isRegistered }) => serial === client && isRegistered);
    if (!known() || fresh) {
      const listed = await this.listClients(how);
      if (listed.outcome !== 'done') return listed;
    }
    const id = known()?.id;
    return id === undefined
      ? notDone('client-unknown', `${client} is not registered with the TSS`)
      : done(id);
  }

  /** The same for the same client, so that a repetition registers it once. */
  private uuidOf(client: string): string {
    const hex = createHash('sha256')
      .update(`${this.tssId ?? ''} ${client}`)
      .digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  private async asAdmin(work: () => Promise<TseOutcome<unknown>>): Promise<TseOutcome<null>> {
    if (this.tssId === null) return notDone('not-initialised', 'there is no TSS yet');
    const { adminPin } = this.options.credentials();
    if (adminPin === undefined) return notDone('wrong-pin', 'the PIN of the TSS is not known');
    if (this.refused.get('admin') === adminPin)
      return notDone('wrong-pin', 'this PIN was refused; it is not tried again');
    const login = await this.client.request(
      'POST',
      this.path('/admin/auth'),
      { admin_pin: adminPin },
      {
        timeoutMs: LONG_MS,
        repeat: false,
      },
    );
    if ('failure' in login) {
      if (login.failure.trouble === 'wrong-pin') this.refused.set('admin', adminPin);
      return notDone(login.failure);
    }
    const outcome = await work();
    await this.client.request('POST', this.path('/admin/logout'), {}, LONG);
    return outcome.outcome === 'done' ? done(null) : outcome;
  }
}
