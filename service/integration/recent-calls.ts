/**
 * The newest calls of POS programs, in memory: gone after a restart. A POS that asks for
 * the state every second must not push its sales out, so that they are kept apart.
 */
import { detailOf, rowOf, type Call } from './call.ts';
import type { CallDetail, CallRow } from './wire.ts';

/** Calls that send something, and calls that only read. */
const MOST = { sent: 200, read: 60 };
/** Bytes of their bodies together. */
const MOST_BYTES = { sent: 4_000_000, read: 500_000 };

const SENDING = new Set(['POST', 'PUT', 'DELETE']);

type Kind = keyof typeof MOST;

/** Keeps the newest calls. */
export class RecentCalls {
  private readonly kept: Record<Kind, Call[]> = { sent: [], read: [] };
  private readonly bytes: Record<Kind, number> = { sent: 0, read: 0 };
  private readonly rows = new WeakMap<Call, CallRow>();
  private last = 0;

  /** Takes a call; what is oldest goes when there is no room. */
  add(call: Omit<Call, 'id'>): void {
    const kind = SENDING.has(call.method) ? 'sent' : 'read';
    const kept = this.kept[kind];
    kept.push({ ...call, id: ++this.last });
    this.bytes[kind] += sizeOf(call);
    while (kept.length > MOST[kind] || (this.bytes[kind] > MOST_BYTES[kind] && kept.length > 1)) {
      this.bytes[kind] -= sizeOf(kept.shift()!);
    }
  }

  /** All that are kept, newest first. */
  list(): CallRow[] {
    const all = [...this.kept.sent, ...this.kept.read].sort((a, b) => b.id - a.id);
    return all.map((call) => {
      const row = this.rows.get(call) ?? rowOf(call);
      this.rows.set(call, row);
      return row;
    });
  }

  /** A call with its bodies; null when it is not kept any more. */
  find(id: number): CallDetail | null {
    const call = [...this.kept.sent, ...this.kept.read].find((one) => one.id === id);
    return call ? detailOf(call) : null;
  }

  /** Forgets all of them; numbers go on. */
  clear(): void {
    for (const kind of ['sent', 'read'] as const) {
      this.kept[kind].length = 0;
      this.bytes[kind] = 0;
    }
  }
}

function sizeOf({ request, answer, target }: Pick<Call, 'request' | 'answer' | 'target'>): number {
  return (request.body?.length ?? 0) + (answer.body?.length ?? 0) + target.length;
}
