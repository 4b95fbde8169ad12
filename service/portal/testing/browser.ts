/** A browser for tests: keeps the cookie of the portal and sends what the page would send. */
import type { Answer } from './portal.ts';

/** See above. */
export class TestBrowser {
  readonly #url: string;
  /** Value of the session's cookie, null without one. */
  cookie: string | null = null;
  /** What the page knows of the session. */
  csrf: string | null = null;
  /** Header `Set-Cookie` of the last answer that had one. */
  setCookie: string | null = null;

  constructor({ url }: { url: string }) {
    this.#url = url;
  }

  /** Sends a request of the page. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        origin: this.#url,
        'sec-fetch-site': 'same-origin',
        ...(this.cookie !== null && { cookie: `other=1; tillmark_portal=${this.cookie}` }),
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
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) {
      this.setCookie = set;
      this.cookie = /^tillmark_portal=([^;]*)/.exec(set)![1] || null;
    }
    if (typeof answer.body.csrf === 'string') this.csrf = answer.body.csrf as string;
    return answer;
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
