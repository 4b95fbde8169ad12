/** The profile of an installation: `gbl/profile.cfg`, JSON, one for all registers. */
import fs from 'node:fs/promises';
import { hashPassword, isHash, MAX_LENGTH, MIN_LENGTH, passwordProblem } from '../access/password.ts';
import { AttributeError, Attributes, NO_ATTRIBUTES } from './attributes.ts';
import { writeDurably } from './durable-file.ts';

/** Megabytes that a data root may take when the profile says nothing (doc 2, Limits). */
export const DEFAULT_QUOTA = 1000;
/** The least that one point of sale needs (doc 2, minimum resources). */
export const LEAST_QUOTA = 100;
/** Ten terabytes; more is a typing error. */
export const MOST_QUOTA = 10_000_000;

/** What a profile may say. */
interface ProfileFile {
  /** Attribute list as text. */
  Attributes?: string;
  /** Megabytes, a whole number. */
  DiskQuota?: number;
  /** The manager's password, hashed. */
  Password?: string;
}

/** A change of the profile; what is left out stays as it is. */
export interface ProfileChange {
  /** Attribute list as text. */
  attributes?: string | undefined;
  /** Megabytes. */
  diskQuota?: number | undefined;
  /** The manager's password; empty for none. */
  password?: string | undefined;
}

/** A password that cannot be; the message says why. */
export class PasswordError extends Error {}

/** A disk quota that cannot be; the message says what can. */
export class QuotaError extends Error {}

/** The profile in force. */
export class Profile {
  private readonly file: string;
  private content: ProfileFile;
  private parsed: Attributes;
  /** The last change under way; the next one waits for it. */
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(file: string, content: ProfileFile, parsed: Attributes) {
    this.file = file;
    this.content = content;
    this.parsed = parsed;
  }

  /**
   * Reads the file; a missing one is an empty profile.
   * @throws AttributeError, QuotaError, PasswordError when the file is damaged: selling with other settings than meant is worse than not starting
   */
  static async open(file: string): Promise<Profile> {
    const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    let content: ProfileFile | null;
    try {
      content = JSON.parse(text) as ProfileFile | null;
    } catch {
      throw new AttributeError(`${file} is no JSON`);
    }
    const { Attributes: attributes, DiskQuota: quota } = content ?? {};
    if (quota !== undefined) checkQuota(quota, `DiskQuota in ${file} `);
    const password: unknown = content?.Password;
    if (password !== undefined && !(typeof password === 'string' && isHash(password))) {
      throw new PasswordError(`Password in ${file} is none; remove it and set one by POST /profile`);
    }
    if (attributes === undefined) return new Profile(file, content ?? {}, NO_ATTRIBUTES);
    if (typeof attributes !== 'string') throw new AttributeError(`Attributes in ${file} must be a text`);
    return new Profile(file, content ?? {}, Attributes.parse(attributes));
  }

  /** The attributes in force. */
  get attributes(): Attributes {
    return this.parsed;
  }

  /** The attribute list as it was written. */
  get attributeText(): string {
    return this.content.Attributes ?? '';
  }

  /** Megabytes that the data root may take. */
  get diskQuota(): number {
    return this.content.DiskQuota ?? DEFAULT_QUOTA;
  }

  /** The manager's password as it is kept (access/password.ts); null when there is none. */
  get passwordHash(): string | null {
    return this.content.Password ?? null;
  }

  /**
   * Takes over a change as a whole, durably; it is in force at once.
   * @throws AttributeError, QuotaError, PasswordError when something of it cannot be; nothing changes then
   */
  async change({ attributes, diskQuota, password }: ProfileChange): Promise<void> {
    const parsed = attributes === undefined ? null : Attributes.parse(attributes);
    if (diskQuota !== undefined) checkQuota(diskQuota);
    if (password) checkPassword(password);
    const hash = password ? await hashPassword(password) : undefined;
    const changed = this.writing.then(async () => {
      const { Password: kept, ...others } = this.content;
      const inForce = password === undefined ? kept : hash;
      const content: ProfileFile = {
        ...others,
        ...(inForce !== undefined && { Password: inForce }),
        ...(attributes !== undefined && { Attributes: attributes }),
        ...(diskQuota !== undefined && { DiskQuota: diskQuota }),
      };
      await writeDurably(this.file, `${JSON.stringify(content, null, 2)}\n`, 0o600);
      this.content = content;
      if (parsed) this.parsed = parsed;
    });
    this.writing = changed.catch(() => undefined);
    await changed;
  }
}

function checkQuota(quota: unknown, what = ''): void {
  const isOne =
    Number.isInteger(quota) && (quota as number) >= LEAST_QUOTA && (quota as number) <= MOST_QUOTA;
  if (!isOne)
    throw new QuotaError(`${what}must be a whole number of megabytes from ${LEAST_QUOTA} to ${MOST_QUOTA}`);
}

function checkPassword(password: string): void {
  const problem = passwordProblem(password);
  if (problem === null) return;
  const limit = problem === 'tooShort' ? `at least ${MIN_LENGTH}` : `at most ${MAX_LENGTH}`;
  throw new PasswordError(`must have ${limit} characters`);
}
