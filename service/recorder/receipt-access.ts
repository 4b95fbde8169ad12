/**
 * What registers make handles of digital receipts with (docs/recorder.md, GET /receipts):
 * asked of the portal once after each start, and kept in the vault, so that handles
 * need no network.
 */
import type { Json } from '../receipt/json.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import type { Connection } from './connection.ts';

/** What a register was given. */
export interface ReceiptKey {
  registerId: number;
  /** 32 bytes in base64, a secret. */
  key: string;
  /** What stands in front of a handle, such as `https://portal.example/r#`. */
  address: string;
}

/** Where secrets are kept. */
interface Secrets {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
}

const KEY_BYTES = 32;
const MOST_ADDRESS = 2000;

/** The keys of all registers of an installation. */
export class ReceiptKeys {
  private readonly vault: Secrets;
  private readonly world: string;

  /** @param world what the names in the vault begin with, as those of {@link Identities} */
  constructor(vault: Secrets, world: string) {
    this.vault = vault;
    this.world = world;
  }

  /** Null for a register that has not been given one. */
  of(rn: string): ReceiptKey | null {
    const kept = this.vault.get(this.nameOf(rn));
    return isTree(kept) ? read(kept) : null;
  }

  /** Asks the portal; false when there was no answer that can be used. */
  async ask(connection: Connection, portal: URL, rn: string, secret: string): Promise<boolean> {
    const answered = await connection.ask(portal, { method: 'GET', path: '/receipts', secret });
    if ('unreachable' in answered || answered.status !== 200) return false;
    const given = read(answered.body);
    if (given === null) return false;
    if (JSON.stringify(given) !== JSON.stringify(this.of(rn))) {
      await this.vault.set(this.nameOf(rn), { ...given });
    }
    return true;
  }

  private nameOf(rn: string): string {
    return `${this.world}.receipts ${rn}`;
  }
}

/** What was given; null when it is not what the portal gives. */
function read({ registerId, key, address }: Tree): ReceiptKey | null {
  const isRight =
    typeof registerId === 'number' &&
    Number.isSafeInteger(registerId) &&
    typeof key === 'string' &&
    Buffer.from(key, 'base64').length === KEY_BYTES &&
    typeof address === 'string' &&
    address.length <= MOST_ADDRESS &&
    /^https?:\/\//.test(address);
  return isRight ? { registerId, key, address } : null;
}
