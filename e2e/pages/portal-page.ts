import type { Locator, Page } from '@playwright/test';
import { administrator } from '../fixtures/portal.ts';

/** The portal's page as its user sees it, in English unless said otherwise. */
export class PortalPage {
  readonly page: Page;
  private readonly portal: { url: string };
  readonly title: Locator;
  readonly tree: Locator;
  /** What was done, told at the edge of the window. */
  readonly note: Locator;
  /** The question that must be answered first. */
  readonly dialog: Locator;

  constructor(page: Page, portal: { url: string }) {
    this.page = page;
    this.portal = portal;
    this.title = page.getByRole('heading', { level: 1 });
    this.tree = page.getByRole('navigation', { name: 'Organizations and companies' });
    this.note = page.getByTestId('note');
    this.dialog = page.getByRole('dialog');
  }

  /** Opens a place of the page, `#/company/5/users`. */
  async open(hash = ''): Promise<void> {
    await this.page.goto(this.portal.url + hash);
  }

  /** Signs in on the page, and waits until that is done. */
  async signIn({ email, password } = administrator): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.tree.waitFor();
  }

  /** A field by its label. */
  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** A button on the page; behind a dialog none of them counts. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The way to a group of parts of what is shown. */
  group(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name, exact: true });
  }

  /** The way to a part of the group that is open. */
  section(name: string): Locator {
    return this.page.getByRole('navigation', { name: /^Within / }).getByRole('link', { name, exact: true });
  }
}
