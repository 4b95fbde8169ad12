/**
 * The audit trail of an installation: `gbl/audit-trail.jsonl`, a line for each thing that was done, only ever appended
 * to. How far it goes is in the vault besides, so that entries cannot be cut off its end unnoticed.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { offsetTime, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Json } from '../receipt/json.ts';
import { isTree } from '../receipt/tree.ts';
import { BEGINNING, ChainReader, sealedLine } from './chain.ts';
import { fits, type TrailFilter } from './filter.ts';
import type { TrailDamage, TrailEntry, TrailPart } from './wire.ts';

/** What a trail is kept with. */
export interface TrailParts {
  /** Full path. */
  file: string;
  vault: { get(name: string): Json | undefined; set(name: string, value: Json): Promise<void> };
  /** False where several machines share one vault: how far this one's trail goes is not kept there. */
  keepsEnd: boolean;
  clock: Clock;
  log: Log;
}

/** Something to be written down. */
export type TrailNote = Omit<TrailEntry, 'n' | 'at'>;

const KEY = 'audit trail key';
const END = 'audit trail end';
/** Changes of one entry, and letters of a value. */
const MOST_CHANGES = 50;
const LONGEST = 500;
/** Damages that are told. */
const MOST_DAMAGES = 20;
/** Entries on a page. */
const PAGE = 100;

/** The trail. */
export class Trail {
  private readonly parts: TrailParts;
  private readonly key: Buffer;
  /** The key is in the vault: before that no entry is sealed with it. */
  private isKeyKept: boolean;
  private n = 0;
  private seal = BEGINNING;
  /** The file does not end with a line feed: a crash came in between. */
  private isTorn = false;
  private writing: Promise<void> = Promise.resolve();

  private constructor(parts: TrailParts, key: Buffer, isKeyKept: boolean) {
    this.parts = parts;
    this.key = key;
    this.isKeyKept = isKeyKept;
  }

  /** Opens the trail, or begins it. What is wrong with it is logged, and shown on its page. */
  static async open(parts: TrailParts): Promise<Trail> {
    const kept = parts.vault.get(KEY);
    const key = typeof kept === 'string' ? Buffer.from(kept, 'base64') : randomBytes(32);
    const trail = new Trail(parts, key, typeof kept === 'string');
    // A register sells whatever is the matter with its trail.
    await trail.goOn().catch((error: unknown) => parts.log.error('the audit trail cannot be read', error));
    return trail;
  }

  /** Finds out where the trail ends. */
  private async goOn(): Promise<void> {
    // Numbers that were used once are not used again.
    this.n = this.keptEnd()?.n ?? 0;
    const { reader, isTorn } = await this.scan(() => undefined);
    this.n = Math.max(this.n, reader.n);
    this.seal = reader.seal;
    this.isTorn = isTorn;
    const damages = this.damagesOf(reader);
    if (damages.length > 0) this.parts.log.error(`the audit trail was changed: ${JSON.stringify(damages)}`);
  }

  /** Writes something down, in the order of the calls. Never rejects: what was done is done. */
  note(note: TrailNote): void {
    const at = offsetTime(this.parts.clock.now());
    this.writing = this.writing
      .then(() => this.append(at, short(note)))
      .catch((error: unknown) => this.parts.log.error('the audit trail cannot be written', error));
  }

  /** Resolves when everything is written. */
  async idle(): Promise<void> {
    await this.writing;
  }

  /**
   * The newest entries that fit.
   * @param before only entries with a lower number
   */
  async read(filter: TrailFilter, before = Infinity, most = PAGE): Promise<TrailPart> {
    await this.idle();
    const found: TrailEntry[] = [];
    let total = 0;
    let left = 0;
    const { reader } = await this.scan((entry) => {
      total++;
      if (entry.n >= before || !fits(entry, filter)) return;
      found.push(entry);
      if (found.length <= most) return;
      found.shift();
      left++;
    });
    const entries = found.reverse();
    const damages = this.damagesOf(reader);
    return { entries, before: left > 0 ? entries.at(-1)!.n : null, total, damages };
  }

  private async append(at: string, note: TrailNote): Promise<void> {
    if (!this.isKeyKept) await this.parts.vault.set(KEY, this.key.toString('base64'));
    this.isKeyKept = true;
    const n = this.n + 1;
    const { line, seal } = sealedLine(this.key, this.seal, { n, at, ...note });
    const handle = await fs.open(this.parts.file, 'a', 0o600);
    const { size } = await handle.stat();
    try {
      await handle.appendFile(`${this.isTorn ? '\n' : ''}${line}\n`);
      await handle.sync();
    } catch (error) {
      // Half a line, as a full disk leaves it, would look as if somebody had changed the trail.
      await handle.truncate(size).catch(() => (this.isTorn = true));
      throw error;
    } finally {
      await handle.close();
    }
    this.isTorn = false;
    this.n = n;
    this.seal = seal;
    if (this.parts.keepsEnd) await this.parts.vault.set(END, { n, seal });
  }

  private async scan(visit: (entry: TrailEntry) => void): Promise<{ reader: ChainReader; isTorn: boolean }> {
    const reader = new ChainReader(this.key);
    const { file } = this.parts;
    const handle = await fs.open(file, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!handle) return { reader, isTorn: false };
    try {
      const { size } = await handle.stat();
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
      const isTorn = size > 0 && buffer[0] !== 0x0a;
      const input = createReadStream(file, { encoding: 'utf8' });
      for await (const line of createInterface({ input, crlfDelay: Infinity })) {
        const entry = line === '' ? null : reader.take(line);
        if (entry) visit(entry);
      }
      return { reader, isTorn };
    } finally {
      await handle.close();
    }
  }

  private damagesOf(reader: ChainReader): TrailDamage[] {
    const damages = reader.damages.slice(0, MOST_DAMAGES);
    const end = this.keptEnd();
    // A crash between both leaves the trail one entry longer than its end, never shorter.
    if (end && (reader.n < end.n || (reader.n === end.n && reader.seal !== end.seal)))
      damages.push({ kind: 'end', n: Math.min(reader.n + 1, end.n) });
    return damages;
  }

  private keptEnd(): { n: number; seal: string } | null {
    const end = this.parts.keepsEnd ? this.parts.vault.get(END) : undefined;
    if (!isTree(end) || typeof end.n !== 'number' || typeof end.seal !== 'string') return null;
    return { n: end.n, seal: end.seal };
  }
}

/** What strangers send must not fill the disk. */
function short({ who, about, changes, ...note }: TrailNote): TrailNote {
  const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  const kept = changes?.slice(0, MOST_CHANGES).map(({ name, before, after }) => ({
    name: cut(name),
    before: before === null ? null : cut(before),
    after: after === null ? null : cut(after),
  }));
  return {
    ...note,
    who: { ...who, ...(who.name !== undefined && { name: cut(who.name) }) },
    ...(about !== undefined && about !== '' && { about: cut(about) }),
    ...(kept && kept.length > 0 && { changes: kept }),
  };
}
