/**
 * Signature cards in software: applications, files, PIN and signature as the
 * three generations of A-Trust's cards have them. Strict: what a real card would
 * refuse is refused, and a PIN that is wrong too often is blocked.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { signHash } from './keys.ts';
import { derOfPlain } from '../../certificates/ecdsa.ts';
import type { CertifiedKey } from '../../certificates/write.ts';

/** Generations. */
export type CardModel = 'ACOS 04' | 'CardOS 5.3' | 'ACOS-ID 3' | 'ACOS-ID 4.1' | 'bank card';

interface Layout {
  atr: string;
  applications: string[];
  directory: number;
  certificateFile: number;
  pinReference: number;
  /** Security environment that must be set first; empty when there is none. */
  environment: string;
  /** The hash has a command of its own. */
  putsHash: boolean;
  pinBlock: (pin: string) => string;
}

const format2 = (pin: string) => `2${pin.length}${pin}`.padEnd(16, 'f');

const CARDOS: Layout = {
  atr: '3bdf18008131fe588031905241016405c903ac73b7b1d444',
  applications: ['d0400000220001'],
  directory: 0xdf01,
  certificateFile: 0xc000,
  pinReference: 0x81,
  environment: '',
  putsHash: false,
  pinBlock: format2,
};

const LAYOUTS: Record<CardModel, Layout> = {
  'ACOS 04': {
    atr: '3bbf11008131fe45455041000000000000000000000000f1',
    applications: ['a000000118454e', 'a0000001184543'],
    directory: 0xdf70,
    certificateFile: 0xc002,
    pinReference: 0x81,
    environment: '840188800144',
    putsHash: true,
    pinBlock: (pin) => Buffer.from(pin).toString('hex').padEnd(16, '0'),
  },
  'CardOS 5.3': CARDOS,
  'ACOS-ID 3': {
    ...CARDOS,
    atr: '3bdf97008131fe4680319052410364050201ac73d622c0f8',
    pinReference: 0x8a,
  },
  'ACOS-ID 4.1': {
    ...CARDOS,
    atr: '3bdf97008131fe4680319052410464050401ac73d622c0f9',
    pinReference: 0x8a,
  },
  'bank card': { ...CARDOS, atr: '3b6800000073c84013009000', applications: [] },
};

const MASTER_FILE = 0x3f00;
/** What files are filled up with behind the certificate. */
const FILLING_BYTES = 40;
const BLOCK_BYTES = 256;

/** How a card is made. */
export interface EmulatedCardOptions {
  model: CardModel;
  certified: CertifiedKey;
  pin?: string;
  /** Gives answers in parts, as protocol T=0 does. */
  inParts?: boolean;
}

/** A card. */
export class EmulatedCard {
  readonly atr: Buffer;
  /** Wrong PINs that are allowed yet. */
  attempts = 3;
  /** Signatures so far. */
  signatures = 0;
  /** Makes wrong signatures, or gives them in DER. */
  fault: 'wrong-signature' | 'der' | null = null;

  private readonly layout: Layout;
  private readonly key: KeyObject;
  private readonly file: Buffer;
  private readonly pin: string;
  private readonly inParts: boolean;
  private directory = MASTER_FILE;
  private fileSelected = false;
  private verified = false;
  private environment = '';
  private hash: Buffer | null = null;
  private waiting = Buffer.alloc(0);

  constructor({ model, certified, pin = '123456', inParts = false }: EmulatedCardOptions) {
    this.layout = LAYOUTS[model];
    this.atr = Buffer.from(this.layout.atr, 'hex');
    this.key = createPrivateKey(certified.key);
    const { raw } = new X509Certificate(certified.certificate);
    this.file = Buffer.concat([raw, Buffer.alloc(FILLING_BYTES)]);
    this.pin = pin;
    this.inParts = inParts;
  }

  /** Forgets what is selected and verified. */
  reset(): void {
    this.directory = MASTER_FILE;
    this.fileSelected = false;
    this.verified = false;
    this.environment = '';
    this.hash = null;
    this.waiting = Buffer.alloc(0);
  }

  /** Answers a command APDU. */
  answer(command: Buffer): Buffer {
    const [cla, ins, p1, p2] = command as unknown as [number, number, number, number];
    if (cla !== 0x00) return status(0x6e00);
    const hasData = command.length > 5;
    const data = hasData ? command.subarray(5, 5 + command[4]!) : Buffer.alloc(0);
    if (hasData && data.length !== command[4]) return status(0x6700);
    const rest = hasData ? command.length - 5 - data.length : command.length - 4;
    if (rest > 1) return status(0x6700);
    const expected = rest === 1 ? command.at(-1)! || BLOCK_BYTES : 0;
    switch (ins) {
      case 0xa4:
        return status(this.select(p1, p2, data));
      case 0xb0:
        return this.read((p1 << 8) | p2, expected);
      case 0x20:
        return status(this.verify(p1, p2, data));
      case 0x22:
        return status(this.setEnvironment((p1 << 8) | p2, data));
      case 0x2a:
        return this.operate((p1 << 8) | p2, data, expected);
      case 0xc0:
        return this.give(expected);
      default:
        return status(0x6d00);
    }
  }

  private select(p1: number, p2: number, data: Buffer): number {
    if (p2 !== 0x0c) return 0x6a86;
    const { applications, directory, certificateFile } = this.layout;
    if (p1 === 0x04) {
      if (!applications.includes(data.toString('hex'))) return 0x6a82;
      this.reset();
      this.directory = directory;
      return 0x9000;
    }
    if (p1 !== 0x00 || data.length !== 2) return 0x6a86;
    const file = data.readUInt16BE(0);
    if (file === MASTER_FILE) {
      this.reset();
    } else if (file === directory && this.directory === MASTER_FILE) {
      this.directory = directory;
    } else if (file === certificateFile && this.directory === directory) {
      this.fileSelected = true;
    } else return 0x6a82;
    return 0x9000;
  }

  private read(offset: number, expected: number): Buffer {
    if (!this.fileSelected) return status(0x6986);
    if (offset >= this.file.length) return status(0x6b00);
    const data = this.file.subarray(offset, offset + expected);
    if (this.inParts && data.length < expected) return status(0x6c00 | data.length);
    return Buffer.concat([data, status(data.length < expected ? 0x6282 : 0x9000)]);
  }

  private verify(p1: number, p2: number, data: Buffer): number {
    const { directory, pinReference, pinBlock } = this.layout;
    if (p1 !== 0 || p2 !== pinReference || this.directory !== directory) return 0x6a88;
    if (this.attempts === 0) return 0x6983;
    if (data.length === 0) return this.verified ? 0x9000 : 0x63c0 | this.attempts;
    this.verified = data.toString('hex') === pinBlock(this.pin);
    this.attempts = this.verified ? 3 : this.attempts - 1;
    return this.verified ? 0x9000 : 0x63c0 | this.attempts;
  }

  private setEnvironment(p: number, data: Buffer): number {
    const { environment, directory } = this.layout;
    if (environment === '' || p !== 0x41b6) return 0x6a81;
    if (this.directory !== directory || data.toString('hex') !== environment) return 0x6a80;
    this.environment = environment;
    return 0x9000;
  }

  private operate(p: number, data: Buffer, expected: number): Buffer {
    const { putsHash, environment, directory } = this.layout;
    if (this.directory !== directory || this.environment !== environment) return status(0x6985);
    if (!this.verified) return status(0x6982);
    if (p === 0x9081 && putsHash && data.length === 32 && expected === 0) {
      this.hash = data;
      return status(0x9000);
    }
    if (p !== 0x9e9a) return status(0x6a86);
    const hash = putsHash ? this.hash : data;
    if (hash?.length !== 32 || (putsHash && data.length > 0)) return status(0x6f03);
    if (expected < 64) return status(0x6c40);
    return this.sign(hash);
  }

  private sign(hash: Buffer): Buffer {
    // One PIN, one signature.
    this.verified = false;
    this.hash = null;
    this.signatures += 1;
    const raw = signHash(this.key, this.fault === 'wrong-signature' ? Buffer.alloc(32) : hash);
    const signature = this.fault === 'der' ? derOfPlain(raw) : raw;
    if (!this.inParts) return Buffer.concat([signature, status(0x9000)]);
    this.waiting = Buffer.from(signature);
    return status(0x6100 | signature.length);
  }

  private give(expected: number): Buffer {
    const data = this.waiting.subarray(0, expected);
    this.waiting = this.waiting.subarray(expected);
    return data.length === 0 ? status(0x6985) : Buffer.concat([data, status(0x9000)]);
  }
}

function status(word: number): Buffer {
  return Buffer.of(word >> 8, word & 0xff);
}
