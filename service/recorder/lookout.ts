/**
 * Looks whether the portal is there while somebody looks at the control page: between two
 * signs of life nothing is sent, and a pause after failures may last a minute (RC33).
 */
import type { Connection } from './connection.ts';
import type { Exchange } from './exchange.ts';

const LOOK_MS = 5000;
/** A portal that is there says so at once. */
const ANSWER_MS = 4000;

/** What a lookout works with. */
export interface LookoutParts {
  connection: Connection;
  portal: () => URL | null;
  /** Control pages that are open now, and those that were ever opened. */
  pages: () => { now: number; begun: number };
  exchanges: () => Iterable<Exchange>;
  /** It is under way and tells by itself whether the portal is there. */
  isRunning: (exchange: Exchange) => boolean;
  /** Somebody has begun to look: what was told minutes ago is too old. */
  asked: (exchange: Exchange) => void;
  /** It answers again. */
  came: (exchange: Exchange) => void;
  /** It does not answer any more. */
  went: (exchange: Exchange, why: string) => void;
}

/** One for all registers: a service has one portal. */
export class Lookout {
  private readonly parts: LookoutParts;
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private begun = 0;

  constructor(parts: LookoutParts) {
    this.parts = parts;
  }

  /** Begins. */
  start(): void {
    this.timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
  }

  /** Ends; an answer that is still on its way is not heard. */
  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private async look(): Promise<void> {
    const { connection, portal: portalOf, pages, exchanges, asked, came, went } = this.parts;
    const portal = portalOf();
    const { now, begun } = pages();
    if (this.isLooking || !portal || now === 0) return;
    if (begun !== this.begun) {
      this.begun = begun;
      // One that is under way may have heard what was told before the page was opened.
      for (const exchange of exchanges()) if (exchange.standing.isOnline) asked(exchange);
    }
    if (this.concerned().length === 0) return;
    this.isLooking = true;
    const answered = await connection.ask(portal, { method: 'GET', path: '/alive', timeoutMs: ANSWER_MS });
    this.isLooking = false;
    if (this.timer === null || portalOf()?.href !== portal.href) return;
    // What has begun meanwhile finds out by itself.
    for (const exchange of this.concerned()) {
      if ('unreachable' in answered) {
        if (exchange.standing.isOnline) went(exchange, answered.unreachable);
      } else if (answered.status < 500) {
        if (exchange.standing.isOnline) exchange.standing.seen();
        else came(exchange);
      }
    }
  }

  /** Those that are online and have not heard of it just now, and those that wait for it. */
  private concerned(): Exchange[] {
    const { exchanges, isRunning } = this.parts;
    return [...exchanges()].filter(
      (exchange) => !isRunning(exchange) && exchange.standing.isConcerned(LOOK_MS),
    );
  }
}
