/** The portal of a cloud register: asked for its public keys, and for tokens on behalf of tills. */
import type { Log } from '../log.ts';

/** Longest time for a whole answer of the portal. */
const TIMEOUT_MS = 10_000;

/** A request to the portal. */
export interface PortalRequest {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** A longer answer is no answer. */
  mostBytes: number;
}

/** An answer of the portal; its body was JSON. */
export interface PortalAnswer {
  status: number;
  headers: Headers;
  json: unknown;
}

/** Nothing usable came back: no connection, no answer in time, a redirection, too much, or no JSON. */
export class PortalSilentError extends Error {}

/** How to reach the portal. */
export interface PortalOptions {
  /** Address without a slash at the end; also what tokens name as their issuer. */
  url: string;
  log: Log;
  /** Default 10 s. */
  timeoutMs?: number;
}

/** The connection to the portal. */
export class Portal {
  readonly url: string;
  private readonly log: Log;
  private readonly timeoutMs: number;
  private isSilent = false;

  constructor({ url, log, timeoutMs = TIMEOUT_MS }: PortalOptions) {
    this.url = url;
    this.log = log;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Asks and waits for the whole answer.
   * @param path begins with a slash
   * @throws PortalSilentError; the log says it once, and again when it is over
   */
  async ask(path: string, request: PortalRequest): Promise<PortalAnswer> {
    try {
      const answer = await this.request(path, request);
      if (this.isSilent) this.log.info(`the portal ${this.url} answers again`);
      this.isSilent = false;
      return answer;
    } catch (error) {
      const why = reasonOf(error);
      if (!this.isSilent) this.log.warn(`the portal ${this.url} is no help: ${why}`);
      this.isSilent = true;
      throw new PortalSilentError(why, { cause: error });
    }
  }

  private async request(
    path: string,
    { method, headers = {}, body, mostBytes }: PortalRequest,
  ): Promise<PortalAnswer> {
    const response = await fetch(this.url + path, {
      ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(this.timeoutMs) },
      ...(body && { body: new Uint8Array(body) }),
    });
    const { status } = response;
    if (status < 200 || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      throw new Error(`it answers ${status} and points elsewhere`);
    }
    const text = await readAtMost(response, mostBytes);
    try {
      return { status, headers: response.headers, json: JSON.parse(text) as unknown };
    } catch {
      throw new Error(`it answers ${status} with something that is no JSON`);
    }
  }
}

/** The body as text; breaks off when it is longer. */
async function readAtMost(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`it answers with more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Fetch hides the reason of a failed connection in the cause. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'it takes too long';
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
}
