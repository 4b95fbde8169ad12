/** The profile of an installation: `gbl/profile.cfg`, JSON, one for all registers. */
import { randomUUID } from 'node:crypto';
import { localTime, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import {
  AttributeValueError,
  attributeWarnings,
  isTooLong,
  wrongAttributes,
  type ValueReaders,
} from './attribute-check.ts';
import { withBlanks, withSecrets } from './attribute-secrets.ts';
import { attributeRow } from './attribute-table.ts';
import { AttributeError, Attributes } from './attributes.ts';
import { writeDurably } from './durable-file.ts';
import { refuseGuarded } from './guarded.ts';
import type { Actor, PendingChange } from './profile-audit.ts';
import { attributeChanges, MASK, restartNeeded, type ValueChange } from './profile-changes.ts';
import {
  checkBadge,
  checkQuota,
  checkTaxId,
  DEFAULT_QUOTA,
  passwordToKeep,
  readProfile,
  type ProfileFile,
} from './profile-file.ts';
import type { FileVault } from './vault.ts';

export type { Actor } from './profile-audit.ts';

/** A change of the profile; what is left out stays as it is. */
export interface ProfileChange {
  /** The register whose attributes these are; missing for those of the service. */
  rn?: string | undefined;
  /** Attribute list as text, or made of the one in force; a blank secret stays as it is. */
  attributes?: string | ((before: string) => string) | undefined;
  /** Megabytes. */
  diskQuota?: number | undefined;
  /** The manager's password; empty for none. */
  password?: string | undefined;
  /** The company that the badge is of; empty for none. */
  taxId?: string | undefined;
  /** The company's badge from the portal; empty for none. */
  badge?: string | undefined;
  /** Receipts count, and nobody has shown the manager's password: what decides it stays as it is. */
  isGuarded?: boolean | undefined;
  /** Who changes it on the control page; missing for programs. */
  by?: Actor | undefined;
}

/** What came of a change. */
export interface ProfileOutcome {
  changes: readonly ValueChange[];
  /** English: names that nobody knows, values that nobody makes sense of, attributes that wait for a restart. */
  warnings: string[];
}

/** Where a profile is, and what is written down with a change. */
export interface ProfileParts {
  file: string;
  /** Keeps the badge. */
  vault: Pick<FileVault, 'get' | 'set'>;
  clock: Clock;
  log: Log;
  /** What reads values that only other rooms make sense of. */
  readers?: ValueReaders;
}

/** Name of the badge in the vault. */
const BADGE = 'profile.badge';

/** The profile in force. */
export class Profile {
  private readonly parts: ProfileParts;
  private content: ProfileFile;
  private parsed: Attributes;
  /** By register, those of the service included. */
  private readonly ofRegisters = new Map<string, Attributes>();
  private readonly atStart: Attributes;
  /** The last change under way; the next one waits for it. */
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(parts: ProfileParts, content: ProfileFile, parsed: Attributes) {
    this.parts = parts;
    this.content = content;
    this.parsed = parsed;
    this.atStart = parsed;
  }

  /**
   * Reads the file; a missing one is an empty profile. Attributes whose values
   * cannot be are logged and count as not set.
   * @throws AttributeError, QuotaError, PasswordError, CompanyError when the file is damaged: selling with other settings than meant is worse than not starting
   */
  static async open(parts: ProfileParts): Promise<Profile> {
    const content = await readProfile(parts.file);
    const usable = (text: string, where: string) => {
      const attributes = readable(text, where, (wrong) =>
        parts.log.warn(`${where}: ${wrong}; it is ignored`),
      );
      for (const warning of attributeWarnings(attributes, parts.readers))
        parts.log.warn(`${where}: ${warning}`);
      return attributes;
    };
    for (const [rn, text] of Object.entries(content.Registers ?? {}))
      usable(text, `${parts.file}, register ${rn}`);
    return new Profile(parts, content, usable(content.Attributes ?? '', parts.file));
  }

  /** The attributes in force. */
  get attributes(): Attributes {
    return this.parsed;
  }

  /** The attributes in force for a register: its own, else those of the service. */
  attributesOf(rn: string): Attributes {
    const known = this.ofRegisters.get(rn);
    if (known) return known;
    const own = this.ownText(rn);
    const attributes = own === '' ? this.parsed : this.parsed.with(readable(own, `register ${rn}`));
    this.ofRegisters.set(rn, attributes);
    return attributes;
  }

  /** The attribute list of a register alone, as it may be shown. */
  textOf(rn: string): string {
    return withBlanks(this.ownText(rn));
  }

  private ownText(rn: string): string {
    const { Registers = {} } = this.content;
    return Object.hasOwn(Registers, rn) ? Registers[rn]! : '';
  }

  /** The attribute list as it was written, secrets as blanks. */
  get attributeText(): string {
    return withBlanks(this.content.Attributes ?? '');
  }

  /** Megabytes that the data root may take. */
  get diskQuota(): number {
    return this.content.DiskQuota ?? DEFAULT_QUOTA;
  }

  /** The manager's password as it is kept (access/password.ts); null when there is none. */
  get passwordHash(): string | null {
    return this.content.Password ?? null;
  }

  /** The company that the badge is of; empty when it is not known. */
  get taxId(): string {
    return this.content.TaxId ?? '';
  }

  /** The company's badge from the portal, a secret; null when there is none. */
  get badge(): string | null {
    const badge = this.parts.vault.get(BADGE);
    return typeof badge === 'string' ? badge : null;
  }

  /** Attributes that were changed and count after a restart only. */
  get restartNeeded(): string[] {
    return restartNeeded(this.atStart, this.parsed);
  }

  /** Changes that some register may not have in its journal yet, oldest first. */
  get pending(): readonly PendingChange[] {
    return this.content.Unjournaled ?? [];
  }

  /**
   * Takes over a change as a whole, durably; it is in force at once.
   * @throws AttributeError, AttributeValueError, GuardedError, QuotaError, PasswordError, CompanyError when something of it cannot be; nothing changes then
   */
  async change(change: ProfileChange): Promise<ProfileOutcome> {
    const { diskQuota, password, taxId, badge } = change;
    if (diskQuota !== undefined) checkQuota(diskQuota);
    if (taxId !== undefined) checkTaxId(taxId);
    if (badge) checkBadge(badge);
    const hash = password ? await passwordToKeep(password) : undefined;
    return this.inTurn(async () => {
      if (change.rn !== undefined) return this.changeRegister(change.rn, change.attributes, change.by);
      const before = this.content.Attributes ?? '';
      const wanted = typeof change.attributes === 'function' ? change.attributes(before) : change.attributes;
      const attributes = wanted === undefined ? before : checked(wanted, before);
      const parsed = wanted === undefined ? this.parsed : Attributes.parse(attributes);
      const content: ProfileFile = {
        ...this.content,
        ...(wanted !== undefined && { Attributes: attributes }),
        ...(diskQuota !== undefined && { DiskQuota: diskQuota }),
        ...(password !== undefined && { Password: hash }),
        ...(taxId !== undefined && { TaxId: taxId === '' ? undefined : taxId }),
      } as ProfileFile;
      const changes = [
        ...attributeChanges(this.parsed, parsed),
        ...fieldChanges(this.content, content),
        ...this.badgeChange(badge),
      ];
      if (change.isGuarded) refuseGuarded(changes);
      const keepBadge = async (kept: string | undefined) => {
        if (kept !== undefined) await this.parts.vault.set(BADGE, kept === '' ? null : kept);
      };
      // Never the badge of one portal beside the address of another, not even after a crash in between.
      await keepBadge(badge !== undefined && wanted !== undefined ? '' : badge);
      await this.write(
        changes.length === 0 ? content : this.withPending(content, changes, { by: change.by }),
      );
      this.parsed = parsed;
      this.ofRegisters.clear();
      if (wanted !== undefined) await keepBadge(badge);
      return { changes, warnings: wanted === undefined ? [] : this.warningsOf(parsed, changes) };
    });
  }

  /**
   * What a list would change; nothing is stored.
   * @param rn the register whose list it is; undefined for the service's
   * @throws AttributeError, AttributeValueError
   */
  preview(wanted: string, rn?: string): ProfileOutcome {
    const before = rn === undefined ? (this.content.Attributes ?? '') : this.ownText(rn);
    const parsed = Attributes.parse(checked(wanted, before));
    const changes = attributeChanges(Attributes.parse(before), parsed);
    return { changes, warnings: attributeWarnings(parsed, this.parts.readers) };
  }

  /** Only attributes that a register may have of its own; the others are the service's. */
  private async changeRegister(
    rn: string,
    attributes: ProfileChange['attributes'],
    by: Actor | undefined,
  ): Promise<ProfileOutcome> {
    const before = this.ownText(rn);
    const wanted = typeof attributes === 'function' ? attributes(before) : (attributes ?? before);
    const text = checked(wanted, before);
    const parsed = Attributes.parse(text);
    const foreign = parsed.items.filter(({ name }) => !attributeRow(name)?.register);
    if (foreign.length > 0) {
      const wrong = foreign.map(({ name }) => ({
        name,
        text: `${name} counts for the whole service: send it without RN`,
      }));
      throw new AttributeValueError(wrong);
    }
    const changes = attributeChanges(Attributes.parse(before), parsed);
    const { [rn]: _old, ...others } = this.content.Registers ?? {};
    const Registers = { ...others, ...(text.trim() !== '' && { [rn]: text }) };
    const content = { ...this.content, Registers };
    await this.write(changes.length === 0 ? content : this.withPending(content, changes, { rn, by }));
    this.ofRegisters.clear();
    return { changes, warnings: attributeWarnings(parsed, this.parts.readers) };
  }

  /** Writes down changes of something that is kept elsewhere, to be journaled like those of the profile. */
  note(changes: readonly ValueChange[], by: Actor): Promise<void> {
    return this.inTurn(() => this.write(this.withPending(this.content, changes, { by })));
  }

  /** Forgets changes that all registers have in their journals, durably. */
  journaled(ids: ReadonlySet<string>): Promise<void> {
    return this.inTurn(async () => {
      const left = this.pending.filter(({ id }) => !ids.has(id));
      const { Unjournaled: _done, ...content } = this.content;
      await this.write({ ...content, ...(left.length > 0 && { Unjournaled: left }) });
    });
  }

  private async inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = this.writing.then(step);
    this.writing = done.catch(() => undefined);
    return done;
  }

  private async write(content: ProfileFile): Promise<void> {
    await writeDurably(this.parts.file, `${JSON.stringify(content, null, 2)}\n`, 0o600);
    this.content = content;
  }

  private withPending(
    content: ProfileFile,
    changes: readonly ValueChange[],
    { rn, by }: { rn?: string | undefined; by?: Actor | undefined },
  ): ProfileFile {
    const at = localTime(this.parts.clock.now());
    const pending = { id: randomUUID(), at, changes, ...(rn !== undefined && { rn }), ...(by && { by }) };
    return { ...content, Unjournaled: [...this.pending, pending] };
  }

  private badgeChange(badge: string | undefined): ValueChange[] {
    if (badge === undefined || badge === (this.badge ?? '')) return [];
    return [{ name: 'Badge', before: this.badge === null ? null : MASK, after: badge === '' ? null : MASK }];
  }

  private warningsOf(parsed: Attributes, changes: readonly ValueChange[]): string[] {
    const changed = new Set(changes.map(({ name }) => name));
    const waiting = this.restartNeeded.filter((name) => changed.has(name));
    return [
      ...attributeWarnings(parsed, this.parts.readers),
      ...waiting.map((name) => `Attributes: ${name} counts after a restart only`),
    ];
  }
}

/**
 * A list of the file without what cannot be.
 * @param where it stands, for errors
 * @param tell told what is wrong with each attribute that is left out
 * @throws AttributeError when it cannot be read
 */
function readable(text: string, where: string, tell?: (wrong: string) => void): Attributes {
  try {
    const written = Attributes.parse(text);
    const wrong = wrongAttributes(written);
    for (const one of wrong) tell?.(one.text);
    return written.without(new Set(wrong.map(({ name }) => name)));
  } catch (error) {
    if (!(error instanceof AttributeError)) throw error;
    throw new AttributeError(`${where}: ${error.message}`);
  }
}

/**
 * A list as it is to be stored.
 * @throws AttributeError, AttributeValueError
 */
function checked(wanted: string, before: string): string {
  if (isTooLong(wanted)) throw new AttributeError('the list is too long');
  const attributes = withSecrets(wanted, Attributes.parse(before));
  const wrong = wrongAttributes(Attributes.parse(attributes));
  if (wrong.length > 0) throw new AttributeValueError(wrong);
  return attributes;
}

function fieldChanges(before: ProfileFile, after: ProfileFile): ValueChange[] {
  const shown = (content: ProfileFile) => ({
    DiskQuota: String(content.DiskQuota ?? DEFAULT_QUOTA),
    Password: content.Password ?? null,
    TaxId: content.TaxId ?? null,
  });
  const [old, now] = [shown(before), shown(after)];
  return (['DiskQuota', 'Password', 'TaxId'] as const).flatMap((name) => {
    if (old[name] === now[name]) return [];
    const masked = (value: string | null) => (name === 'Password' && value !== null ? MASK : value);
    return [{ name, before: masked(old[name]), after: masked(now[name]) }];
  });
}
