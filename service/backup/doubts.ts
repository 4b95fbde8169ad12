/**
 * What a manager has to know before a register is restored: whose backups these
 * are, and what is wrong with the signatures of the receipts in them.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { LawCheck } from '../audit/law.ts';
import type { Country } from '../countries/contract/country.ts';
import { countryOf } from '../countries/list.ts';
import type { Entry } from '../journal/row.ts';
import { escapeControls } from '../log/escape.ts';
import { isTree } from '../receipt/tree.ts';
import { fingerprintOf } from '../settings/installation-key.ts';
import { serialOf } from '../settings/keys.ts';
import type { Chain } from './chain.ts';
import type { Outcome } from './restored-entry.ts';
import { readPublicKey, type Trust } from './trust.ts';
import type { Doubts, UnknownSigner } from './wire.ts';

export type { Doubts } from './wire.ts';

const MOST_EXAMPLES = 10;
const LONGEST_EXAMPLE = 300;

/** Looks at the records of a chain as they are read. */
export class DoubtsOf {
  private readonly chain: Chain;
  private readonly trust: Trust;
  private readonly law: LawCheck;
  /** Keys that came with the backups, by the name they would have in `cer/`. */
  private readonly foreign: ReadonlyMap<string, string>;
  /** Those of them that signatures fit. */
  private used: string[] = [];
  private country: Country | null = null;
  private findings = 0;
  private readonly examples: string[] = [];

  private constructor(chain: Chain, trust: Trust, own: ReadonlyMap<string, string>) {
    this.chain = chain;
    this.trust = trust;
    const brought = keysByName(chain.backups.flatMap(({ manifest }) => manifest.receiptKeys ?? []));
    this.foreign = new Map([...brought].filter(([name]) => !own.has(name)));
    this.law = new LawCheck({ publicKeys: new Map([...own, ...this.foreign]) });
  }

  /** Begins with what the backups say of themselves. */
  static async begin(chain: Chain, trust: Trust): Promise<DoubtsOf> {
    return new DoubtsOf(chain, trust, keysByName(await trust.receiptKeys()));
  }

  /** Takes the next record. */
  take({ record }: Entry): void {
    const { SQ: sq, Cfg: cfg } = record;
    if (record._ === 'Cfg' && isTree(cfg) && isTree(cfg.Cmp))
      this.country = typeof cfg.Cmp.Ctry === 'string' ? countryOf(cfg.Cmp.Ctry) : this.country;
    this.guarded(sq, () => this.law.take({ sq, record, country: this.country }));
  }

  /** After the last record; null when there is nothing to be confirmed. */
  end(outcome: Outcome): Doubts | null {
    this.guarded(0, () => this.law.end(outcome));
    // The audit says which of the keys the signatures fit.
    const summary = this.law.summary();
    this.used = [...this.foreign.keys()].filter((name) => summary.includes(name));
    const doubts: Omit<Doubts, 'Code'> = {
      Signers: this.unknownSigners(),
      Unsigned: this.chain.backups
        .filter(({ manifest }) => manifest.signer === undefined)
        .map(({ file }) => path.basename(file)),
      Keys: this.used,
      Findings: this.findings,
      Examples: this.examples,
    };
    const lists = [doubts.Signers, doubts.Unsigned, doubts.Keys];
    if (this.findings === 0 && lists.every((list) => list.length === 0)) return null;
    const manifests = this.chain.backups.map(({ manifest }) => manifest);
    const Code = createHash('sha256')
      .update(JSON.stringify({ manifests, doubts }))
      .digest('hex')
      .slice(0, 16);
    return { Code, ...doubts };
  }

  /** Resolves when whoever signed archives and receipts is known from now on. */
  accept(): Promise<void> {
    const signers = this.chain.backups.flatMap(({ manifest }) => manifest.signer ?? []);
    return this.trust.accept(
      [...new Set(signers)],
      this.used.map((name) => this.foreign.get(name)!),
    );
  }

  private unknownSigners(): UnknownSigner[] {
    const counts = new Map<string, number>();
    for (const { manifest } of this.chain.backups) {
      const { signer } = manifest;
      if (signer !== undefined && !this.trust.isKnown(signer))
        counts.set(signer, (counts.get(signer) ?? 0) + 1);
    }
    return [...counts].map(([key, Archives]) => ({ Fingerprint: fingerprintOf(key), Archives }));
  }

  /** A record that breaks the audit is a finding, and the check goes on. */
  private guarded(sq: number, work: () => { sq: number; text: string }[]): void {
    let found: { sq: number; text: string }[];
    try {
      found = work();
    } catch (error) {
      found = [{ sq, text: `cannot be checked: ${(error as Error).message}` }];
    }
    this.findings += found.length;
    for (const { sq: at, text } of found.slice(0, MOST_EXAMPLES - this.examples.length))
      this.examples.push(escapeControls(`${at > 0 ? `SQ ${at}: ` : ''}${text}`).slice(0, LONGEST_EXAMPLE));
  }
}

/** PEM by file name; what is no key is left out. */
function keysByName(keys: readonly string[]): Map<string, string> {
  return new Map(
    keys.flatMap((text) => {
      const key = readPublicKey(text);
      return key ? [[`${serialOf(key)}.pem`, key.export({ type: 'spki', format: 'pem' }).toString()]] : [];
    }),
  );
}

/** Doubts in words, for programs. */
export function sentencesOf({ Code, Signers, Unsigned, Keys, Findings, Examples }: Doubts): string[] {
  const sentences = Signers.map(
    ({ Fingerprint, Archives }) =>
      `${Archives} of the archives are signed with a key that this installation does not know: ${Fingerprint}`,
  );
  if (Unsigned.length > 0) {
    const names = Unsigned.slice(0, MOST_EXAMPLES).join(', ');
    sentences.push(
      `${Unsigned.length} of the archives are not signed, nobody can tell who changed them: ${names}`,
    );
  }
  if (Keys.length > 0)
    sentences.push(`receipts are signed with keys that only the backups know: ${Keys.join(', ')}`);
  if (Findings > 0)
    sentences.push(
      `the receipts are not all as they were signed, ${Findings} findings: ${Examples.join('; ')}`,
    );
  return [...sentences, `send confirm=${Code} to restore nevertheless`];
}
