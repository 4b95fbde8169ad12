import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Fields of the control file, in the order of `struct control` in shim.h. */
const fields = [
  'swallowSyncs',
  'space',
  'writeErrors',
  'syncErrors',
  'shortWrites',
  'clockOffset',
  'dieAt',
  'ticks',
  'injected',
  'random',
  'syncs',
  'shared',
  'lock',
] as const;

type Field = (typeof fields)[number];

/** Faults that can be switched while the service runs. */
export interface Faults {
  /** Bytes that files may still grow by; null for no limit. */
  space: number | null;
  /** EIO and short writes, each as a probability. */
  writeErrors: number;
  syncErrors: number;
  shortWrites: number;
}

/** A disk that works. */
export const noFaults: Faults = { space: null, writeErrors: 0, syncErrors: 0, shortWrites: 0 };

const perMillion = (probability: number): number => Math.round(probability * 1_000_000);

/** The memory that harness and shim share. The shim obeys from its next call on. */
export class Control {
  private readonly file: number;

  /** Creates the file anew, without faults. */
  constructor(file: string) {
    this.file = openSync(file, 'w+', 0o600);
    for (const field of fields) this.set(field, 0n);
    this.faults = noFaults;
  }

  set faults({ space, writeErrors, syncErrors, shortWrites }: Faults) {
    this.set('space', BigInt(space ?? -1));
    this.set('writeErrors', BigInt(perMillion(writeErrors)));
    this.set('syncErrors', BigInt(perMillion(syncErrors)));
    this.set('shortWrites', BigInt(perMillion(shortWrites)));
  }

  /** True: syncs are answered with success and do nothing. */
  set swallowSyncs(on: boolean) {
    this.set('swallowSyncs', on ? 1n : 0n);
  }

  /** Milliseconds that the service's clock is ahead of ours. */
  set clockOffset(ms: number) {
    this.set('clockOffset', BigInt(Math.round(ms)) * 1_000_000n);
  }

  get clockOffset(): number {
    return Number(this.get('clockOffset') / 1_000_000n);
  }

  /** Seed of the shim's dice. */
  set seed(seed: number) {
    this.set('random', BigInt(Math.trunc(seed)));
  }

  /** Several processes have the folder: where one would die, all of them stop, until they are killed. */
  set shared(on: boolean) {
    this.set('shared', on ? 1n : 0n);
  }

  /** Several processes have stopped because of {@link dieIn}. */
  get isStopped(): boolean {
    const dieAt = this.get('dieAt');
    return dieAt > 0n && this.get('ticks') >= dieAt;
  }

  /** The process kills itself so many ticks from now; each call on a file has two or three. */
  dieIn(ticks: number): void {
    this.set('dieAt', this.get('ticks') + BigInt(Math.max(1, Math.round(ticks))));
  }

  /** Takes {@link dieIn} back; of several processes all are dead. */
  live(): void {
    this.set('dieAt', 0n);
    this.set('lock', 0n);
  }

  /** Errors and short writes so far. */
  get injected(): number {
    return Number(this.get('injected'));
  }

  close(): void {
    closeSync(this.file);
  }

  private set(field: Field, value: bigint): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    writeSync(this.file, bytes, 0, 8, fields.indexOf(field) * 8);
  }

  private get(field: Field): bigint {
    const bytes = Buffer.alloc(8);
    readSync(this.file, bytes, 0, 8, fields.indexOf(field) * 8);
    return bytes.readBigInt64LE();
  }
}
