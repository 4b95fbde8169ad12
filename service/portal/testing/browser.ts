/** A browser for tests: keeps the cookie of the portal and sends what the page would send. */
import { holdToContract } from './contract.ts';
import type { Answer } from './portal.ts';

/** See above. */
export class TestBrowser {
  private readonly url: string;
  /** Value of the session's cookie, null without one. */
  cookie: string | null = null;
  /** Cookies that tell the portal a browser again, `name=value`. */
  devices = new Map<string, string>();
  /** What the page knows of the session. */
  csrf: string | null = null;
  /** Header `Set-Cookie` of the last answer that had one for the session. */
  setCookie: string | null = null;

  constructor({ url }: { url: string }) {
    this.url = url;
  }

  /** Sends a request of the page. The answer must be as the API is described. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        origin: this.url,
        'sec-fetch-site': 'same-origin',
        cookie: this.cookies(),
        ...(this.csrf !== null && { 'x-csrf-token': this.csrf }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
    holdToContract(method, path, answer);
    for (const set of response.headers.getSetCookie()) this.keep(set);
    if (typeof answer.body.csrf === 'string') this.csrf = answer.body.csrf as string;
    return answer;
  }

  private cookies(): string {
    const session = this.cookie === null ? [] : [`tillmark_portal=${this.cookie}`];
    const devices = [...this.devices].map(([name, value]) => `${name}=${value}`);
    return ['other=1', ...session, ...devices].join('; ');
  }

  private keep(set: string): void {
    const [, name, value] = /^(\w+)=([^;]*)/.exec(set)!;
    if (name === 'tillmark_portal') {
      this.setCookie = set;
      this.cookie = value || null;
    } else this.devices.set(name!, value!);
  }

  /** {@link send}, which must succeed; its body. */
  async ask(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.send(method, path, body);
    if (answer.status !== 200) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }
}

/** What {@link setUpPortal} is the administrator of. */
export const ADMIN = {
  name: 'Ana Admin',
  email: 'ana@example.com',
  password: 'a long enough password',
  language: 'en',
};

/** A browser in which the first administrator has set the portal up. */
export async function setUpPortal(portal: { url: string }): Promise<TestBrowser> {
  const browser = new TestBrowser(portal);
  await browser.ask('POST', '/setup', { ...ADMIN, organizationName: 'Example Group' });
  return browser;
}
