/**
 * What the instances of a cloud register have in common besides the journal: the files of `gbl/` and `cer/`, which
 * are settings, keys and certificates. The owner brings each change into the database before it is answered, sealed
 * with the instances' key; an instance fetches all of them before it reads any.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Ownership } from '../journal/postgres/ownership.ts';
import type { Session } from '../journal/postgres/session.ts';
import { writeDurably } from '../settings/durable-file.ts';
import { seal, unseal } from '../settings/seal.ts';

const FOLDERS = ['gbl', 'cer'] as const;
/** What is of this machine or process alone, or found out again. */
const OWN =
  /^gbl\/(?:instance\.(?:lock.*|pid)|language|requests\.json|lan\.json|recorder\.json|disk\.json|drills\.json|audit-trail\.jsonl)$|\.tmp$|\.damaged-\d+$/;
/** Settings and keys are small. */
const MOST_BYTES = 4_000_000;

/** A document as the database has it; null data for one that was removed. */
interface Row {
  name: string;
  sealed: string | null;
  version: number;
}

/** The documents of a data root. */
export class Documents {
  private readonly root: string;
  private readonly key: Buffer;
  private readonly session: Session;
  /** Digest of each file as the database has it. */
  private readonly known = new Map<string, string>();
  private fetched = 0;
  private turn: Promise<void> = Promise.resolve();

  /** @param key seals them */
  constructor(root: string, key: Buffer, session: Session) {
    this.root = root;
    this.key = key;
    this.session = session;
  }

  /** The version that this data root has. */
  get version(): number {
    return this.fetched;
  }

  /** The version that the database has; 0 for none. */
  async newest(): Promise<number> {
    const [row] = await this.session.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM documents',
    );
    return row!.version;
  }

  /**
   * Makes the files of the data root those of the database. Files that the database never had stay.
   * @throws Error when they were sealed with another key
   */
  async fetch(): Promise<void> {
    const rows = await this.session.query<Row>('SELECT name, sealed, version FROM documents');
    this.known.clear();
    for (const { name, sealed, version } of rows) {
      this.fetched = Math.max(this.fetched, version);
      const file = this.fileOf(name);
      if (file === null) continue;
      if (sealed === null) {
        await fs.rm(file, { force: true });
        continue;
      }
      const text = unseal(name, JSON.parse(sealed), this.key);
      if (text === null) throw new Error(`TILLMARK_INSTANCE_KEY is not the key that ${name} was sealed with`);
      const { mode, data } = JSON.parse(text) as { mode: number; data: string };
      const content = Buffer.from(data, 'base64');
      this.known.set(name, digestOf(content));
      const present = await fs.readFile(file).catch(() => null);
      if (present?.equals(content)) continue;
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeDurably(file, content, mode & 0o700 ? mode & 0o777 : 0o600);
    }
  }

  /** Brings what has changed since into the database. */
  share(ownership: Ownership): Promise<void> {
    const shared = this.turn.then(() => this.shareNow(ownership));
    this.turn = shared.catch(() => undefined);
    return shared;
  }

  private async shareNow(ownership: Ownership): Promise<void> {
    const changed: [name: string, sealed: string | null][] = [];
    const digests = new Map<string, string>();
    for (const name of await this.names()) {
      const file = path.join(this.root, name);
      const stat = await fs.stat(file).catch(() => null);
      const content =
        stat?.isFile() && stat.size <= MOST_BYTES ? await fs.readFile(file).catch(() => null) : null;
      if (!stat || !content) continue;
      digests.set(name, digestOf(content));
      if (this.known.get(name) === digests.get(name)) continue;
      const text = JSON.stringify({ mode: stat.mode & 0o777, data: content.toString('base64') });
      changed.push([name, JSON.stringify(seal(name, text, this.key))]);
    }
    for (const name of this.known.keys()) if (!digests.has(name)) changed.push([name, null]);
    if (changed.length === 0) return;
    const [row] = await this.session.query<{ version: number }>('SELECT put_documents($1, $2) AS version', [
      ownership.token,
      JSON.stringify(changed),
    ]);
    this.fetched = row!.version;
    this.known.clear();
    for (const [name, digest] of digests) this.known.set(name, digest);
  }

  private async names(): Promise<string[]> {
    const names: string[] = [];
    for (const folder of FOLDERS) {
      const entries = await fs.readdir(path.join(this.root, folder), {
        recursive: true,
        withFileTypes: true,
      });
      for (const entry of entries) {
        const name = path
          .relative(this.root, path.join(entry.parentPath, entry.name))
          .split(path.sep)
          .join('/');
        if (entry.isFile() && !OWN.test(name)) names.push(name);
      }
    }
    return names;
  }

  /** Null for a name that is none of ours: it comes from outside. */
  private fileOf(name: string): string | null {
    const parts = name.split('/');
    const isOurs = FOLDERS.some((folder) => folder === parts[0]) && parts.length > 1 && !OWN.test(name);
    const isPlain = parts.every(
      (part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part),
    );
    return isOurs && isPlain ? path.join(this.root, ...parts) : null;
  }
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
