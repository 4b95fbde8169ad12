import type { Locator, Page } from '@playwright/test';
import type { ControlStatus } from '../../service/wire.ts';

/** The control page as its user sees it. */
export class ControlPage {
  readonly page: Page;
  private readonly service: { url: string };
  readonly banner: Locator;
  readonly headline: Locator;
  readonly turnover: Locator;
  readonly count: Locator;
  readonly paper: Locator;
  readonly qr: Locator;
  /** The document itself: language and appearance are marked there. */
  readonly document: Locator;

  constructor(page: Page, service: { url: string }) {
    this.page = page;
    this.service = service;
    this.banner = page.getByTestId('state-banner');
    this.headline = this.banner.getByRole('heading', { level: 1 });
    this.turnover = page.getByTestId('turnover');
    this.count = page.getByTestId('count');
    this.paper = page.getByRole('article');
    this.qr = this.paper.locator('svg');
    this.document = page.locator('html');
  }

  /** Open the page, for a register if one is named. */
  async open(rn?: string) {
    const search = rn === undefined ? '' : `?RN=${encodeURIComponent(rn)}`;
    return this.page.goto(this.service.url + search);
  }

  /** Language switch, under its name in the language shown. */
  language(name = 'Language'): Locator {
    return this.page.getByRole('combobox', { name });
  }

  /** Appearance switch. */
  appearance(choice: 'Light' | 'Dark' | 'Like the computer'): Locator {
    return this.page.getByRole('radio', { name: choice });
  }

  /** Register picker. */
  get picker(): Locator {
    return this.page.getByRole('combobox', { name: 'Register' });
  }

  /** Let the page see this status instead of the service's, for states a test cannot bring about. */
  async pretend(status: ControlStatus): Promise<void> {
    const data = JSON.stringify(status);
    await this.page.route('**/control/status*', (route) =>
      route.fulfill({ contentType: 'application/json', body: data }),
    );
    await this.page.route('**/control/events*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: `event: status\ndata: ${data}\n\n` }),
    );
  }
}
