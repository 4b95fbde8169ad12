/**
 * Driver of the TSE of Swissbit on USB and on memory cards, through the files on its drive. What
 * is known of them comes from one public driver, and was not tried on a stick (DE29). PUK and
 * PINs, and deletion, are not part of it: the maker's program does that.
 */
import { readTransactionLogs } from '../logs.ts';
import {
  TseBroken,
  type OpenTransaction,
  type RefusedPins,
  type Signed,
  type Tse,
  type TseExport,
  type TseExportFilter,
  type TseIdentity,
  type TseModel,
  type TseOptions,
  type TseOutcome,
  type TseState,
  type TransactionName,
  type TransactionStep,
} from '../contract.ts';
import { done, notDone, unknown } from '../outcomes.ts';
import { INFO_FILE } from './files.ts';
import { sticksIn } from './find.ts';
import { COMMAND, LONG_MS, Mailbox, SHORT_MS, StickBroken, StickError } from './mailbox.ts';
import { str, textOf, u32, u64 } from './mailbox.ts';
import { clientsIn, numbersIn, signedIn, statusIn, troubleOf } from './read.ts';
import { setUpStick, Unfinished, type SetUpWork } from './set-up.ts';

/** The kind. */
export const SWISSBIT_STICK: TseModel = {
  name: 'swissbit-stick',
  product: 'Swissbit TSE',
  fallsAsleep: true,
  settings: [{ name: 'mountPoint' }],
  credentials: { adminPin: { least: 5, most: 5 }, timePin: { least: 5, most: 5 } },
  open: (options) => new SwissbitStick(options),
  async find({ mounts, signal }) {
    const found = await sticksIn(mounts, signal);
    return found.map((mountPoint) => ({
      ...{ model: 'swissbit-stick', settings: { mountPoint }, text: `Swissbit TSE at ${mountPoint}` },
    }));
  },
};

const POLL_MS = 150;
const USER = { admin: 1, time: 2 } as const;
const CLIENTS_PAGE = 16;
const OPEN_PAGE = 62;
const MOST_PAGES = 200;
const MOST_CERTIFICATES = 100_000;
/** What it wants to be brought into order before it signs, one after the other. */
const MOST_RECOVERIES = 3;

class WrongPin extends Error {}

/** A stick. */
export class SwissbitStick implements Tse {
  private readonly options: TseOptions;
  private readonly box: Mailbox;
  private identity: TseIdentity | null = null;
  private certificates = '';
  private readonly refused: RefusedPins;

  /** @param pollMs how long to wait before an answer is looked for again */
  constructor(options: TseOptions, pollMs = POLL_MS) {
    this.options = options;
    this.refused = options.refused ?? new Map<string, string>();
    this.box = new Mailbox(options.settings.mountPoint ?? '', pollMs);
  }

  state() {
    return this.use(() => this.read());
  }

  setUp(_keep: unknown, client: string) {
    return this.use(async () => {
      await this.status();
      const work: SetUpWork = {
        ...{ block: await this.info(), client, box: this.box },
        ...{ clients: () => this.clients(), login: () => this.login('admin'), time: () => this.time() },
      };
      await setUpStick(work);
      return null;
    });
  }

  registerClient(client: string) {
    return this.asAdmin(COMMAND.register, client);
  }

  deregisterClient(client: string) {
    return this.asAdmin(COMMAND.deregister, client);
  }

  setTime() {
    return this.use(async () => {
      await this.time();
      return null;
    });
  }

  selfTest(client: string) {
    return this.use(async () => {
      await this.box.send(COMMAND.selfTest, [str(client)], LONG_MS);
      return null;
    });
  }

  unblock() {
    return Promise.resolve(notDone('unsupported', "PINs are set with its maker's program"));
  }

  disable() {
    return Promise.resolve(notDone('unsupported', "it is taken out of service with its maker's program"));
  }

  start({ client }: Pick<TransactionName, 'client' | 'reference'>) {
    return this.sign(0, client, 0, '', '');
  }

  update({ client, transaction, processType, processData }: TransactionStep) {
    return this.sign(1, client, transaction, processType, processData);
  }

  finish({ client, transaction, processType, processData }: TransactionStep) {
    return this.sign(2, client, transaction, processType, processData);
  }

  open(client: string): Promise<TseOutcome<OpenTransaction[]>> {
    return this.use(async () => {
      const numbers = await this.pages(OPEN_PAGE, numbersIn, (skip) => ({
        ...{ code: COMMAND.listOpen, parts: [u32(skip), str(client)] },
      }));
      return numbers.map((transaction) => ({ transaction, reference: null, started: null }));
    });
  }

  async find({ transaction }: TransactionName) {
    if (transaction === null) return done(null);
    const exported = await this.export({});
    if (exported.outcome !== 'done') return notDone(exported.failure);
    return readTransactionLogs(exported.result.content, transaction);
  }

  async export(filter: TseExportFilter): Promise<TseOutcome<TseExport>> {
    if (Object.keys(filter).length > 0) return notDone('unsupported', 'it exports everything or nothing');
    const { files } = this.box;
    const told = await this.use(async () => (await this.status()).exportSize);
    if (told.outcome !== 'done') return notDone(told.failure);
    async function* content(size: number): AsyncGenerator<Buffer> {
      try {
        yield* files.readStore(size);
      } catch (error) {
        throw new TseBroken({ trouble: 'no-answer', text: textOf(error) });
      }
    }
    return done({ content: content(told.result) });
  }

  deleteExported() {
    return Promise.resolve(notDone('unsupported', "its store is emptied with its maker's program"));
  }

  close() {
    return Promise.resolve();
  }

  private async read(): Promise<TseState> {
    const block = await this.info();
    if (block[0x1d] === 1 && this.certificates === '') this.certificates = await this.readCertificates();
    return (await this.status(block[0x1d] === 1 ? await this.clients() : null)).state;
  }

  private clients(): Promise<string[]> {
    return this.pages(CLIENTS_PAGE, clientsIn, (skip) => ({ code: COMMAND.clients, parts: [u32(skip)] }));
  }

  private async status(clients: readonly string[] | null = null) {
    const now = this.options.clock.now();
    const told = statusIn(await this.info(), { certificates: this.certificates, clients, now });
    if (!told) throw new StickBroken('what the TSE tells of itself cannot be read', false);
    this.identity = told.identity;
    return told;
  }

  private async info(): Promise<Buffer> {
    try {
      return await this.box.files.read(INFO_FILE, 0, 1);
    } catch (error) {
      throw new StickBroken(textOf(error), false);
    }
  }

  private async readCertificates(): Promise<string> {
    const pieces: Buffer[] = [];
    for (let at = 0; at < MOST_CERTIFICATES;) {
      const answer = await this.box.send(COMMAND.certificate, [u32(at)], SHORT_MS);
      const length = answer.length < 2 ? 0 : answer.readUInt16BE(0);
      const piece = answer.subarray(2, 2 + length);
      if (piece.length === 0) break;
      pieces.push(piece);
      at += piece.length;
    }
    return Buffer.concat(pieces).toString('latin1');
  }

  /** All of a list that comes in pages. */
  private async pages<T>(
    size: number,
    read: (answer: Buffer) => T[] | null,
    command: (skip: number) => { code: number; parts: Buffer[] },
  ): Promise<T[]> {
    const all: T[] = [];
    for (let page = 0; page < MOST_PAGES; page++) {
      const { code, parts } = command(all.length);
      const some = read(await this.box.send(code, parts, SHORT_MS));
      if (!some) throw new StickBroken('a list of the TSE cannot be read', false);
      all.push(...some);
      if (some.length < size) break;
    }
    return all;
  }

  private async sign(
    mode: 0 | 1 | 2,
    client: string,
    transaction: number,
    type: string,
    data: string,
  ): Promise<TseOutcome<Signed>> {
    const [bytes, name] = [Buffer.from(data), Buffer.from(type)];
    return this.use(async () => {
      // Asked before: behind the signature nothing may fail.
      const { serial } = this.identity ?? (await this.status()).identity ?? {};
      if (serial === undefined) throw new StickError(0x10ff);
      const parts = [
        ...[Buffer.of(mode), str(client), u64(transaction), u64(bytes.length), u64(name.length)],
        ...[name, u64(0)],
      ];
      const place = await this.recovering(client, () =>
        this.box.send(COMMAND.open, parts, this.options.timeoutMs),
      );
      if (place.length < 8) throw new StickBroken('the TSE tells no place for process data', true);
      const block = Number(place.readBigUInt64BE(0));
      if (!Number.isSafeInteger(block))
        throw new StickBroken('the TSE tells no place for process data', true);
      if (bytes.length > 0)
        await this.box.files.writeStore(block, bytes).catch((error: unknown) => {
          throw new StickBroken(textOf(error), true);
        });
      const signed = signedIn(await this.box.send(COMMAND.close, [], this.options.timeoutMs), serial);
      if (!signed) throw new StickBroken('the answer is no signature', true);
      return signed;
    });
  }

  /** Brings it into order where it says what it wants, and sends the command again: nothing was signed by then. */
  private async recovering(client: string, send: () => Promise<Buffer>): Promise<Buffer> {
    for (let tries = 0; ; tries++) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof StickError) || tries >= MOST_RECOVERIES) throw error;
        const { code } = error;
        if (code === 0x1002) await this.time();
        else if (code === 0x1054 || code === 0x1055) {
          await this.box.send(COMMAND.selfTest, [str(client)], LONG_MS);
          await this.time();
        } else if (code === 0x1053) {
          await this.login('admin');
          await this.box.send(COMMAND.activate, [], SHORT_MS);
        } else if (code === 0x100f || code === 0x1202) await this.login('time');
        else throw error;
      }
    }
  }

  private async time(): Promise<void> {
    await this.login('time');
    const seconds = Math.floor(this.options.clock.now() / 1000);
    await this.box.send(COMMAND.setTime, [u64(seconds)], SHORT_MS);
  }

  private asAdmin(code: number, client: string): Promise<TseOutcome<null>> {
    return this.use(async () => {
      await this.login('admin');
      await this.box.send(code, [str(client)], SHORT_MS);
      return null;
    });
  }

  /** A PIN that was refused is not tried again: some wrong ones block it. */
  private async login(user: 'admin' | 'time'): Promise<void> {
    const { adminPin, timePin } = this.options.credentials();
    const pin = user === 'admin' ? adminPin : timePin;
    if (pin === undefined) throw new WrongPin(`the PIN of the ${user} user is not known`);
    if (this.refused.get(user) === pin) throw new WrongPin('that PIN was refused before');
    try {
      await this.box.send(COMMAND.login, [Buffer.of(USER[user]), str(pin)], SHORT_MS);
    } catch (error) {
      if (error instanceof StickError && error.code === 0x1100) this.refused.set(user, pin);
      throw error;
    }
  }

  private async use<T>(work: () => Promise<T>): Promise<TseOutcome<T>> {
    try {
      return done(await work());
    } catch (error) {
      if (error instanceof StickError) return notDone(troubleOf(error.code), error.message);
      if (error instanceof Unfinished) return notDone('unsupported', error.message);
      if (error instanceof WrongPin) return notDone('wrong-pin', error.message);
      if (error instanceof RangeError) return notDone('refused', error.message);
      if (!(error instanceof StickBroken)) return notDone('defective', textOf(error));
      const { wasAsked, message } = error;
      return wasAsked ? unknown({ trouble: 'no-answer', text: message }) : notDone('unreachable', message);
    }
  }
}
