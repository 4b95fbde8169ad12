import * as http from 'node:http';
import * as https from 'node:https';

/** Where the service is going to listen. */
export interface Target {
  host: string;
  port: number;
}

const limit = 2000;
const largestAnswer = 64 * 1024;

/**
 * Asks the target for its `GET /state`. Gives the base URL if a Tillmark
 * register answers, null if nothing or anything else does.
 */
export async function probeRegister(target: Target): Promise<string | null> {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  for (const [scheme, client] of [
    ['http', http],
    // A register with its own certificate speaks only TLS. The certificate names the machine in the
    // LAN, not the loopback address asked here, so it is not checked: nothing secret is sent.
    ['https', https],
  ] as const) {
    const url = `${scheme}://${host}:${target.port}`;
    const answer = await get(client, `${url}/state`).catch(() => null);
    if (answer === 'refused') return null;
    if (answer && isRegister(answer)) return url;
  }
  return null;
}

interface Answer {
  server: string;
  body: string;
}

function get(client: typeof http | typeof https, url: string): Promise<Answer | 'refused' | null> {
  return new Promise((resolve) => {
    const request = client.get(
      url,
      {
        headers: { accept: 'application/json' },
        rejectUnauthorized: false,
        agent: false,
        signal: AbortSignal.timeout(limit),
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          body += part;
          if (body.length > largestAnswer) request.destroy();
        });
        response.on('end', () => {
          resolve({ server: String(response.headers.server ?? ''), body });
        });
        response.on('error', () => {
          resolve(null);
        });
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : null);
    });
  });
}

/** The `server` header counts too: with digest accounts `/state` answers 401 without a body of ours. */
function isRegister(answer: Answer): boolean {
  if (/^tillmark\b/i.test(answer.server)) return true;
  try {
    const state = JSON.parse(answer.body) as Record<string, unknown> | null;
    return (
      typeof state?.['name'] === 'string' &&
      /\btillmark\b/i.test(state['name']) &&
      typeof state['version'] === 'string'
    );
  } catch {
    return false;
  }
}
