import * as http from 'node:http';
import * as https from 'node:https';

/** Where the service is going to listen. */
export interface Target {
  host: string;
  port: number;
}

/** A register that answers. */
export interface Found {
  url: string;
  /** Sales can be registered; null where it does not tell without a user. */
  ready: boolean | null;
  /** Codes of what stops it. */
  problems: string[];
}

const LIMIT = 2000;
const LARGEST_ANSWER = 64 * 1024;

/**
 * Asks the target for its `GET /state`. Gives where it is and how it is
 * doing if a Tillmark register answers, null if nothing or anything else does.
 */
export async function probeRegister(target: Target): Promise<Found | null> {
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
    if (answer && isRegister(answer)) return { url, ...stateIn(answer.body) };
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
        signal: AbortSignal.timeout(LIMIT),
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          body += part;
          if (body.length > LARGEST_ANSWER) request.destroy();
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
  const { name, version } = fieldsOf(answer.body);
  return typeof name === 'string' && /\btillmark\b/i.test(name) && typeof version === 'string';
}

/** `Ready` and `Problem` of the state record; a refusal has neither. */
function stateIn(body: string): Pick<Found, 'ready' | 'problems'> {
  const { Ready, Problem } = fieldsOf(body);
  const codes = typeof Problem === 'string' ? Problem : '';
  return {
    ready: typeof Ready === 'boolean' ? Ready : null,
    problems: codes.split(' ').filter((code) => code !== ''),
  };
}

function fieldsOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
