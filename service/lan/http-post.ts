/** A question to the web server of another machine. */
import http from 'node:http';
import https from 'node:https';

/** A machine that has sent nothing for so long sends nothing any more: it reads its journal before it begins. */
const IDLE_MS = 5 * 60_000;

/**
 * Posts bytes; the body of the answer once it begins.
 *
 * Certificates are not looked at: a shop's machines have made their own, and both
 * question and answer are sealed with the shop's secret, whoever is at the other end.
 * @throws Error in words for people: when nobody answers, or not with 200
 */
export function post(url: string, body: Buffer, signal: AbortSignal): Promise<http.IncomingMessage> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': body.length };
  const options = { method: 'POST', agent: false, headers, signal } as const;
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:')
      ? https.request(url, { ...options, rejectUnauthorized: false })
      : http.request(url, options);
    request.setTimeout(IDLE_MS, () => request.destroy(new Error('it does not answer any more')));
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

function reasonOf(status: number | undefined): string {
  if (status === 503) return 'the machine is making other exports; try again later';
  if (status === 404) return 'the machine has no such export, or a version that cannot give it';
  return `the machine answered ${status}`;
}
