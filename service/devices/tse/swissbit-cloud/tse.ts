/**
 * Driver of the Swissbit Cloud TSE v2. Its requests have no names of ours: after a lost
 * answer the list of open transactions, or its log messages, tell what was signed.
 */
import { objectOf, shownText } from '../../ports/answer.ts';
import {
  TseBroken,
  type OpenTransaction,
  type Signed,
  type Tse,
  type TseIdentity,
  type TseModel,
  type TseOptions,
  type TseOutcome,
  type TseTrouble,
  type TransactionName,
  type TransactionStep,
} from '../contract.ts';
import { expiryOf, identityOf, positive, signatureOf } from '../identity.ts';
import { readTransactionLogs } from '../logs.ts';
import { done, notDone, unknown } from '../outcomes.ts';
import { ask, download, type WebRequest } from '../web.ts';

/** The kind. */
export const SWISSBIT_CLOUD: TseModel = {
  name: 'swissbit-cloud',
  product: 'Swissbit Cloud TSE v2',
  settings: [
    { name: 'baseUrl', standard: 'https://web-tse.de/api/v1/tse' },
    { name: 'tseSerial' },
    { name: 'accessToken', secret: true },
    { name: 'ca', optional: true },
  ],
  credentials: {},
  open: (options) => new SwissbitCloudTse(options),
};

/** Where the maker has TSEs to try. */
const TEST_HOST = 'dev.web-tse.de';
const LONG_MS = 30_000;
const EXPORT_MS = 15 * 60_000;
const POLL_MS = 2000;
const LONGEST_ID = 200;

/** What requests without a signature come to. */
type Told = TseOutcome<unknown>;
type Json = Record<string, unknown>;

/** What words in a refusal mean; the first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, TseTrouble])[] = [
  [/client.*(limit|many|max)/i, 'client-limit'],
  [/client.*(unknown|not)/i, 'client-unknown'],
  [/transaction.*(limit|many|max)/i, 'transaction-limit'],
  [/transaction.*(unknown|not)/i, 'transaction-unknown'],
  [/certificate.*expired/i, 'certificate-expired'],
  [/disabled|decommissioned/i, 'disabled'],
  [/(not|un).?initiali[sz]ed/i, 'not-initialised'],
  [/export.*(running|progress|exists)/i, 'export-running'],
];

/** A TSE. */
export class SwissbitCloudTse implements Tse {
  private readonly options: TseOptions;
  private readonly pollMs: number;
  private identity: TseIdentity | null = null;

  /** @param pollMs how long to wait before an export is asked for again */
  constructor(options: TseOptions, pollMs = POLL_MS) {
    this.options = options;
    this.pollMs = pollMs;
  }

  state() {
    return this.read(LONG_MS);
  }

  async setUp() {
    const told = await this.state();
    if (told.outcome !== 'done') return told;
    if (told.result.initialisation === 'initialised') return done(null);
    return notDone('unsupported', 'it is initialised where it was ordered, not from here');
  }

  registerClient(clientId: string) {
    return this.nothing('registerClient', { clientId });
  }

  deregisterClient(clientId: string) {
    return this.nothing('deregisterClient', { clientId });
  }

  setTime() {
    return Promise.resolve(done(null));
  }

  selfTest() {
    return Promise.resolve(done(null));
  }

  unblock() {
    return Promise.resolve(notDone('unsupported', 'it has no PIN'));
  }

  disable() {
    return this.nothing('disableSecureElement', {});
  }

  start({ client }: Pick<TransactionName, 'client' | 'reference'>) {
    return this.sign('startTransaction', null, { clientId: client, processType: '', processData: '' });
  }

  update(step: TransactionStep) {
    return this.step('updateTransaction', step);
  }

  finish(step: TransactionStep) {
    return this.step('finishTransaction', step);
  }

  async open(client: string): Promise<TseOutcome<OpenTransaction[]>> {
    const listed = await this.list('transactions', null);
    if (listed.outcome !== 'done') return listed;
    const open: OpenTransaction[] = [];
    for (const one of listed.result) {
      const { transactionNumber, clientId } = (typeof one === 'object' ? one : {}) as Json;
      const transaction = positive(transactionNumber ?? one);
      if (transaction === null) return notDone('unreadable', 'the list of transactions cannot be read');
      // Where it does not tell whose they are, they are everybody's.
      if (clientId === undefined || clientId === client)
        open.push({ transaction, reference: null, started: null });
    }
    return done(open);
  }

  async find({ transaction }: TransactionName) {
    if (transaction === null) return done(null);
    const exported = await this.export();
    if (exported.outcome !== 'done') return notDone(exported.failure);
    return readTransactionLogs(exported.result.content, transaction);
  }

  async export(filter: object = {}): Promise<TseOutcome<{ content: AsyncIterable<Buffer> }>> {
    if (Object.keys(filter).length > 0) return notDone('unsupported', 'it exports everything or nothing');
    const begun = await this.object('POST', 'export', {});
    if (begun.outcome !== 'done') return notDone(begun.failure);
    const id = begun.result.id ?? begun.result.exportId;
    if ((typeof id !== 'string' && typeof id !== 'number') || String(id).length > LONGEST_ID)
      return notDone('unreadable', 'the service gives the export no name');
    return done({ content: this.exported(`export/${encodeURIComponent(id)}`) });
  }

  deleteExported() {
    return Promise.resolve(notDone('unsupported', 'the service keeps all log messages'));
  }

  close() {
    return Promise.resolve();
  }

  private async read(limitMs: number) {
    const told = await this.object('GET', '', undefined, limitMs);
    if (told.outcome !== 'done') return notDone(told.failure);
    const state = told.result.initializationState;
    if (state !== 'uninitialized') {
      this.identity = identityOf({
        publicKey: told.result.publicKey,
        algorithm: told.result.signatureAlgorithm,
        timeFormat: told.result.logTimeFormat,
        certificates: [told.result.certificateChain],
        isTest: URL.parse(this.options.settings.baseUrl ?? '')?.hostname === TEST_HOST,
      });
      if (!this.identity || (state !== 'initialized' && state !== 'disabled'))
        return notDone('unreadable', 'what the service tells of the TSE cannot be read');
    }
    const clients = await this.list('clients', 'clientId', limitMs);
    const open = await this.list('transactions', 'transactionNumber', limitMs);
    return done({
      identity: this.identity,
      initialisation:
        state === 'disabled'
          ? ('disabled' as const)
          : state === 'initialized'
            ? ('initialised' as const)
            : ('uninitialised' as const),
      description: 'Swissbit Cloud TSE',
      ...{ timeSet: true, selfTestPassed: true, selfTestDue: null },
      certificateExpires: this.identity && expiryOf(this.identity),
      clients: clients.outcome === 'done' ? clients.result.filter((one) => typeof one === 'string') : null,
      mostClients: null,
      openTransactions: open.outcome === 'done' ? open.result.length : null,
      ...{ mostOpenTransactions: null, signatures: null, mostSignatures: null, storeUsed: null },
      ...{ storeSize: null, signatureCounter: null, lastTransaction: null, blocked: [] },
    });
  }

  /** An export that was begun: receipts are signed while the service makes it. Only one is made at a time. */
  private async *exported(path: string): AsyncGenerator<Buffer> {
    const until = AbortSignal.timeout(EXPORT_MS);
    try {
      for (;;) {
        const told = await this.object('GET', path);
        if (told.outcome !== 'done') throw new TseBroken(told.failure);
        const { status, downloadUrl } = told.result;
        if (status === 'failure') throw broken('refused', 'the service could not make the export');
        if (status === 'success' && typeof downloadUrl === 'string') {
          yield* await this.file(downloadUrl);
          return;
        }
        if (until.aborted) throw broken('no-answer', 'the export does not come to its end');
        await new Promise((resolve) => setTimeout(resolve, this.pollMs));
      }
    } finally {
      await this.object('DELETE', path);
    }
  }

  private async file(url: string): Promise<AsyncIterable<Buffer>> {
    const signal = new AbortController().signal;
    const own = URL.parse(this.options.settings.baseUrl ?? '')?.origin === URL.parse(url)?.origin;
    // Access is shown to nobody but the service itself.
    const request = { ...this.web('GET', '', signal), url };
    const opened = await download(own ? request : { ...request, headers: {} });
    if ('failure' in opened) throw new TseBroken(opened.failure);
    if (opened.status !== 200) throw broken('refused', `the service gives no file (${opened.status})`);
    return opened.content;
  }

  private step(path: string, { client, transaction, processType, processData }: TransactionStep) {
    const data = Buffer.from(processData).toString('base64');
    return this.sign(path, transaction, {
      ...{ clientId: client, transactionNumber: transaction, processType, processData: data },
    });
  }

  private async sign(path: string, known: number | null, body: Json): Promise<TseOutcome<Signed>> {
    // Asked before: behind the signature nothing may fail.
    const state = this.identity ? null : await this.read(this.options.timeoutMs);
    if (state && state.outcome !== 'done') return notDone(state.failure);
    const { identity } = this;
    if (!identity) return notDone('not-initialised', 'it was not initialised');
    const told = await this.object('POST', path, body, this.options.timeoutMs);
    if (told.outcome !== 'done') return told;
    const { result } = told;
    const transaction = known ?? positive(result.transactionNumber);
    const counter = positive(result.signatureCounter);
    const seconds = positive(result.signatureCreationTime);
    const signature = signatureOf(result.signatureValue);
    if (transaction === null || counter === null || seconds === null || signature === null)
      return unknown({ trouble: 'unreadable', text: 'the answer is no signature' });
    return done({ serial: identity.serial, transaction, counter, time: seconds * 1000, signature });
  }

  private async nothing(path: string, body: Json): Promise<TseOutcome<null>> {
    const told: Told = await this.object('POST', path, body);
    return told.outcome === 'done' ? done(null) : told;
  }

  /** Members of a list, or of one field of each. */
  private async list(path: string, field: string | null, limitMs = LONG_MS): Promise<TseOutcome<unknown[]>> {
    const answer = await ask(this.web('GET', path, AbortSignal.timeout(limitMs)));
    if ('failure' in answer) return notDone(answer.failure);
    if (answer.status !== 200) return notDone(refusal(answer.status, answer.body));
    const wrapped = objectOf(Buffer.concat([Buffer.from('{"list":'), answer.body, Buffer.from('}')]));
    const list = Array.isArray(wrapped?.list)
      ? (wrapped.list as unknown[])
      : Object.values((wrapped?.list ?? {}) as Json).find(Array.isArray);
    if (!Array.isArray(list)) return notDone('unreadable', 'a list of the service cannot be read');
    const rows = list as unknown[];
    return done(
      rows.map((one) => (field !== null && typeof one === 'object' ? ((one ?? {}) as Json)[field] : one)),
    );
  }

  private async object(
    method: WebRequest['method'],
    path: string,
    body?: Json,
    timeoutMs = LONG_MS,
  ): Promise<TseOutcome<Json>> {
    const answer = await ask({ ...this.web(method, path, AbortSignal.timeout(timeoutMs)), body });
    if ('failure' in answer) return answer.asked ? unknown(answer.failure) : notDone(answer.failure);
    const { status } = answer;
    if (status >= 500 && status !== 503) return unknown(refusal(status, answer.body));
    if (status < 200 || status >= 300)
      return notDone({
        ...refusal(status, answer.body),
        ...(answer.retryAfterMs !== null && { retryAfterMs: answer.retryAfterMs }),
      });
    const object = answer.body.length === 0 ? {} : objectOf(answer.body);
    return object ? done(object) : unknown({ trouble: 'unreadable', text: 'the answer is no JSON object' });
  }

  private web(method: WebRequest['method'], path: string, signal: AbortSignal): WebRequest {
    const { baseUrl = '', tseSerial = '', accessToken = '', ca } = this.options.settings;
    const login = Buffer.from(`${tseSerial}:${accessToken}`).toString('base64');
    const base = baseUrl.replace(/\/$/, '');
    return {
      ...{ method, signal, url: path === '' ? base : `${base}/${path}` },
      headers: { authorization: `Basic ${login}` },
      ca: ca || undefined,
    };
  }
}

function broken(trouble: TseTrouble, text: string): TseBroken {
  return new TseBroken({ trouble, text });
}

function refusal(status: number, body: Buffer) {
  const { message, error, code } = objectOf(body) ?? {};
  const text = [code, message ?? error].map(shownText).filter(Boolean).join(' ');
  const meant = MEANINGS.find(([pattern]) => pattern.test(text))?.[1];
  const byStatus: TseTrouble =
    status === 401 || status === 403 ? 'unauthorised' : status === 429 || status >= 500 ? 'busy' : 'refused';
  return { trouble: meant ?? byStatus, text: `the service refuses (${status}): ${text}` };
}
