/** What the emulated TSE of Epson does when its functions are called: users, host proof, time, self test, export. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { TseRefusal, type TseEngine } from '../../devices/tse/software/engine.ts';

/** Why a function is not carried out, by its name. */
export class EpsonRefusal extends Error {}

type Input = Readonly<Record<string, unknown>>;

const MOST_TRIES = 3;
const SELF_TEST_HOURS = 25;
const HOUR_MS = 3_600_000;
const PIECE_BYTES = 8192;
const BLOCK_BYTES = 512;
const SECRET = 'EPSONKEY';

const ERRORS: Partial<Record<TseRefusal['trouble'], string>> = {
  'client-unknown': 'TSE1_ERROR_CLIENT_NOT_REGISTERED',
  'client-limit': 'TSE1_ERROR_MAX_REGISTERED_CLIENTS',
  'transaction-limit': 'TSE1_ERROR_MAX_PARALLEL_TRANSACTIONS_REACHED',
  'transaction-unknown': 'TSE1_ERROR_TRANSACTION_NOT_STARTED',
  'certificate-expired': 'TSE1_ERROR_CERTIFICATE_EXPIRED',
  'store-full': 'TSE1_ERROR_STORE_FULL',
  'signatures-exhausted': 'TSE1_ERROR_MAX_SIGNATURES_EXCEEDED',
  'not-initialised': 'TSE1_ERROR_TSE_NOT_INITIALIZED',
  disabled: 'TSE1_ERROR_TSE_DECOMMISSIONED',
  'not-exported': 'TSE1_ERROR_DATA_NOT_EXPORTED',
};

/** The machine. */
export class EpsonMachine {
  readonly engine: TseEngine;
  private readonly clock: Clock;
  private pins = { admin: '', time: '' };
  private puk = '';
  private tries = { admin: MOST_TRIES, time: MOST_TRIES };
  private readonly loggedIn = new Set<string>();
  private hasTime = false;
  private testedAt: number | null = null;
  private challenge: string | null = null;
  private hostIsKnown = false;
  private export: { pieces: Buffer[]; isWhole: boolean } | null = null;

  constructor(engine: TseEngine, clock: Clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /** It was without power: time, self test and logins are gone. */
  powerCycle(): void {
    this.hasTime = false;
    this.testedAt = null;
    this.loggedIn.clear();
    this.export = null;
    this.hostIsKnown = false;
  }

  /** Calls a function. @throws EpsonRefusal */
  async call(name: string, input: Input): Promise<object> {
    try {
      return await this.run(name, input);
    } catch (error) {
      if (error instanceof TseRefusal) throw new EpsonRefusal(ERRORS[error.trouble] ?? 'TSE1_ERROR_UNKNOWN');
      throw error;
    }
  }

  private async run(name: string, input: Input): Promise<object> {
    const client = typeof input.clientId === 'string' ? input.clientId : '';
    const exporting = ['GetExportData', 'FinalizeExport', 'CancelExport', 'GetStorageInfo'];
    need(!this.export || exporting.includes(name), 'OTHER_ERROR_CURRENTLY_EXPORTING');
    switch (name) {
      case 'GetStorageInfo':
        return { tseInformation: this.information() };
      case 'GetLogMessageCertificate':
        return { logMessageCertificate: this.engine.identity!.certificates[0]! };
      case 'GetRegisteredClientList':
        return { registeredClientIdList: ['EPSON_HOST', ...this.engine.clients] };
      case 'GetChallenge':
        this.challenge = randomBytes(16).toString('base64');
        return { challenge: this.challenge };
      case 'SetUp':
        return this.setUp(input);
      case 'AuthenticateUserForAdmin':
        return this.logIn('admin', 'Administrator', input);
      case 'AuthenticateUserForTimeAdmin':
        return this.logIn('time', client, input);
      case 'LogOutForAdmin':
        this.loggedIn.delete('Administrator');
        return {};
      case 'AuthenticateHost':
        this.prove(input.hash);
        this.hostIsKnown = true;
        return {};
      case 'DeauthenticateHost':
        this.hostIsKnown = false;
        return {};
      case 'UnblockUserForAdmin':
      case 'UnblockUserForTimeAdmin':
        return this.unblock(name === 'UnblockUserForAdmin' ? 'admin' : 'time', input);
      case 'RunTSESelfTest':
        need(this.engine.initialised, 'TSE1_ERROR_TSE_NOT_INITIALIZED');
        this.testedAt = this.clock.now();
        return {};
      case 'UpdateTime':
        this.needAdmin();
        need(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(input.newDateTime)), 'JSON_ERROR_INVALID_DATE');
        this.hasTime = true;
        return {};
      case 'RegisterClient':
        this.needAdmin();
        need(!client.includes('EPSON'), 'OTHER_ERROR_INVALID_CLIENT_ID');
        this.engine.registerClient(client);
        return {};
      case 'DeregisterClient':
        this.needAdmin();
        this.engine.deregisterClient(client);
        return {};
      case 'DisableSecureElement':
        this.needAdmin();
        this.engine.disable();
        return {};
      case 'GetStartedTransactionList':
        return {
          startedTransactionNumberList: this.engine.open(client).map(({ transaction }) => transaction),
        };
      case 'StartTransaction':
      case 'UpdateTransaction':
      case 'FinishTransaction':
        return this.sign(name, client, input);
      case 'ArchiveExport':
      case 'ExportFilteredByTransactionNumberInterval':
      case 'ExportFilteredByPeriodOfTime':
        return this.beginExport(name, client, input);
      case 'GetExportData':
        return this.piece();
      case 'FinalizeExport':
        need(this.export?.pieces.length === 0, 'OTHER_ERROR_NO_EXPORT_STARTED');
        if (input.deleteData === true) this.engine.deleteExported();
        this.export = null;
        return {};
      case 'CancelExport':
        this.export = null;
        return {};
      default:
        throw new EpsonRefusal('JSON_ERROR_UNKNOWN_FUNCTION');
    }
  }

  private information() {
    const { engine } = this;
    const { identity, options } = engine;
    const dueAt = (this.testedAt ?? 0) + SELF_TEST_HOURS * HOUR_MS;
    return {
      tseInitializationState: engine.disabled
        ? 'DECOMMISSIONED'
        : engine.initialised
          ? 'INITIALIZED'
          : 'UNINITIALIZED',
      tseDescription: 'Emulated',
      ...{ hasValidTime: this.hasTime, hasPassedSelfTest: this.isTested() },
      timeUntilNextSelfTest: Math.max(0, Math.floor((dueAt - this.clock.now()) / 1000)),
      ...{ startedTransactions: engine.open(null).length, maxStartedTransactions: options.mostOpen },
      ...{ createdSignatures: engine.counter, maxSignatures: options.mostSignatures },
      ...{ registeredClients: engine.clients.length, maxRegisteredClients: options.mostClients },
      ...{
        tseCurrentSize: Math.ceil(engine.used / BLOCK_BYTES),
        tseCapacity: Math.ceil(options.storeSize / BLOCK_BYTES),
      },
      ...(identity && {
        certificateExpirationDate: `${engine.expires!}T00:00:00Z`,
        serialNumber: Buffer.from(identity.serial, 'hex').toString('base64'),
        tsePublicKey: identity.publicKey,
        signatureAlgorithm: identity.algorithm,
      }),
    };
  }

  private setUp({ puk, adminPin, timeAdminPin }: Input): object {
    need(!this.engine.initialised, 'OTHER_ERROR_TSE_ALREADY_SET_UP');
    need(
      String(puk).length === 6 && String(adminPin).length === 5 && String(timeAdminPin).length === 5,
      'JSON_ERROR_INVALID_PARAMETER_RANGE',
    );
    this.puk = String(puk);
    this.pins = { admin: String(adminPin), time: String(timeAdminPin) };
    this.engine.initialise();
    return {};
  }

  private prove(hash: unknown): void {
    const right = createHash('sha256')
      .update(`${this.challenge ?? ''}${SECRET}`)
      .digest('base64');
    const isRight = this.challenge !== null && hash === right;
    this.challenge = null;
    need(isRight, 'OTHER_ERROR_HOST_AUTHENTICATION_FAILED');
  }

  private logIn(user: 'admin' | 'time', name: string, { pin, hash }: Input): object {
    this.prove(hash);
    need(user === 'admin' || this.engine.clients.includes(name), 'TSE1_ERROR_CLIENT_NOT_REGISTERED');
    need(this.tries[user] > 0, 'TSE1_ERROR_AUTHENTICATION_PIN_BLOCKED');
    if (pin !== this.pins[user]) {
      this.tries[user] -= 1;
      throw new EpsonRefusal('TSE1_ERROR_AUTHENTICATION_FAILED');
    }
    this.tries[user] = MOST_TRIES;
    this.loggedIn.add(name);
    return {};
  }

  private unblock(user: 'admin' | 'time', { puk, newPin }: Input): object {
    need(this.hostIsKnown, 'OTHER_ERROR_UNAUTHENTICATED_HOST');
    need(puk === this.puk, 'TSE1_ERROR_AUTHENTICATION_FAILED');
    this.pins[user] = String(newPin);
    this.tries[user] = MOST_TRIES;
    return {};
  }

  private sign(name: string, client: string, input: Input): object {
    need(this.isTested(), 'TSE1_ERROR_WRONG_STATE_NEEDS_SELF_TEST');
    need(this.engine.clients.includes(client), 'TSE1_ERROR_CLIENT_NOT_REGISTERED');
    need(this.loggedIn.has(client), 'OTHER_ERROR_UNAUTHENTICATED_TIME_ADMIN_USER');
    need(this.hasTime, 'TSE1_ERROR_NO_TIME_SET');
    const type = String(input.processType);
    const data = Buffer.from(String(input.processData), 'base64').toString('utf8');
    const number = Number(input.transactionNumber);
    const signed =
      name === 'StartTransaction'
        ? this.engine.start(client, null)
        : name === 'UpdateTransaction'
          ? this.engine.update(client, number, type, data)
          : this.engine.finish(client, number, type, data);
    const { serial, transaction, counter, time, signature } = signed;
    return {
      ...(name === 'StartTransaction' && {
        transactionNumber: transaction,
        serialNumber: Buffer.from(serial, 'hex').toString('base64'),
      }),
      ...{ logTime: new Date(time).toISOString().replace('.000', ''), signatureCounter: counter, signature },
    };
  }

  private async beginExport(name: string, client: string, input: Input): Promise<object> {
    this.needAdmin();
    const filter = {
      ...(client !== '' && { client }),
      ...(name === 'ExportFilteredByTransactionNumberInterval' && {
        transactions: {
          from: Number(input.startTransactionNumber),
          till: Number(input.endTransactionNumber),
        },
      }),
      ...(name === 'ExportFilteredByPeriodOfTime' && {
        times: { from: Date.parse(String(input.startDate)), till: Date.parse(String(input.endDate)) },
      }),
    };
    const parts: Buffer[] = [];
    for await (const part of this.engine.export(filter)) parts.push(part);
    const all = Buffer.concat(parts);
    const pieces: Buffer[] = [];
    for (let at = 0; at < all.length; at += PIECE_BYTES) pieces.push(all.subarray(at, at + PIECE_BYTES));
    this.export = { pieces, isWhole: name === 'ArchiveExport' };
    return {};
  }

  private piece(): object {
    need(this.export !== null, 'OTHER_ERROR_NO_EXPORT_STARTED');
    const data = this.export!.pieces.shift();
    const exportStatus = this.export!.pieces.length === 0 ? 'EXPORT_COMPLETE' : 'EXPORT_INCOMPLETE';
    return { exportData: data?.toString('base64') ?? '', exportStatus };
  }

  private isTested(): boolean {
    return this.testedAt !== null && this.clock.now() - this.testedAt < SELF_TEST_HOURS * HOUR_MS;
  }

  private needAdmin(): void {
    need(this.loggedIn.has('Administrator'), 'OTHER_ERROR_UNAUTHENTICATED_ADMIN_USER');
  }
}

function need(isRight: boolean | undefined, error: string): void {
  if (isRight !== true) throw new EpsonRefusal(error);
}
