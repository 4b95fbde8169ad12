/** The door of a service, and who comes to it. */
import { scryptSync } from 'node:crypto';
import { ManualClock } from '../../testing/manual-clock.ts';
import { Access, type Visit } from '../access.ts';
import type { Digest } from '../digest.ts';
import { Manager } from '../manager.ts';

/** The manager's password. */
export const PASSWORD = 'Pastel de nata 7';
/** As access/password.ts makes it, but cheap: some hundred are checked in tests. */
const SALT = Buffer.alloc(16, 7);
const KEY = scryptSync(PASSWORD, SALT, 32, { N: 16, r: 8, p: 1 });
/** What is kept of {@link PASSWORD}. */
export const HASH = ['scrypt', 16, 8, 1, SALT.toString('base64'), KEY.toString('base64')].join('$');

/** A program of this machine. */
export const HERE = { address: '127.0.0.1', headers: { host: 'localhost:5618' } };
/** A program of another machine of the shop. */
export const LAN = { address: '192.168.1.40', headers: { host: '192.168.1.5:5618' } };

/** A service that knows {@link PASSWORD}, or none where `hash` is null. */
export class Doorway {
  readonly clock = new ManualClock();
  hash: string | null = HASH;
  manager = new Manager(() => this.hash, this.clock);

  /** Its door, with users of a .htdigest or without. */
  door(digest: Digest | null = null): Access {
    return new Access({ manager: this.manager, digest, hosts: () => ['kasse.laden.example'] });
  }
}

/** A GET of this machine, if nothing else is said. */
export function visit(path: string, more: Partial<Visit> = {}): Visit {
  return { ...HERE, method: 'GET', path, uri: path, password: undefined, rn: 'def', ...more };
}

/** Header `Authorization` with a password. */
export function basic(password: string): string {
  return `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;
}

/** Somebody with these headers besides. */
export function withHeaders(from: typeof HERE, headers: Record<string, string>): Partial<Visit> {
  return { address: from.address, headers: { ...from.headers, ...headers } };
}

/** Status of the refusal, 200 for who is let in. */
export async function outcome(access: Access, asked: Visit): Promise<number> {
  const answer = await access.admit(asked);
  return 'status' in answer ? answer.status : 200;
}
