/**
 * What every TSE does inside: it numbers transactions, signs messages and keeps them.
 * Also the inside of emulated ones. For tests and demos: its key is in a file.
 */
import { createHash, createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { signPlain } from '../../../certificates/ecdsa.ts';
import { certifiedKey } from '../../../certificates/write.ts';
import type { Clock } from '../../../clock.ts';
import type { Signed, TseExportFilter, TseIdentity, TseTrouble } from '../contract.ts';
import {
  logFile,
  signedSystem,
  signedTransaction,
  systemFile,
  systemValue,
  transactionFile,
  type Operation,
} from '../log-message.ts';
import { TAR_END, tarEntry } from '../tar.ts';
import { logsOf } from './logs.ts';
import { Store, type StoredTransaction } from './store.ts';

/** Why a TSE does not do what it was asked. */
export class TseRefusal extends Error {
  readonly trouble: TseTrouble;

  constructor(trouble: TseTrouble, text: string) {
    super(text);
    this.trouble = trouble;
  }
}

/** Limits and nature of a TSE; tests have others. */
export interface EngineOptions {
  /** File of its memory, or `:memory:`. */
  file: string;
  clock: Clock;
  /** Key (PKCS#8, PEM) and its certificate (PEM) of a new TSE; made when left out. */
  key?: { key: string; certificate: string };
  /** In place of the usual signature, for tests that know the outcome: plain R|S of the bytes. */
  sign?: (bytes: Uint8Array, key: KeyObject) => Uint8Array;
  description?: string;
  manufacturer?: string;
  mostClients?: number;
  mostOpen?: number;
  mostSignatures?: number;
  /** Bytes of log messages. */
  storeSize?: number;
}

const ALGORITHM = 'ecdsa-plain-SHA256';
const POINT_BYTES = 65;
const DAY_MS = 86_400_000;
const VALID_DAYS = 8 * 365;
const CLIENT = /^[ -~]{1,30}$/;
/** More than any sale has, less than any real TSE takes. */
const MOST_DATA = 65_536;
const EVENT = {
  initialise: 'initialize',
  register: 'registerClient',
  deregister: 'deregisterClient',
} as const;

/** One TSE. What it cannot do throws {@link TseRefusal}; nothing was signed then. */
export class TseEngine {
  readonly options: Required<Omit<EngineOptions, 'key' | 'sign'>> & Pick<EngineOptions, 'key' | 'sign'>;
  private readonly store: Store;
  private key: KeyObject | null = null;
  private known: TseIdentity | null = null;
  /** When its certificate ends, ms since 1970. */
  private end: number | null = null;
  private exportedTill = 0;

  constructor(options: EngineOptions) {
    this.options = {
      ...{ description: 'Software TSE', manufacturer: 'Tillmark', mostClients: 100, mostOpen: 512 },
      ...{ mostSignatures: 20_000_000, storeSize: 1_000_000_000, ...options },
    };
    this.store = new Store(options.file);
  }

  close(): void {
    this.store.close();
  }

  /** Does what is asked for at the same time in one commit; see {@link Store.together}. */
  together<T>(work: () => T): Promise<T> {
    return this.store.together(work);
  }

  get initialised(): boolean {
    return this.store.fact('key') !== null;
  }

  get disabled(): boolean {
    return this.store.fact('disabled') !== null;
  }

  /** Who it is; null before it was initialised. */
  get identity(): TseIdentity | null {
    if (!this.known && this.initialised) {
      const certificate = new X509Certificate(this.store.fact('certificate')!);
      const point = pointOf(createPublicKey(this.privateKey));
      this.known = {
        serial: createHash('sha256').update(point).digest('hex'),
        publicKey: point.toString('base64'),
        algorithm: ALGORITHM,
        timeFormat: 'unixTime',
        encoding: 'UTF-8',
        certificates: [certificate.raw.toString('base64')],
      };
    }
    return this.known;
  }

  get counter(): number {
    return this.store.newestMessage().counter;
  }

  get lastTransaction(): number {
    return this.store.lastTransaction();
  }

  get clients(): readonly string[] {
    return JSON.parse(this.store.fact('clients') ?? '[]') as string[];
  }

  /** Bytes of its messages. */
  get used(): number {
    return this.store.size();
  }

  /** First day without signatures, `YYYY-MM-DD`; null before it was initialised. */
  get expires(): string | null {
    const certificate = this.store.fact('certificate');
    return certificate && new X509Certificate(certificate).validToDate.toISOString().slice(0, 10);
  }

  /** Makes its key. Done already: nothing. */
  initialise(): void {
    if (this.initialised) return;
    const from = this.options.clock.now() - DAY_MS;
    const { key, certificate } = this.options.key ?? newKey(from, from + VALID_DAYS * DAY_MS);
    this.store.atOnce(() => {
      this.store.setFact('key', key);
      this.store.setFact('certificate', certificate);
      this.event(EVENT.initialise, systemValue(0, Buffer.from(this.options.description)));
    });
  }

  /** Its key is certified anew, as clouds do before a certificate ends: the same TSE with another certificate. @param certificate PEM */
  certify(certificate: string): void {
    this.ready();
    const before = this.store.fact('certificate')!;
    this.store.atOnce(() => {
      this.store.setFact('formerCertificates', JSON.stringify([...this.formerCertificates, before]));
      this.store.setFact('certificate', certificate);
    });
    this.known = null;
    this.end = null;
  }

  /** PEM, oldest first. */
  private get formerCertificates(): readonly string[] {
    return JSON.parse(this.store.fact('formerCertificates') ?? '[]') as string[];
  }

  registerClient(client: string): void {
    this.ready();
    const { clients } = this;
    if (clients.includes(client)) return;
    if (!CLIENT.test(client)) throw new TseRefusal('refused', 'a client id is 1 to 30 printable characters');
    if (clients.length >= this.options.mostClients)
      throw new TseRefusal('client-limit', `at most ${this.options.mostClients} clients`);
    this.store.atOnce(() => {
      this.store.setFact('clients', JSON.stringify([...clients, client]));
      this.event(EVENT.register, systemValue(0, Buffer.from(client, 'latin1')));
    });
  }

  deregisterClient(client: string): void {
    this.ready();
    const { clients } = this;
    if (!clients.includes(client)) throw unknownClient(client);
    if (this.store.open(client).length > 0) throw new TseRefusal('refused', 'it has open transactions');
    this.store.atOnce(() => {
      this.store.setFact('clients', JSON.stringify(clients.filter((each) => each !== client)));
      this.event(EVENT.deregister, systemValue(0, Buffer.from(client, 'latin1')));
    });
  }

  disable(): void {
    this.ready();
    this.store.atOnce(() => {
      this.event('disableSecureElement', Buffer.alloc(0));
      this.store.setFact('disabled', '1');
    });
  }

  start(client: string, reference: string | null): Signed {
    this.canSign(client);
    if (this.store.countOpen() >= this.options.mostOpen)
      throw new TseRefusal('transaction-limit', `at most ${this.options.mostOpen} open transactions`);
    return this.store.atOnce(() => {
      const transaction = this.lastTransaction + 1;
      const signed = this.message('StartTransaction', client, transaction, '', '');
      this.store.begin({
        ...{ transaction, client, reference, revision: 1 },
        ...{
          startCounter: signed.counter,
          startSeconds: signed.time / 1000,
          startSignature: signed.signature,
        },
        ...{ finishCounter: null, finishSeconds: null, finishSignature: null },
        ...{ processType: null, processData: null },
      });
      return signed;
    });
  }

  update(client: string, transaction: number, processType: string, processData: string): Signed {
    const open = this.opened(client, transaction, processData);
    return this.store.atOnce(() => {
      const signed = this.message('UpdateTransaction', client, transaction, processType, processData);
      this.store.change({ ...open, revision: open.revision + 1 });
      return signed;
    });
  }

  finish(client: string, transaction: number, processType: string, processData: string): Signed {
    const open = this.opened(client, transaction, processData);
    return this.store.atOnce(() => {
      const signed = this.message('FinishTransaction', client, transaction, processType, processData);
      const { counter: finishCounter, time, signature: finishSignature } = signed;
      const finished = {
        finishCounter,
        finishSeconds: time / 1000,
        finishSignature,
        processType,
        processData,
      };
      this.store.change({ ...open, ...finished, revision: open.revision + 1 });
      return signed;
    });
  }

  /** Open transactions of a client, or of all. */
  open(client: string | null): readonly StoredTransaction[] {
    return this.store.open(client);
  }

  /** A transaction by its number or by the name that it was given. */
  find(by: { number: number } | { reference: string }): StoredTransaction | null {
    return this.store.transaction(by);
  }

  /** The log messages that fit, as TAR file. */
  async *export(filter: TseExportFilter): AsyncGenerator<Buffer> {
    const { identity } = this;
    if (!identity) throw new TseRefusal('not-initialised', 'it has no key');
    const seconds = Math.floor(this.options.clock.now() / 1000);
    const { description, manufacturer } = this.options;
    const info = ['description:', description, 'manufacturer:', manufacturer, 'version:', '1.0'];
    const text = `${info.map((value) => `"${value.replaceAll('"', '')}"`).join(',')}\n`;
    yield tarEntry({ name: 'info.csv', content: Buffer.from(text), seconds });
    const certificates = [...this.formerCertificates, this.store.fact('certificate')!];
    for (const [at, certificate] of certificates.entries()) {
      const name = `${identity.serial}_X509${at === 0 ? '' : `_Fc-${at}`}.der`;
      yield tarEntry({ name, content: new X509Certificate(certificate).raw, seconds });
    }
    const after = yield* logsOf(this.store, filter);
    yield TAR_END;
    if (Object.keys(filter).length === 0) this.exportedTill = after;
  }

  /** Forgets what the last whole export had. */
  deleteExported(): void {
    this.ready();
    if (this.exportedTill === 0) throw new TseRefusal('not-exported', 'nothing was exported as a whole');
    if (this.store.countOpen() > 0) throw new TseRefusal('not-exported', 'transactions are open');
    this.store.atOnce(() => {
      this.store.forget(this.exportedTill);
      this.event('deleteStoredData', Buffer.alloc(0));
    });
    this.exportedTill = 0;
  }

  private opened(client: string, transaction: number, processData: string): StoredTransaction {
    this.canSign(client);
    if (Buffer.byteLength(processData) > MOST_DATA)
      throw new TseRefusal('refused', `process data have at most ${MOST_DATA} bytes`);
    const open = this.store.transaction({ number: transaction });
    if (open?.client !== client || open.finishCounter !== null)
      throw new TseRefusal('transaction-unknown', `${client} has no open transaction ${transaction}`);
    return open;
  }

  private canSign(client: string): void {
    this.ready();
    if (!this.clients.includes(client)) throw unknownClient(client);
    const { mostSignatures, storeSize, clock } = this.options;
    if (this.counter >= mostSignatures)
      throw new TseRefusal('signatures-exhausted', `it has made ${mostSignatures} signatures`);
    if (this.used >= storeSize) throw new TseRefusal('store-full', 'its store is full: export and delete');
    this.end ??= new X509Certificate(this.store.fact('certificate')!).validToDate.getTime();
    if (clock.now() >= this.end) {
      const text = `its certificate ended at ${new Date(this.end).toISOString()}`;
      throw new TseRefusal('certificate-expired', text);
    }
  }

  private ready(): void {
    if (!this.initialised) throw new TseRefusal('not-initialised', 'it was not set up');
    if (this.disabled) throw new TseRefusal('disabled', 'it was taken out of service');
  }

  private message(
    operation: Operation,
    client: string,
    transaction: number,
    processType: string,
    processData: string,
  ): Signed {
    const by = this.next();
    const { serial } = by;
    const message = { ...by, operation, client, transaction, processType, processData };
    const signed = signedTransaction(message);
    const signature = this.signature(signed);
    const [name, log] = [transactionFile(message), logFile(signed, signature)];
    this.store.add({ counter: by.counter, seconds: by.seconds, transaction, client, name, log });
    const text = Buffer.from(signature).toString('base64');
    return { serial, transaction, counter: by.counter, time: by.seconds * 1000, signature: text };
  }

  private event(event: string, data: Uint8Array): void {
    const by = this.next();
    const signed = signedSystem({ ...by, event, data });
    const log = logFile(signed, this.signature(signed));
    const name = systemFile({ ...by, event, data });
    this.store.add({ counter: by.counter, seconds: by.seconds, transaction: null, client: null, name, log });
  }

  /** Counter and time of the next message; its clock never goes back. */
  private next() {
    const last = this.store.newestMessage();
    const seconds = Math.max(last.seconds, Math.floor(this.options.clock.now() / 1000));
    return { serial: this.identity!.serial, algorithm: ALGORITHM, counter: last.counter + 1, seconds };
  }

  private signature(bytes: Uint8Array): Uint8Array {
    const { sign: other } = this.options;
    if (other) return other(bytes, this.privateKey);
    return signPlain(bytes, this.privateKey);
  }

  private get privateKey(): KeyObject {
    return (this.key ??= createPrivateKey(this.store.fact('key')!));
  }
}

/** The point `04 X Y` of a public key. */
function pointOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(-POINT_BYTES);
}

function newKey(from: number, till: number) {
  return certifiedKey({
    subject: 'Software TSE, for tests only',
    purpose: 'signing',
    from,
    till,
  });
}

function unknownClient(client: string): TseRefusal {
  return new TseRefusal('client-unknown', `${client} is not registered`);
}
