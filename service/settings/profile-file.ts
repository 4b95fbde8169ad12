/** What stands in `gbl/profile.cfg`, and what may. */
import fs from 'node:fs/promises';
import { hashPassword, isHash, MAX_LENGTH, MIN_LENGTH, passwordProblem } from '../access/password.ts';
import { isTree } from '../receipt/tree.ts';
import { AttributeError } from './attributes.ts';
import type { PendingChange } from './profile-audit.ts';
import type { BadgeFault } from './wire.ts';

/** Megabytes that a data root may take when the profile says nothing (doc 2, Limits). */
export const DEFAULT_QUOTA = 1000;
/** The least that one point of sale needs (doc 2, minimum resources). */
export const LEAST_QUOTA = 100;
/** Ten terabytes; more is a typing error. */
export const MOST_QUOTA = 10_000_000;

/** Tax ids of all countries fit. */
const LONGEST_TAX_ID = 30;
const LONGEST_BADGE = 4000;

/** What a profile may say. */
export interface ProfileFile {
  /** Attribute list as text. */
  Attributes?: string;
  /** Attribute lists of single registers, by name. */
  Registers?: Record<string, string>;
  /** Megabytes, a whole number. */
  DiskQuota?: number;
  /** The manager's password, hashed. */
  Password?: string;
  /** The company whose badge the vault keeps. */
  TaxId?: string;
  /** Changes that some register does not have in its journal yet, oldest first. */
  Unjournaled?: PendingChange[];
}

/** A password that cannot be; the message says why. */
export class PasswordError extends Error {}

/** A disk quota that cannot be; the message says what can. */
export class QuotaError extends Error {}

/** A badge or tax id that cannot be; the message says what can. */
export class CompanyError extends Error {
  readonly field: 'Badge' | 'TaxId';
  /** For the page, which has words of its own for it. */
  readonly reason: BadgeFault;

  constructor(field: 'Badge' | 'TaxId', message: string, reason: BadgeFault = 'text') {
    super(message);
    this.field = field;
    this.reason = reason;
  }
}

/**
 * Reads a file; a missing one says nothing.
 * @throws AttributeError, QuotaError, PasswordError, CompanyError when it is damaged
 */
export async function readProfile(file: string): Promise<ProfileFile> {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new AttributeError(`${file} is no JSON`);
  }
  if (!isTree(content)) throw new AttributeError(`${file} must hold an object`);
  const { Attributes, Registers, DiskQuota, Password, TaxId, Unjournaled } = content;
  if (Attributes !== undefined && typeof Attributes !== 'string')
    throw new AttributeError(`Attributes in ${file} must be a text`);
  if (Registers !== undefined && !(isTree(Registers) && Object.values(Registers).every(isText)))
    throw new AttributeError(`Registers in ${file} must hold texts by register`);
  if (DiskQuota !== undefined) checkQuota(DiskQuota, `DiskQuota in ${file} `);
  if (Password !== undefined && !(typeof Password === 'string' && isHash(Password)))
    throw new PasswordError(`Password in ${file} is none; remove it and set one by POST /profile`);
  if (TaxId !== undefined) checkTaxId(TaxId, `TaxId in ${file} `);
  if (Unjournaled !== undefined && !Array.isArray(Unjournaled))
    throw new AttributeError(`Unjournaled in ${file} must be a list`);
  return content;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** @throws QuotaError */
export function checkQuota(quota: unknown, what = ''): void {
  const isOne =
    Number.isInteger(quota) && (quota as number) >= LEAST_QUOTA && (quota as number) <= MOST_QUOTA;
  if (!isOne)
    throw new QuotaError(`${what}must be a whole number of megabytes from ${LEAST_QUOTA} to ${MOST_QUOTA}`);
}

/**
 * The hash of a password as the file keeps it.
 * @throws PasswordError
 */
export async function passwordToKeep(password: string): Promise<string> {
  const problem = passwordProblem(password);
  if (problem === null) return hashPassword(password);
  const limit = problem === 'tooShort' ? `at least ${MIN_LENGTH}` : `at most ${MAX_LENGTH}`;
  throw new PasswordError(`must have ${limit} characters`);
}

/**
 * Empty stands for none.
 * @throws CompanyError
 */
export function checkTaxId(taxId: unknown, what = ''): void {
  if (typeof taxId === 'string' && taxId.length <= LONGEST_TAX_ID && /^[A-Za-z0-9 ./-]*$/.test(taxId)) return;
  throw new CompanyError(
    'TaxId',
    `${what}must be a text of at most ${LONGEST_TAX_ID} letters, digits and blanks`,
  );
}

/** @throws CompanyError */
export function checkBadge(badge: string): void {
  if (badge.length <= LONGEST_BADGE && /^[\x20-\x7e]+$/.test(badge)) return;
  throw new CompanyError(
    'Badge',
    `must be the text from the portal, at most ${LONGEST_BADGE} characters on one line`,
  );
}
