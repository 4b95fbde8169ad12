/** Driver of TSEs of Epson: on USB, in printers and on TSE servers, over TCP. */
import { randomInt } from 'node:crypto';
import { readTransactionLogs } from '../logs.ts';
import {
  type Signed,
  type Tse,
  type TseCredentials,
  type TseExportFilter,
  type TseIdentity,
  type TseModel,
  type TseOptions,
  type TseOutcome,
  type TseSetUp,
  type TseState,
  type TransactionName,
  type TransactionStep,
} from '../contract.ts';
import { positive, signatureOf } from '../identity.ts';
import { done, notDone, unknown } from '../outcomes.ts';
import { ADMIN, EpsonAccess, OPEN_MS } from './access.ts';
import { beginExport, EpsonExport, foundAt } from './export.ts';
import { firstList, firstText, object, readState } from './read.ts';
import { EpsonError, EpsonSession, type EpsonPlace, type Output } from './session.ts';

/** Address that printers and servers listen on. */
export const EPSON_PORT = 8009;

/** The kind. */
export const EPSON: TseModel = {
  name: 'epson',
  product: 'Epson TSE',
  settings: [
    { name: 'host' },
    { name: 'port', standard: String(EPSON_PORT) },
    { name: 'deviceId', standard: 'local_TSE' },
    { name: 'hostSecret', secret: true, optional: true },
  ],
  credentials: {
    adminPin: { least: 5, most: 5 },
    timePin: { least: 5, most: 5 },
    adminPuk: { least: 6, most: 6 },
  },
  open: (options) => new EpsonTse(options),
  find: async ({ addresses, signal }) => {
    const found = await Promise.all(addresses.map((address) => foundAt(address, signal)));
    return found.flatMap((one) => one ?? []);
  },
};

/** Set-up and self test take up to a minute. */
const LONG_MS = 120_000;
/** How long an export that was read waits for its deletion before the TSE is let go of. */
const DELETE_WITHIN_MS = 60_000;

/** A TSE. */
export class EpsonTse implements Tse {
  private readonly options: TseOptions;
  private readonly place: EpsonPlace;
  private identity: TseIdentity | null = null;
  private certificate: string | null = null;
  private readonly access: EpsonAccess;
  /** A whole export that was read and may still be deleted. */
  private exported: { session: EpsonSession; timer: NodeJS.Timeout } | null = null;
  /** An export that is being read. */
  private reading: EpsonExport | null = null;

  constructor(options: TseOptions) {
    const { host = '', port = '', deviceId = '' } = options.settings;
    this.options = options;
    this.access = new EpsonAccess(options);
    this.place = { host, port: Number(port || EPSON_PORT), deviceId: deviceId || 'local_TSE' };
  }

  state() {
    return this.use(async (session) => {
      const output = await session.call('GetStorageInfo', {}, OPEN_MS, 'COMMON');
      const information = object(output.tseInformation);
      if (this.certificate === null && information.tseInitializationState !== 'UNINITIALIZED')
        this.certificate = firstText(
          await session.call('GetLogMessageCertificate', {}, OPEN_MS).catch(() => ({})),
        );
      const clients = await session
        .call('GetRegisteredClientList', {}, OPEN_MS)
        .then(firstList)
        .catch(() => null);
      return this.read(information, clients);
    }, LONG_MS);
  }

  setUp(keep: (made: TseSetUp) => Promise<void>) {
    return this.use(async (session) => {
      const output = await session.call('GetStorageInfo', {}, OPEN_MS, 'COMMON');
      if (object(output.tseInformation).tseInitializationState === 'UNINITIALIZED') {
        const known = this.options.credentials();
        const credentials = {
          adminPuk: known.adminPuk ?? digits(6),
          adminPin: known.adminPin ?? digits(5),
          timePin: known.timePin ?? digits(5),
        };
        await keep({ credentials, settings: {} });
        const { adminPuk: puk, adminPin, timePin: timeAdminPin } = credentials;
        await session.call('SetUp', { puk, adminPin, timeAdminPin }, LONG_MS);
      }
      await this.access.asAdmin(session, async () => {
        await this.test(session);
        await this.time(session);
      });
      return null;
    }, LONG_MS);
  }

  registerClient(clientId: string) {
    return this.admin((session) => session.call('RegisterClient', { clientId }, OPEN_MS));
  }

  deregisterClient(clientId: string) {
    return this.admin((session) => session.call('DeregisterClient', { clientId }, OPEN_MS));
  }

  setTime() {
    return this.admin((session) => this.time(session));
  }

  selfTest() {
    return this.use(async (session) => {
      await this.test(session);
      return null;
    }, LONG_MS);
  }

  unblock(user: 'admin' | 'time', given: TseCredentials = {}) {
    const { adminPuk: puk, adminPin, timePin } = { ...this.options.credentials(), ...given };
    const newPin = user === 'admin' ? adminPin : timePin;
    if (puk === undefined || newPin === undefined)
      return Promise.resolve(notDone('wrong-puk', 'PUK or new PIN is missing'));
    return this.use(async (session) => {
      await session.call(
        'AuthenticateHost',
        { userId: ADMIN, hash: await this.access.proof(session, ADMIN) },
        OPEN_MS,
      );
      const name = user === 'admin' ? 'UnblockUserForAdmin' : 'UnblockUserForTimeAdmin';
      try {
        await session.call(name, { userId: ADMIN, puk, newPin }, OPEN_MS);
      } finally {
        await session.call('DeauthenticateHost', { userId: ADMIN }, OPEN_MS).catch(() => undefined);
      }
      this.access.forget();
      return null;
    }, LONG_MS);
  }

  disable() {
    return this.admin((session) => session.call('DisableSecureElement', {}, LONG_MS));
  }

  start({ client }: Pick<TransactionName, 'client' | 'reference'>) {
    return this.sign('StartTransaction', client, null, { processData: '', processType: '' });
  }

  update(step: TransactionStep) {
    return this.step('UpdateTransaction', step);
  }

  finish(step: TransactionStep) {
    return this.step('FinishTransaction', step);
  }

  open(client: string) {
    return this.use(async (session) => {
      const output = await session.call('GetStartedTransactionList', { clientId: client }, OPEN_MS);
      const numbers = firstList(output)?.map(positive);
      if (!numbers || numbers.includes(null))
        throw new EpsonError('unreadable', 'no list of transactions', false);
      return numbers.map((transaction) => ({ transaction: transaction!, reference: null, started: null }));
    });
  }

  async find({ transaction }: TransactionName) {
    if (transaction === null) return done(null);
    const exported = await this.export({ transactions: { from: transaction, till: transaction } });
    if (exported.outcome !== 'done')
      return exported.failure.trouble === 'transaction-unknown' ? done(null) : notDone(exported.failure);
    return readTransactionLogs(exported.result.content, transaction);
  }

  async export(filter: TseExportFilter): Promise<TseOutcome<{ content: AsyncIterable<Buffer> }>> {
    const isWhole = Object.keys(filter).length === 0;
    const opened = await this.use(
      (session) =>
        this.unexported(session, () => this.access.with(session, null, () => beginExport(session, filter))),
      LONG_MS,
      true,
    );
    if (opened.outcome !== 'done') return notDone(opened.failure);
    const { session } = opened.result;
    this.reading = new EpsonExport(session, (isRead) => this.endExport(session, isRead, isWhole));
    return done({ content: this.reading.pieces() });
  }

  async deleteExported(): Promise<TseOutcome<null>> {
    const { exported } = this;
    if (!exported) return notDone('not-exported', 'the last whole export is no longer at hand: export again');
    clearTimeout(exported.timer);
    this.exported = null;
    try {
      await exported.session.call('FinalizeExport', { deleteData: true }, LONG_MS);
      return done(null);
    } catch (error) {
      return outcomeOf(error);
    } finally {
      await exported.session.close();
    }
  }

  async close(): Promise<void> {
    await this.reading?.giveWay();
    await this.letGo();
  }

  private async endExport(session: EpsonSession, isRead: boolean, isWhole: boolean): Promise<void> {
    if (isRead && isWhole) {
      const timer = setTimeout(() => void this.letGo(), DELETE_WITHIN_MS);
      timer.unref();
      this.exported = { session, timer };
      return;
    }
    const [name, input] = isRead ? ['FinalizeExport', { deleteData: false }] : ['CancelExport', {}];
    await session.call(name, input as Output, OPEN_MS).catch(() => undefined);
    await session.close();
  }

  /** Ends an export that nobody deletes. */
  private async letGo(): Promise<void> {
    const { exported } = this;
    if (!exported) return;
    clearTimeout(exported.timer);
    this.exported = null;
    await exported.session.call('FinalizeExport', { deleteData: false }, OPEN_MS).catch(() => undefined);
    await exported.session.close();
  }

  private step(name: string, { client, transaction, processType, processData }: TransactionStep) {
    const data = { processData: Buffer.from(processData).toString('base64'), processType };
    return this.sign(name, client, transaction, data);
  }

  private async sign(
    name: string,
    clientId: string,
    transactionNumber: number | null,
    data: Output,
  ): Promise<TseOutcome<Signed>> {
    // Receipts first: log messages can be exported again.
    await this.reading?.giveWay();
    return this.use(async (session) => {
      const input = {
        clientId,
        ...(transactionNumber !== null && { transactionNumber }),
        ...data,
        additionalData: '',
      };
      // Asked before: behind the signature nothing may fail.
      this.identity ??= this.read(
        object((await session.call('GetStorageInfo', {}, OPEN_MS, 'COMMON')).tseInformation),
        null,
      ).identity;
      if (!this.identity) throw new EpsonError('not-initialised', 'it was not set up', false);
      const { timeoutMs } = this.options;
      const output = await this.unexported(session, () =>
        this.access.with(session, clientId, () => session.call(name, input, timeoutMs)),
      );
      return this.signed(output, transactionNumber);
    });
  }

  /** Does something that no export lets be done; one that nobody reads, since who has the device is us, is cancelled. */
  private async unexported<T>(session: EpsonSession, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EpsonError) || error.failure.trouble !== 'export-running' || error.asked)
        throw error;
      await this.access.with(session, null, () => session.call('CancelExport', {}, OPEN_MS));
      return work();
    }
  }

  private signed(output: Output, known: number | null): Signed {
    const transaction = known ?? positive(output.transactionNumber);
    const counter = positive(output.signatureCounter);
    const time = Date.parse(String(output.logTime));
    const signature = signatureOf(output.signature);
    if (transaction === null || counter === null || Number.isNaN(time) || signature === null)
      throw new EpsonError('unreadable', 'the answer is no signature', true);
    return { serial: this.identity!.serial, transaction, counter, time, signature };
  }

  private admin(work: (session: EpsonSession) => Promise<unknown>): Promise<TseOutcome<null>> {
    return this.use(async (session) => {
      await this.access.asAdmin(session, () => work(session));
      return null;
    }, LONG_MS);
  }

  private async test(session: EpsonSession): Promise<void> {
    try {
      await session.call('RunTSESelfTest', {}, LONG_MS);
    } catch (error) {
      // It was put into another host.
      if (!(error instanceof EpsonError) || error.failure.trouble !== 'client-unknown') throw error;
      await this.access.logIn(session, 'admin', ADMIN);
      await session.call('SetUpForPrinter', {}, LONG_MS);
      await session.call('RunTSESelfTest', {}, LONG_MS);
    }
  }

  private time(session: EpsonSession): Promise<unknown> {
    const newDateTime = new Date(this.options.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
    return session.call('UpdateTime', { userId: ADMIN, newDateTime, useTimeSync: false }, OPEN_MS);
  }

  private read(information: Output, clients: readonly unknown[] | null): TseState {
    const state = readState(information, clients, this.certificate, this.options.clock.now());
    this.identity = state.identity ?? this.identity;
    return state;
  }

  /** @param keepOpen what is returned goes on with the session, and closes it */
  private async use<T>(
    work: (session: EpsonSession) => Promise<T>,
    limitMs?: number,
    keepOpen = false,
  ): Promise<TseOutcome<T>> {
    if (this.reading?.isOver === false)
      return notDone('export-running', 'its log messages are being exported');
    await this.letGo();
    let session: EpsonSession | null = null;
    let isKept = false;
    try {
      session = await EpsonSession.open(
        this.place,
        AbortSignal.timeout(limitMs === undefined ? this.options.timeoutMs : OPEN_MS),
      );
      const result = await work(session);
      isKept = keepOpen;
      return done(result);
    } catch (error) {
      return outcomeOf(error);
    } finally {
      if (!isKept) await session?.close();
    }
  }
}

function outcomeOf(error: unknown): TseOutcome<never> {
  if (!(error instanceof EpsonError)) throw error;
  return error.asked ? unknown(error.failure) : notDone(error.failure);
}

function digits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}
