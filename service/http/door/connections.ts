/** How many connections each address has, so that one cannot take all of them from the others. */
import type { EventEmitter } from 'node:events';
import { networkOf } from '../../access/network.ts';

/** Of the 2000 that there are at most (listen.ts). */
const MOST_OF_ONE = 1600;

/** Counts connections by address. */
export class Connections {
  private readonly most: number;
  private readonly counts = new Map<string, number>();

  constructor(most = MOST_OF_ONE) {
    this.most = most;
  }

  /** Counts a connection until it is closed; false when its address has as many as it may. */
  admit(from: string, socket: EventEmitter): boolean {
    const address = networkOf(from);
    const others = this.counts.get(address) ?? 0;
    if (others >= this.most) return false;
    this.counts.set(address, others + 1);
    socket.once('close', () => {
      const left = this.counts.get(address)! - 1;
      if (left === 0) this.counts.delete(address);
      else this.counts.set(address, left);
    });
    return true;
  }
}
