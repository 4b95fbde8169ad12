/**
 * Who may write to a journal on PostgreSQL: one instance at a time, as long as it renews its lease (by the
 * database's clock), under a token that every write proves inside its transaction. Taking over changes the
 * token, so that an instance that was stopped and goes on, or a statement that was on its way, writes nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { NOT_OWNER } from './schema.ts';
import { isRefusal, isUnreachable, Session } from './session.ts';

/** Another instance has the journal, or has taken it over. */
export class NotOwnerError extends Error {
  readonly code = NOT_OWNER;
}

/** The row of the owner. */
export interface Owner {
  token: number;
  /** Id of its process; empty before there was one. */
  instance: string;
  /** Where it answers other instances, `host:port`; empty when it has gone. */
  address: string;
  /** So long its lease still is, ms; 0 when it has ended. */
  leftMs: number;
}

/** Who wants to own a journal. */
export interface Claim {
  url: string;
  /** Id of this process, that no other one ever had. */
  instance: string;
  /** Where it answers other instances. */
  address: string;
  /** How long it owns the journal without renewing that. */
  leaseMs?: number;
  /** An owner with this token is taken over before its lease has ended, because it is known to be gone. */
  gone?: number;
}

/** Shorter than tills wait before they ask elsewhere (1.5 s and more), longer than an event loop is busy. */
export const LEASE_MS = 1200;
/** Renewals in the time of a lease. */
const RENEWALS = 5;
const RETRY_MS = 100;

const UNTIL = "clock_timestamp() + $2 * interval '1 millisecond'";

/** Reads who owns the journal. */
export async function ownerOf(session: Session): Promise<Owner> {
  const [row] = await session.query<Owner>(
    `SELECT token, instance, address, CASE WHEN until <= clock_timestamp() THEN 0
        ELSE ceil(extract(epoch FROM until - clock_timestamp()) * 1000)::INTEGER END AS "leftMs" FROM owner`,
  );
  return row!;
}

/** The right to write, as long as nobody has taken it over. */
export class Ownership {
  /** Resolves when another instance has taken over. */
  readonly lost: Promise<NotOwnerError>;
  private readonly claim: Claim;
  private readonly session: Session;
  private held: number;
  /** When the question was sent whose answer has proved the lease last, on a clock that nobody sets. */
  private provedAt: number;
  private isOver = false;
  private tellLost!: (error: NotOwnerError) => void;
  private timer: NodeJS.Timeout | undefined;

  private constructor(claim: Claim, session: Session, token: number, provedAt: number) {
    this.claim = claim;
    this.provedAt = provedAt;
    this.session = session;
    this.held = token;
    this.lost = new Promise((resolve) => (this.tellLost = resolve));
    this.arm();
  }

  /**
   * Takes a journal that nobody owns.
   * @param asking a connection to ask on; it stays open
   * @returns who owns it, where somebody does
   * @throws UnreachableError, UnknownOutcomeError
   */
  static async take(claim: Claim, asking: Session): Promise<Ownership | Owner> {
    const { url, instance, address, leaseMs = LEASE_MS, gone } = claim;
    const asked = performance.now();
    const [row] = await asking.query<{ token: number }>(
      `UPDATE owner SET token = token + 1, instance = $1, until = ${UNTIL}, address = $3
       WHERE until <= clock_timestamp() OR instance = $1 OR token = $4 RETURNING token`,
      [instance, leaseMs, address, gone ?? -1],
    );
    if (!row) return ownerOf(asking);
    const session = new Session(url, { connectMs: leaseMs, answerMs: leaseMs });
    return new Ownership(claim, session, row.token, asked);
  }

  /** What a write has to prove. */
  get token(): number {
    return this.held;
  }

  /**
   * Whether nobody can have taken the journal over, as far as this process knows: its lease has not ended. For what no
   * token guards, such as a call to an authority; who is stopped behind the question acts all the same.
   */
  get isFresh(): boolean {
    return !this.isOver && performance.now() - this.provedAt < this.leaseMs;
  }

  /**
   * Makes sure that no statement which was sent under the present token is done from now on; whether it was
   * done before can be seen then. Waits for the server as long as it takes.
   * @throws NotOwnerError; the same holds then
   */
  async fence(): Promise<void> {
    for (;;) {
      const { held } = this;
      try {
        const [row] = await this.session.query<{ token: number }>(
          `UPDATE owner SET token = token + 1, until = ${UNTIL} WHERE token = $1 RETURNING token`,
          [held, this.leaseMs],
        );
        if (row) return void (this.held = row.token);
        const owner = await ownerOf(this.session);
        if (owner.instance !== this.claim.instance) throw this.over();
        // Done by an attempt whose answer was lost.
        if (owner.token > held) return void (this.held = owner.token);
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        await pause(RETRY_MS);
      }
    }
  }

  /** To be told of a write that another owner's token has refused. */
  over(): NotOwnerError {
    const error = new NotOwnerError('another instance has taken the journal over');
    this.isOver = true;
    clearTimeout(this.timer);
    this.tellLost(error);
    return error;
  }

  /** Gives the journal to whoever wants it. */
  async release(): Promise<void> {
    clearTimeout(this.timer);
    const { isOver } = this;
    this.isOver = true;
    if (!isOver) {
      const gone = "UPDATE owner SET until = '-infinity', address = '' WHERE token = $1";
      // Where that fails, the lease ends by itself.
      await this.session.query(gone, [this.held]).catch(() => undefined);
    }
    await this.session.close();
  }

  private get leaseMs(): number {
    return this.claim.leaseMs ?? LEASE_MS;
  }

  private arm(): void {
    if (this.isOver) return;
    this.timer = setTimeout(() => void this.renew().finally(() => this.arm()), this.leaseMs / RENEWALS);
    this.timer.unref();
  }

  private async renew(): Promise<void> {
    const { held } = this;
    const asked = performance.now();
    try {
      const [row] = await this.session.query(
        `UPDATE owner SET until = ${UNTIL} WHERE token = $1 RETURNING token`,
        [held, this.leaseMs],
      );
      if (row) this.provedAt = asked;
      else if (held === this.held && !this.isOver) this.over();
    } catch (error) {
      // The next time; until then nobody else reaches the database, or takes over and is seen to.
      if (!isUnreachable(error) && !isRefusal(error)) throw error;
    }
  }
}
