/** The other machines of the shop, remembered across restarts in `gbl/lan.json`. */
import fs from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { localTime } from '../clock.ts';
import type { Log } from '../log.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import { keepAside, writeDurably } from '../settings/durable-file.ts';
import type { Peer } from './exchange.ts';
import { readMachine, type Machine } from './machine.ts';

/** A machine that was heard of. */
export interface Neighbour {
  /** Instance id of its installation. */
  instance: string;
  /** Where its questions and answers came from. */
  peer: Peer;
  machine: Machine;
  /** Day it was last heard of, `YYYY-MM-DD`. */
  seen: string;
}

const FORGOTTEN_MS = 30 * 24 * 60 * 60_000;
/** More than a shop has machines. */
const MOST = 500;

/** Machines by their instance id. */
export class Neighbours {
  private readonly file: string;
  private readonly log: Log;
  private readonly known: Map<string, Neighbour>;
  private written: string;
  private writing: Promise<void> = Promise.resolve();

  private constructor(file: string, log: Log, known: readonly Neighbour[]) {
    this.file = file;
    this.log = log;
    this.known = new Map(known.map((one) => [one.instance, one]));
    this.written = this.text();
  }

  /** Reads the file; one that cannot be understood is put aside, and the shop is found again. */
  static async open(file: string, log: Log): Promise<Neighbours> {
    const text = await fs.readFile(file, 'utf8').catch(() => null);
    const known = text === null ? [] : read(text);
    if (known) return new Neighbours(file, log, known);
    log.warn(`${file} is damaged; copied to ${await keepAside(file)}`);
    return new Neighbours(file, log, []);
  }

  /** All that were heard of in the last 30 days, by name. */
  all(now: number): Neighbour[] {
    this.forget(now);
    return [...this.known.values()].sort((a, b) => (a.machine.name < b.machine.name ? -1 : 1));
  }

  /** Notes what a machine told about itself. */
  note(instance: string, peer: Peer, machine: Machine, now: number): void {
    this.forget(now);
    if (!this.known.has(instance) && this.known.size >= MOST) return;
    this.known.set(instance, { instance, peer, machine, seen: dayOf(now) });
    this.save();
  }

  /** Resolves when what is known is in the file. */
  async idle(): Promise<void> {
    await this.writing;
  }

  private forget(now: number): void {
    const oldest = dayOf(now - FORGOTTEN_MS);
    for (const { instance, seen } of this.known.values()) if (seen < oldest) this.known.delete(instance);
  }

  private save(): void {
    const text = this.text();
    if (text === this.written) return;
    this.written = text;
    this.writing = this.writing
      .then(() => writeDurably(this.file, text, 0o600))
      .catch((error: unknown) => this.log.error(`${this.file} cannot be written`, error));
  }

  private text(): string {
    const machines = [...this.known.values()].sort((a, b) => (a.instance < b.instance ? -1 : 1));
    return `${JSON.stringify({ machines }, null, 2)}\n`;
  }
}

const dayOf = (ms: number) => localTime(ms).slice(0, 10);

function read(text: string): Neighbour[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isTree(value) || !Array.isArray(value.machines)) return null;
  const machines = value.machines.map((one) => (isTree(one) ? readNeighbour(one) : null));
  return machines.every((one) => one !== null) ? machines : null;
}

function readNeighbour({ instance, peer, machine, seen }: Tree): Neighbour | null {
  const told = isTree(machine) ? readMachine(machine) : null;
  if (typeof instance !== 'string' || typeof seen !== 'string' || !told || !isTree(peer)) return null;
  const { address, port } = peer;
  if (typeof address !== 'string' || !isIPv4(address) || typeof port !== 'number') return null;
  return { instance, peer: { address, port }, machine: told, seen };
}
