/** A question to the web server of another machine. */
import http from 'node:http';
import https from 'node:https';

/** What is asked of a machine that keeps us waiting. */
export interface Patience {
  /** A machine that has sent nothing for so long is asked for a sign of life, again and again. */
  quietMs: number;
  /** So long it has for one. Any answer of its web server is one, however busy the machine is with ours. */
  signMs: number;
  /** Told once when it has given a sign of life and nothing else. */
  onBusy?: () => void;
}

const PATIENCE: Patience = { quietMs: 5_000, signMs: 10_000 };

/**
 * Posts bytes; the body of the answer once it begins.
 *
 * A machine reads its journal before it begins, which may take minutes; one that hangs takes connections as well and
 * never answers. Which of them it is, a second connection tells.
 * Certificates are not looked at: a shop's machines have made their own, and both
 * question and answer are sealed with the shop's secret, whoever is at the other end.
 * @throws Error in words for people: when nobody answers, or not with 200
 */
export function post(
  url: string,
  body: Buffer,
  signal: AbortSignal,
  patience: Partial<Patience> = {},
): Promise<http.IncomingMessage> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const request = begin(url, { method: 'POST', headers, signal });
    watch(url, request, { ...PATIENCE, ...patience });
    request.on('error', (error) => reject(new Error(`it cannot be reached (${error.message})`)));
    request.on('response', (response) => {
      if (response.statusCode === 200) {
        resolve(response);
        return;
      }
      response.destroy();
      reject(new Error(reasonOf(response.statusCode)));
    });
    request.end(body);
  });
}

function begin(url: string, options: http.RequestOptions): http.ClientRequest {
  return url.startsWith('https:')
    ? https.request(url, { ...options, agent: false, rejectUnauthorized: false })
    : http.request(url, { ...options, agent: false });
}

/** Ends a request, or its answer, when the machine neither sends anything nor gives a sign of life. */
function watch(url: string, request: http.ClientRequest, { quietMs, signMs, onBusy }: Patience): void {
  let received = 0;
  let timer: NodeJS.Timeout;
  let hasTold = false;
  const look = async () => {
    const now = request.socket?.bytesRead ?? 0;
    if (now === received) {
      const isAlive = await givesSign(url, signMs);
      if (request.closed) return;
      // Something may have come after all.
      if (!isAlive && (request.socket?.bytesRead ?? 0) === received) {
        request.destroy(new Error('it does not answer any more'));
        return;
      }
      if (isAlive && !hasTold) onBusy?.();
      hasTold ||= isAlive;
    }
    received = now;
    timer = setTimeout(() => void look(), quietMs);
  };
  timer = setTimeout(() => void look(), quietMs);
  request.on('close', () => clearTimeout(timer));
}

function givesSign(url: string, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = begin(url, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) });
    request.on('response', (response) => {
      response.destroy();
      resolve(true);
    });
    // Where it takes no more connections it is still there.
    request.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNRESET'));
    request.end();
  });
}

function reasonOf(status: number | undefined): string {
  if (status === 503) return 'the machine is making other exports; try again later';
  if (status === 404) return 'the machine has no such export, or a version that cannot give it';
  return `the machine answered ${status}`;
}
