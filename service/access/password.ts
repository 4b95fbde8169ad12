/** Passwords as they are kept: hashed with scrypt (RFC 7914), each with a salt of its own. */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { normalForm } from '../normal-form.ts';

/** It may be tried by anybody in the shop's network. */
export const MIN_LENGTH = 8;
export const MAX_LENGTH = 200;

/** 32 MB and about a tenth of a second: what OWASP asks for at least, and what a till can spare. */
export const PASSWORD_COST = { N: 2 ** 15, r: 8, p: 1 } as const;
let costOfNew: Readonly<Record<'N' | 'r' | 'p', number>> = PASSWORD_COST;
const KEY_BYTES = 32;
const HASH = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([A-Za-z0-9+/=]{8,})\$([A-Za-z0-9+/=]{8,})$/;

/** Sets what new passwords cost. Only tests do, which hash hundreds of them; no setting leads here. */
export function setPasswordCost(cost: typeof costOfNew): void {
  costOfNew = cost;
}

/** What is wrong with a new password. */
export type PasswordProblem = 'tooShort' | 'tooLong';

/** What is wrong with a new password, null when nothing is. */
export function passwordProblem(password: string): PasswordProblem | null {
  if (password.length < MIN_LENGTH) return 'tooShort';
  return password.length > MAX_LENGTH ? 'tooLong' : null;
}

/** True for a text that {@link hashPassword} has made. */
export function isHash(text: string): boolean {
  return HASH.test(text);
}

/** The form in which a password is kept: `scrypt$N$r$p$salt$key`, the last two in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = costOfNew;
  const key = await derive(password, salt, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Whether a password belongs to a hash. Takes a while, on purpose. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const m = HASH.exec(hash);
  if (!m) return false;
  const kept = Buffer.from(m[5]!, 'base64');
  const cost = { N: Number(m[1]), r: Number(m[2]), p: Number(m[3]) };
  const key = await derive(password, Buffer.from(m[4]!, 'base64'), cost).catch(() => null);
  return key !== null && kept.length === key.length && timingSafeEqual(kept, key);
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(normalForm(password, 'NFC'), salt, KEY_BYTES, { ...cost, maxmem: 2 ** 27 }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
