/** Versions of the POS's files in the journal (doc 2, /repo). */
import { success } from '../outcomes.ts';
import type { RegisterParts } from '../register-parts.ts';
import {
  keySigner,
  versionEntry,
  versionSq,
  type FileVersion,
  type RepoAnswer,
  type VersionFacts,
} from './version.ts';

/** The files that are documented at a register. */
export class DocumentedFiles {
  private readonly register: RegisterParts;

  constructor(register: RegisterParts) {
    this.register = register;
  }

  /** Journals a version of one of the POS's files (PUT /repo). */
  async document(version: FileVersion): Promise<RepoAnswer> {
    let facts: VersionFacts | undefined;
    const answer = await this.register.inTurn(async ({ country, now: D, services }) => {
      const made = await this.register.ledger.repeatAfterRollback(async () => {
        const before = await this.content(version.file);
        const key = country.usesKey ? this.register.services.key() : null;
        const signer = key ? keySigner(key) : (country.textSigner?.(services) ?? null);
        const isUnsigned = signer === null && (country.usesKey || country.textSigner !== undefined);
        const warnings = isUnsigned ? ['not signed: the signing key is missing'] : [];
        const own = this.register.writer.nextRecord('Repo', D);
        return versionEntry({
          version,
          before,
          own,
          state: this.register.ledger,
          result: success(warnings),
          signer,
        });
      });
      facts = made.facts;
      return this.register.writer.write(made.entry, country.language);
    });
    if (!facts || answer.Result.RC !== 'OK') return answer;
    const { Fis, ...rest } = answer;
    return { ...rest, ...facts, ...(Fis && { Fis }) };
  }

  /** Content of the last version of a file; null when it was never documented. */
  async content(file: string): Promise<string | null> {
    await this.register.ledger.settled();
    this.register.ledger.catchUp();
    const sq = versionSq(this.register.ledger, file);
    return sq === null ? null : this.register.records.contentAt(sq);
  }
}
