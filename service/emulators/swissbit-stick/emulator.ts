/**
 * The TSE of Swissbit on USB in small: a folder with its files, a mailbox that is looked into again
 * and again, and a TSE that signs. As the driver, it is made from one public driver's reading.
 */
import fs from 'node:fs';
import path from 'node:path';
import { systemClock, type Clock } from '../../clock.ts';
import { TseEngine, TseRefusal, type EngineOptions } from '../../devices/tse/software/engine.ts';
import type { TseTrouble } from '../../devices/tse/contract.ts';
import { padded, Reader, Refusal, u64 } from './bytes.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** The folder that its drive is mounted in. */
  folder: string;
  clock?: Clock;
  adminPin?: string;
  timePin?: string;
  /** It was never set up: which of PUK, admin PIN and time PIN were changed, as its status block has it (bits 0 to 2). */
  changed?: number;
  /** Limits of its TSE. */
  engine?: Partial<EngineOptions>;
}

/** A running emulator; what it is like may be changed. */
export interface Emulator {
  engine: TseEngine;
  /** `deaf`: it does nothing and says nothing; `lost`: it does the next signature and says nothing. */
  fault: 'none' | 'deaf' | 'lost';
  timeSet: boolean;
  selfTestPassed: boolean;
  /** The part that signs is switched on. */
  isActive: boolean;
  /** Wrong PINs that are left before it takes none any more. */
  tries: number;
  /** Codes of the commands that it was sent. */
  readonly asked: number[];
  stop(): void;
}

const BLOCK = 512;
const POLL_MS = 1;
const SELF_TEST_S = 25 * 3600;
/** Blocks between the store's end and process data that are written. */
const APART = 4;
const CODES: Partial<Record<TseTrouble, number>> = {
  'transaction-unknown': 0x1008,
  'transaction-limit': 0x1009,
  'certificate-expired': 0x100a,
  'signatures-exhausted': 0x100e,
  'client-limit': 0x1010,
  'client-unknown': 0x1011,
  'store-full': 0x1017,
  disabled: 0x10fe,
  'not-initialised': 0x10ff,
};

/** What is begun with 90 and done with 95. */
interface Pending {
  mode: number;
  client: string;
  transaction: number;
  type: string;
  bytes: number;
  block: number;
}

/** Starts one in a folder. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { folder, clock = systemClock, adminPin = '12345', timePin = '54321' } = options;
  const engine = new TseEngine({ file: ':memory:', clock, description: 'Stick', ...options.engine });
  if (options.changed === undefined) engine.initialise();
  /** Registered before it was set up. */
  const waiting: string[] = [];
  const [info, mailbox, store] = ['TSE_INFO.DAT', 'TSE_COMM.DAT', 'TSE_TAR.001'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  let written = Buffer.alloc(BLOCK);
  let counter = 0;
  let exportSize = 0;
  const users = new Set<number>();
  let pending: Pending | null = null;

  const emulator: Emulator = {
    ...{ engine, fault: 'none', timeSet: false, selfTestPassed: false, tries: 3, asked: [] },
    isActive: engine.identity !== null,
    stop() {
      clearInterval(timer);
      engine.close();
    },
  };

  async function keepStore(): Promise<void> {
    const pieces: Buffer[] = [];
    if (engine.identity) for await (const piece of engine.export({})) pieces.push(piece);
    const tar = Buffer.concat(pieces);
    exportSize = tar.length;
    fs.writeFileSync(store, Buffer.concat([tar, Buffer.alloc((APART + 256) * BLOCK)]));
  }

  function keepInfo(): void {
    const block = Buffer.alloc(BLOCK);
    block.writeUInt32BE(2_097_152, 0x18);
    block[0x1c] = (emulator.timeSet ? 1 : 0) | (emulator.selfTestPassed ? 2 : 0);
    block[0x1d] = engine.disabled ? 2 : engine.identity ? 1 : 0;
    block[0x20] = options.changed ?? 0b111;
    block.writeUInt32BE(SELF_TEST_S, 0x24);
    block.writeUInt32BE(engine.counter, 0x30);
    block.writeUInt32BE(engine.options.mostSignatures, 0x34);
    block.writeUInt32BE(engine.clients.length, 0x38);
    block.writeUInt32BE(engine.options.mostClients, 0x3c);
    block.writeBigUInt64BE(BigInt(Date.parse(engine.expires ?? '1970-01-01') / 1000), 0x40);
    block.writeBigUInt64BE(BigInt(exportSize), 0x48);
    if (engine.identity) {
      const key = Buffer.from(engine.identity.publicKey, 'base64');
      block[0x6a] = key.length;
      key.copy(block, 0x6b);
      Buffer.from(engine.identity.serial, 'hex').copy(block, 0x100);
    }
    block.write('Emulator', 0x120, 'latin1');
    fs.writeFileSync(info, block);
  }

  function login(user: number, pin: string): void {
    if (emulator.tries === 0) throw new Refusal(0x1201);
    if (pin !== (user === 1 ? adminPin : timePin)) {
      emulator.tries--;
      throw new Refusal(0x1100);
    }
    users.add(user);
  }

  function needs(user: number): void {
    if (!users.has(user)) throw new Refusal(0x100f);
  }

  const clients = () => (engine.identity ? engine.clients : waiting);

  /** What it takes before it was set up: until then it does not sign. */
  function setUp(code: number, args: Reader): Buffer {
    if (!((options.changed ?? 0) & 1)) throw new Refusal(0x1050);
    if (options.changed !== 0b111) throw new Refusal(0x1051);
    if (code === 0x40) {
      users.clear();
      if (!waiting.includes(args.str())) throw new Refusal(0x1011);
      emulator.selfTestPassed = true;
      return Buffer.alloc(0);
    }
    needs(1);
    if (code === 0x41) waiting.push(args.str());
    else {
      if (!emulator.selfTestPassed) throw new Refusal(0x1055);
      if (code === 0x60) emulator.isActive = true;
      else if (!emulator.isActive) throw new Refusal(0x1053);
      else {
        engine.initialise();
        for (const id of waiting) engine.registerClient(id);
      }
    }
    return Buffer.alloc(0);
  }

  async function answer(code: number, args: Reader): Promise<Buffer> {
    if (!engine.identity && [0x40, 0x41, 0x60, 0x70].includes(code)) return setUp(code, args);
    if (!engine.identity && ![0x20, 0x43].includes(code)) throw new Refusal(0x10ff);
    switch (code) {
      case 0x20:
        login(args.u8(), args.str());
        return Buffer.alloc(0);
      case 0x40:
        args.str();
        emulator.selfTestPassed = true;
        users.clear();
        return Buffer.alloc(0);
      case 0x41:
        needs(1);
        engine.registerClient(args.str());
        return Buffer.alloc(0);
      case 0x42:
        needs(1);
        engine.deregisterClient(args.str());
        return Buffer.alloc(0);
      case 0x43: {
        const some = clients().slice(args.u32()).slice(0, 16);
        return Buffer.concat([Buffer.of(some.length), ...some.map((id) => padded(id))]);
      }
      case 0x70:
        throw new Refusal(0x10fd);
      case 0x80:
        needs(2);
        emulator.timeSet = true;
        return Buffer.alloc(0);
      case 0x85: {
        const skip = args.u32();
        const some = engine.open(args.str()).slice(skip).slice(0, 62);
        return Buffer.concat([Buffer.of(some.length), ...some.map(({ transaction }) => u64(transaction))]);
      }
      case 0x86: {
        const pem = `-----BEGIN CERTIFICATE-----\n${engine.identity!.certificates[0]!}\n-----END CERTIFICATE-----\n`;
        const piece = Buffer.from(pem).subarray(args.u32()).subarray(0, 400);
        const length = Buffer.alloc(2);
        length.writeUInt16BE(piece.length);
        return Buffer.concat([length, piece]);
      }
      case 0x90:
        return opened(args);
      case 0x95:
        return closed();
      default:
        throw new Refusal(0x1007);
    }
  }

  function opened(args: Reader): Buffer {
    if (!emulator.selfTestPassed) throw new Refusal(0x1054);
    if (!emulator.timeSet) throw new Refusal(0x1002);
    needs(2);
    const [mode, client, transaction] = [args.u8(), args.str(), args.u64()];
    const [bytes, length] = [args.u64(), args.u64()];
    const type = args.text(length);
    const block = Math.ceil(exportSize / BLOCK) + APART;
    pending = { mode, client, transaction, type, bytes, block };
    return u64(block);
  }

  async function closed(): Promise<Buffer> {
    if (!pending) throw new Refusal(0x1004);
    const { mode, client, transaction, type, bytes, block } = pending;
    pending = null;
    const data = fs.readFileSync(store).toString('utf8', block * BLOCK, block * BLOCK + bytes);
    const signed =
      mode === 0
        ? engine.start(client, null)
        : mode === 1
          ? engine.update(client, transaction, type, data)
          : engine.finish(client, transaction, type, data);
    await keepStore();
    const signature = Buffer.from(signed.signature, 'base64');
    return Buffer.concat([
      ...[u64(signed.transaction), Buffer.from(signed.serial, 'hex'), u64(signed.time / 1000)],
      ...[u64(signed.counter), u64(signature.length), signature],
    ]);
  }

  async function obey(command: Buffer): Promise<void> {
    const code = command[2]!;
    emulator.asked.push(code);
    if (emulator.fault === 'deaf') return;
    let [data, result] = [Buffer.alloc(0) as Buffer, 0];
    try {
      data = await answer(code, new Reader(command.subarray(4)));
    } catch (error) {
      if (error instanceof Refusal) result = error.code;
      else if (error instanceof TseRefusal) result = CODES[error.trouble] ?? 0x1007;
      else throw error;
    }
    keepInfo();
    if (emulator.fault === 'lost' && code === 0x95) {
      emulator.fault = 'none';
      return;
    }
    const head = Buffer.alloc(7);
    head.writeUInt32BE(++counter);
    head[4] = 0xf3;
    head.writeUInt16BE(data.length + 2, 5);
    const end = Buffer.alloc(2);
    end.writeUInt16BE(result);
    const whole = Buffer.concat([head, data, end]);
    const block = Buffer.alloc(Math.max(Math.ceil(whole.length / BLOCK), 1) * BLOCK);
    whole.copy(block);
    inMailbox('r+', (file) => {
      fs.writeSync(file, block, 0, block.length, 0);
      // Last of all: who reads meanwhile sees that it is busy.
      fs.writeSync(file, Buffer.of(0xff), 0, 1, 4);
    });
    block[4] = 0xff;
    written = block.subarray(0, BLOCK);
  }

  /** False: it was pulled out. */
  function inMailbox(flags: string, work: (file: number) => void): boolean {
    let file: number;
    try {
      file = fs.openSync(mailbox, flags);
    } catch {
      return false;
    }
    work(file);
    fs.closeSync(file);
    return true;
  }

  await keepStore();
  keepInfo();
  fs.writeFileSync(mailbox, written);
  let [isWorking, seen] = [false, written];
  const timer = setInterval(() => {
    const block = Buffer.alloc(BLOCK);
    const isThere = !isWorking && inMailbox('r', (file) => fs.readSync(file, block, 0, BLOCK, 0));
    if (!isThere) return;
    // A command counts when it is seen twice: it may still be on its way the first time.
    const isSteady = block.equals(seen);
    seen = block;
    if (!isSteady || block.equals(written)) return;
    written = block;
    isWorking = true;
    void obey(block).finally(() => (isWorking = false));
  }, POLL_MS);
  return emulator;
}
