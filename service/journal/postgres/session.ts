/** Connections to PostgreSQL that know the difference between what was not done and what may have been done. */
import net from 'node:net';
import pg from 'pg';

/** Nothing was sent: the server cannot be reached, or takes no connection now. */
export class UnreachableError extends Error {
  readonly code = 'POSTGRES_UNREACHABLE';
}

/** A statement was sent, and the connection broke before its answer came: it may be done, now or a little later. */
export class UnknownOutcomeError extends Error {
  readonly code = 'POSTGRES_UNREACHABLE';
}

/** How a connection behaves. */
export interface SessionOptions {
  /** Longest time for a connection, ms. */
  connectMs: number;
  /** Longest time for an answer, ms; then the connection is given up. */
  answerMs: number;
}

const DEFAULTS: SessionOptions = { connectMs: 5000, answerMs: 30_000 };

/** Of `bigint` and `numeric`: ids, counts and sums. */
const [BIGINT, NUMERIC] = [20, 1700];

/**
 * Whole numbers come as numbers, everything else as the driver has it.
 * @throws RangeError for one past 2^53
 */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} cannot be held exactly`);
  return number;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT || oid === NUMERIC
      ? wholeNumber
      : (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(
          oid,
          format,
        )) as pg.CustomTypesConfig['getTypeParser'],
};

/** Settings of the driver for a `postgres://` URL. */
export function clientConfig(url: string, { connectMs, answerMs }: SessionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'tillmark-journal',
    types,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  };
}

/** An open connection. */
interface Link {
  client: pg.Client;
  socket: net.Socket;
}

/** One connection, opened when it is first needed, and again after it broke. What it is asked is done in that order. */
export class Session {
  private readonly config: pg.ClientConfig;
  private link: Promise<Link> | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(url: string, options: Partial<SessionOptions> = {}) {
    this.config = clientConfig(url, { ...DEFAULTS, ...options });
  }

  /**
   * Runs one statement, which is a transaction of its own.
   * @throws UnreachableError when it was not sent, UnknownOutcomeError when nobody knows whether it is
   * done, errors of the server (`pg.DatabaseError`) when it is not
   */
  query<T extends object>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    const answer = this.turn.then(() => this.ask<T>(sql, values));
    this.turn = answer.catch(() => undefined);
    return answer;
  }

  private async ask<T extends object>(sql: string, values: readonly unknown[]): Promise<T[]> {
    const link = await this.connected();
    try {
      const { rows } = await link.client.query<T>(sql, [...values]);
      return rows;
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.drop(link);
      throw new UnknownOutcomeError(messageOf(error), { cause: error });
    }
  }

  /** Runs statements without parameters, separated by semicolons; in one transaction unless they say otherwise. */
  async run(sql: string): Promise<void> {
    await this.query(sql);
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    this.isClosed = true;
    const link = await this.link?.catch(() => null);
    this.link = null;
    // A server that does not answer keeps nobody from ending.
    if (!link) return;
    const late = setTimeout(() => link.socket.destroy(), 1000);
    await link.client.end().catch(() => undefined);
    clearTimeout(late);
  }

  private connected(): Promise<Link> {
    if (this.isClosed) return Promise.reject(new UnreachableError('the connection is closed'));
    const link = (this.link ??= this.connect());
    link.catch(() => {
      if (this.link === link) this.link = null;
    });
    return link;
  }

  private async connect(): Promise<Link> {
    const socket = new net.Socket();
    const client = new pg.Client({ ...this.config, stream: () => socket });
    const link = { client, socket };
    // The server ends connections when it is stopped; the next statement opens another one.
    client.on('error', () => this.drop(link));
    client.on('end', () => this.drop(link));
    try {
      await client.connect();
      return link;
    } catch (error) {
      socket.destroy();
      if (isDenial(error)) throw error;
      throw new UnreachableError(messageOf(error), { cause: error });
    }
  }

  private drop(link: Link): void {
    link.socket.destroy();
    void this.link?.then(
      (present) => {
        if (present === link) this.link = null;
      },
      () => undefined,
    );
  }
}

/** The server has said itself that a statement is not done, and goes on serving. */
export function isRefusal(error: unknown): error is pg.DatabaseError {
  return (
    error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code?.startsWith('08') !== true
  );
}

/** Nothing came back, or the server is going down. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof UnreachableError || error instanceof UnknownOutcomeError;
}

/** User, password or database are not right: waiting does not help. */
function isDenial(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(28|3D|42501)/.test(error.code ?? '');
}

function messageOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  // Several addresses of one name, none of which answers.
  return message === '' ? (code ?? 'no answer') : message;
}
