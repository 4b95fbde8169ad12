import type { Locator, Page } from '@playwright/test';
import type { ControlPage } from './control-page.ts';

/** Something the page sent to the service. */
export interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** The page of a country as a store manager sees it. */
export class CountryPage {
  readonly page: Page;
  readonly control: ControlPage;
  readonly heading: Locator;
  readonly note: Locator;
  readonly dialog: Locator;
  private readonly requests: Sent[] = [];

  constructor(page: Page, control: ControlPage) {
    this.page = page;
    this.control = control;
    this.heading = page.getByRole('heading', { level: 1 });
    this.note = page.getByTestId('note');
    this.dialog = page.getByRole('dialog');
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' || !pathname.startsWith('/control/')) return;
      const type = request.headers()['content-type'];
      const body: unknown = type === 'application/json' ? request.postDataJSON() : request.postData();
      this.requests.push({ method: request.method(), path: pathname.slice('/control/'.length), body });
    });
  }

  /** Bodies of all requests for an action of the country so far. */
  asked(action: string): unknown[] {
    return this.sent('POST', `country/${action}`);
  }

  /** Bodies of all requests of this kind so far. */
  sent(method: string, path: string): unknown[] {
    return this.requests.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
  }

  /** Everything that was sent so far. */
  get everything(): readonly Sent[] {
    return this.requests;
  }

  /** Link to a page in the header. */
  link(name: string | RegExp): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name });
  }

  /** A card by its heading. */
  card(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** A button, on the page or in a dialog. */
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  /** Give a file to the file field of this name. */
  async chooseFile(label: string, name: string, content: string | Buffer): Promise<void> {
    const input = this.dialog.locator('input[type=file]').and(this.page.getByLabel(label, { exact: true }));
    await input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  }
}
