/** Driver of TSEs of Epson: on USB, in printers and on TSE servers, over TCP. */
import { createHash, randomInt } from 'node:crypto';
import { readTransactionLogs } from '../logs.ts';
import {
  TseBroken,
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
import { base64Bytes, positive, signatureOf } from '../identity.ts';
import { done, notDone, unknown } from '../outcomes.ts';
import { beginExport, foundAt } from './export.ts';
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

const ADMIN = 'Administrator';
/** Set-up and self test take up to a minute. */
const LONG_MS = 120_000;
const OPEN_MS = 5000;
const PIECES = 100_000;
/** How long an export that was read waits for its deletion before the TSE is let go of. */
const DELETE_WITHIN_MS = 60_000;

/** A TSE. */
export class EpsonTse implements Tse {
  private readonly options: TseOptions;
  private readonly place: EpsonPlace;
  private identity: TseIdentity | null = null;
  private certificate: string | null = null;
  /** PINs that were refused, by user. */
  private readonly refused = new Map<string, string>();
  /** A whole export that was read and may still be deleted. */
  private exported: { session: EpsonSession; timer: NodeJS.Timeout } | null = null;

  constructor(options: TseOptions) {
    const { host = '', port = '', deviceId = '' } = options.settings;
    this.options = options;
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
      await this.asAdmin(session, async () => {
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
        { userId: ADMIN, hash: await this.proof(session, ADMIN) },
        OPEN_MS,
      );
      const name = user === 'admin' ? 'UnblockUserForAdmin' : 'UnblockUserForTimeAdmin';
      try {
        await session.call(name, { userId: ADMIN, puk, newPin }, OPEN_MS);
      } finally {
        await session.call('DeauthenticateHost', { userId: ADMIN }, OPEN_MS).catch(() => undefined);
      }
      this.refused.clear();
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
      (session) => this.withLogin(session, null, () => beginExport(session, filter)),
      LONG_MS,
      true,
    );
    if (opened.outcome !== 'done') return notDone(opened.failure);
    const { session } = opened.result;
    const ended = (isRead: boolean) => this.endExport(session, isRead, isWhole);
    async function* content(): AsyncGenerator<Buffer> {
      let isRead = false;
      try {
        for (let piece = 0; piece < PIECES; piece++) {
          const output = await session.call('GetExportData', {}, LONG_MS);
          const bytes = base64Bytes(output.exportData === '' ? 'AA==' : output.exportData, Infinity);
          if (!bytes) throw new EpsonError('unreadable', 'a piece of the export cannot be read', false);
          if (output.exportData !== '') yield bytes;
          isRead = output.exportStatus === 'EXPORT_COMPLETE';
          if (isRead) return;
        }
        throw new EpsonError('export-too-large', 'the export does not end', false);
      } catch (error) {
        throw error instanceof EpsonError ? new TseBroken(error.failure) : error;
      } finally {
        await ended(isRead);
      }
    }
    return done({ content: content() });
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

  private sign(
    name: string,
    clientId: string,
    transactionNumber: number | null,
    data: Output,
  ): Promise<TseOutcome<Signed>> {
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
      const output = await this.withLogin(session, clientId, () => session.call(name, input, timeoutMs));
      return this.signed(output, transactionNumber);
    });
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

  /** Does something, logged in as the rights that it turns out to need. */
  private async withLogin<T>(
    session: EpsonSession,
    client: string | null,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EpsonError) || error.failure.trouble !== 'unauthorised' || error.asked)
        throw error;
      const { result } = error;
      if (client !== null && (result.includes('TIME_ADMIN') || !result.includes('ADMIN_USER')))
        await this.logIn(session, 'time', client);
      else await this.logIn(session, 'admin', ADMIN);
      return work();
    }
  }

  private admin(work: (session: EpsonSession) => Promise<unknown>): Promise<TseOutcome<null>> {
    return this.use(async (session) => {
      await this.asAdmin(session, () => work(session));
      return null;
    }, LONG_MS);
  }

  private async asAdmin(session: EpsonSession, work: () => Promise<unknown>): Promise<void> {
    await this.logIn(session, 'admin', ADMIN);
    await work();
    await session.call('LogOutForAdmin', {}, OPEN_MS);
  }

  private async logIn(session: EpsonSession, user: 'admin' | 'time', name: string): Promise<void> {
    const { adminPin, timePin } = this.options.credentials();
    const pin = user === 'admin' ? adminPin : timePin;
    if (pin === undefined)
      throw new EpsonError('wrong-pin', `the PIN of the user ${user} is not known`, false);
    if (this.refused.get(user) === pin)
      throw new EpsonError('wrong-pin', 'this PIN was refused; it is not tried again', false);
    const hash = await this.proof(session, name);
    try {
      if (user === 'admin')
        await session.call('AuthenticateUserForAdmin', { userId: ADMIN, pin, hash }, OPEN_MS);
      else await session.call('AuthenticateUserForTimeAdmin', { clientId: name, pin, hash }, OPEN_MS);
    } catch (error) {
      if (error instanceof EpsonError && error.failure.trouble === 'wrong-pin') this.refused.set(user, pin);
      throw error;
    }
  }

  /** Proof of knowing the host's secret, with a fresh challenge. */
  private async proof(session: EpsonSession, userId: string): Promise<string> {
    const { challenge } = await session.call('GetChallenge', { userId }, OPEN_MS);
    if (typeof challenge !== 'string') throw new EpsonError('unreadable', 'no challenge', false);
    return hostProof(challenge, this.options.settings.hostSecret || 'EPSONKEY');
  }

  private async test(session: EpsonSession): Promise<void> {
    try {
      await session.call('RunTSESelfTest', {}, LONG_MS);
    } catch (error) {
      // It was put into another host.
      if (!(error instanceof EpsonError) || error.failure.trouble !== 'client-unknown') throw error;
      await this.logIn(session, 'admin', ADMIN);
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

/** What a host shows that it knows the secret by. */
export function hostProof(challenge: string, secret: string): string {
  return createHash('sha256')
    .update(challenge + secret, 'utf8')
    .digest('base64');
}

function outcomeOf(error: unknown): TseOutcome<never> {
  if (!(error instanceof EpsonError)) throw error;
  return error.asked ? unknown(error.failure) : notDone(error.failure);
}

function digits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}
