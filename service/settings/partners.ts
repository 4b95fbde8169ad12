/**
 * The partners whose packages were imported: `gbl/partners/<reference>.json`
 * without the private key, which lies sealed in `gbl/keys/<reference>/<keyVersion>.sealed`.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import { writeDurably } from './durable-file.ts';
import { KeyError, Keys, type StoredKey } from './keys.ts';
import type { Sealer } from './vault.ts';
import { PartnerError, readPackage, readPartner, type Partner } from './partner-package.ts';

/** Where partners and their keys lie. */
export interface PartnerFolders {
  /** `gbl/partners`. */
  partners: string;
  /** `gbl/keys`; each partner has a folder in it. */
  keys: string;
  /** `cer`, for public keys. */
  cer: string;
}

/** A partner that can sign. */
interface Entry {
  partner: Partner;
  key: StoredKey;
}

/** The partners of an installation. */
export class Partners {
  private readonly folders: PartnerFolders;
  private readonly sealer: Sealer;
  private readonly entries = new Map<string, Entry>();
  /** The last import under way; the next one waits for it. */
  private importing: Promise<unknown> = Promise.resolve();

  private constructor(folders: PartnerFolders, sealer: Sealer) {
    this.folders = folders;
    this.sealer = sealer;
  }

  /** Loads the partners. One that is damaged or lacks its key is logged and left out. */
  static async open(folders: PartnerFolders, sealer: Sealer, log: Log): Promise<Partners> {
    const store = new Partners(folders, sealer);
    await fs.mkdir(folders.partners, { recursive: true, mode: 0o700 });
    const files = (await fs.readdir(folders.partners)).sort();
    for (const file of files) {
      if (!file.endsWith('.json')) continue;
      const reference = file.slice(0, -'.json'.length);
      try {
        const partner = await store.stored(reference);
        const key = partner && (await store.keysOf(reference)).version(partner.keyVersion);
        if (partner && key?.serial !== partner.serial) throw new KeyError('its key is missing');
        if (partner && key) store.entries.set(reference, { partner, key });
      } catch (error) {
        if (!isAboutPartner(error)) throw error;
        log.error(`partner ${JSON.stringify(reference)} cannot be used: ${error.message}`);
      }
    }
    return store;
  }

  /** All partners that can sign, by reference. */
  get list(): Partner[] {
    const partners = [...this.entries.values()].map(({ partner }) => partner);
    return partners.sort((a, b) => (a.reference < b.reference ? -1 : 1));
  }

  /** A partner that can sign. */
  find(reference: string): Partner | undefined {
    return this.entries.get(reference)?.partner;
  }

  /** The key that signs for a partner, as of its last package. */
  key(reference: string): StoredKey | undefined {
    return this.entries.get(reference)?.key;
  }

  /**
   * Takes over a package. For a partner that is there already, another
   * description is taken over, and a higher key version is a rotation: the new
   * key signs from then on. The same package again, or an older one, changes nothing.
   * @returns the partner as it is now
   * @throws PartnerError or KeyError, with a message that says what to do
   */
  async import(content: Tree): Promise<Partner> {
    const read = readPackage(content);
    const imported = this.importing.then(() => this.take(read));
    this.importing = imported.catch(() => undefined);
    return imported;
  }

  private async take({ partner, privateKey }: ReturnType<typeof readPackage>): Promise<Partner> {
    const { reference, keyVersion } = partner;
    await this.refuseTwin(reference);
    // A damaged file is replaced by the package it was made from.
    const before = await this.stored(reference).catch((error: unknown) => {
      if (error instanceof PartnerError) return null;
      throw error;
    });
    const keys = await this.keysOf(reference);
    if (isOlder(partner, before, keys)) {
      const newer = this.find(reference);
      if (newer) return newer;
      throw new PartnerError('keyVersion is not the last one known; import the newest package');
    }
    const key = keys.version(keyVersion) ?? (await keys.put(keyVersion, privateKey));
    // Last, because only then the new key counts: half an import is none.
    const text = `${JSON.stringify(partner, null, 2)}\n`;
    if (text !== (await this.text(reference))) await writeDurably(this.file(reference), text, 0o600);
    this.entries.set(reference, { partner, key });
    return partner;
  }

  /** On some systems `SHOP` and `shop` are the same file. */
  private async refuseTwin(reference: string): Promise<void> {
    const same = `${reference}.json`.toLowerCase();
    const files = await fs.readdir(this.folders.partners);
    if (files.some((file) => file !== `${reference}.json` && file.toLowerCase() === same))
      throw new PartnerError('reference differs only in upper and lower case from one that is there already');
  }

  private file(reference: string): string {
    return path.join(this.folders.partners, `${reference}.json`);
  }

  private text(reference: string): Promise<string | null> {
    return fs.readFile(this.file(reference), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  /** A partner as it stands in its file; null when there is none. */
  private async stored(reference: string): Promise<Partner | null> {
    const text = await this.text(reference);
    if (text === null) return null;
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      content = null;
    }
    if (!isTree(content)) throw new PartnerError('its file is damaged');
    const partner = readPartner(content);
    if (partner.reference !== reference) throw new PartnerError('reference is not the name of its file');
    return partner;
  }

  private keysOf(reference: string): Promise<Keys> {
    return Keys.load(path.join(this.folders.keys, reference), this.folders.cer, this.sealer);
  }
}

function isAboutPartner(error: unknown): error is Error {
  return error instanceof PartnerError || error instanceof KeyError;
}

/**
 * A version stands for one key, for ever: documents name it, and the authority
 * knows its public part. New keys have higher versions.
 * @returns true for a package that a newer one has followed
 * @throws PartnerError
 */
function isOlder({ keyVersion, serial }: Partner, before: Partner | null, keys: Keys): boolean {
  const known = new Map(keys.list.map((key) => [key.version, key.serial]));
  // The key's file may be lost.
  if (before) known.set(before.keyVersion, before.serial);
  for (const [version, its] of known) {
    if (version === keyVersion && its !== serial)
      throw new PartnerError(`keyVersion ${version} is another key; a new one needs a higher version`);
    if (version !== keyVersion && its === serial)
      throw new PartnerError(`privateKey is version ${version} already; a new version needs a new key`);
  }
  const latest = before?.keyVersion ?? keys.list.at(-1)?.version ?? 0;
  if (keyVersion < latest && !known.has(keyVersion))
    throw new PartnerError(`keyVersion must be above ${latest}, the last one known`);
  return keyVersion < latest;
}
