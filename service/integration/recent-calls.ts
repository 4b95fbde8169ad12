/**
 * The newest calls of POS programs, in memory: gone after a restart. A POS that asks for
 * the state every second must not push its sales out, so that they are kept apart.
 */
import { detailOf, rowOf, type Call, type PassingCall } from './call.ts';
import { NewestCalls } from './newest-calls.ts';
import type { CallDetail, CallRow } from './wire.ts';

const SENDING = new Set(['POST', 'PUT', 'DELETE']);

/** Keeps the newest calls. */
export class RecentCalls {
  /** Calls that send something, and calls that only read. */
  private readonly sent = new NewestCalls({ calls: 200, bytes: 4_000_000 });
  private readonly read = new NewestCalls({ calls: 60, bytes: 500_000 });
  /** What was listed last: a page that is open asks again and again. */
  private rows = new Map<number, CallRow>();
  private last = 0;

  /** Takes a call and copies the beginnings of its bodies; what is oldest goes when there is no room. */
  add(call: PassingCall): void {
    const newest = SENDING.has(call.method) ? this.sent : this.read;
    newest.add(++this.last, call);
  }

  /** All that are kept, newest first. */
  list(): CallRow[] {
    const newestFirst = this.calls().sort((a, b) => b.id - a.id);
    this.rows = new Map(newestFirst.map((call) => [call.id, this.rows.get(call.id) ?? rowOf(call)]));
    return [...this.rows.values()];
  }

  /** A call with its bodies; null when it is not kept any more. */
  find(id: number): CallDetail | null {
    const call = this.calls().find((one) => one.id === id);
    return call ? detailOf(call) : null;
  }

  /** Forgets all of them; numbers go on. */
  clear(): void {
    this.sent.clear();
    this.read.clear();
    this.rows.clear();
  }

  private calls(): Call[] {
    return [...this.sent.all(), ...this.read.all()];
  }
}
