/** Goes through the set-up assistant as a store manager would, from an empty data root to a printed receipt. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Service } from '../fixtures/service.ts';
import type { Shop, StandIns } from './shops.ts';

/** What it took. */
export interface Walked {
  country: string;
  seconds: number;
  clicks: number;
  /** Fields that were filled in. */
  fields: number;
  /** Something came out of the printer that was not the test page. */
  isPrinted: boolean;
}

/** A manager who counts. */
export class Manager {
  readonly page: Page;
  clicks = 0;
  fields = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  async press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await this.click(within.getByRole('button', { name, exact: typeof name === 'string' }));
  }

  async fill(label: string | RegExp, value: string, within: Page | Locator = this.page): Promise<void> {
    this.fields++;
    await within
      .getByLabel(label, { exact: typeof label === 'string' })
      .first()
      .fill(value);
  }

  /** Waits for a step, and nothing else. */
  async at(name: string): Promise<void> {
    await expect(this.page.locator('[data-testid="setup-step"] [aria-current="step"]')).toContainText(name);
  }
}

/** Options of a walk. */
export interface WalkOptions {
  /** Folder that backups go to; only its last part may be missing. */
  backups: string;
  /** Called on every step when it is there. */
  look?: (step: string) => Promise<void>;
}

/** Sets the shop up. The page is in English, and of the shop's time zone. */
export async function walk(
  page: Page,
  service: Service,
  shop: Shop,
  world: StandIns,
  { backups, look = () => Promise.resolve() }: WalkOptions,
): Promise<Walked> {
  const began = performance.now();
  const manager = new Manager(page);
  const dialog = page.getByRole('dialog');
  await page.goto(service.url);
  await manager.click(page.getByRole('link', { name: /Set up this register/ }).first());

  await manager.at('Company');
  await expect(page.getByLabel('Country')).toHaveValue(shop.country);
  await manager.fill('Name of the company', shop.name);
  await manager.fill(/^Tax id/, shop.taxId);
  await manager.fill('Street and number', shop.street);
  await manager.fill('Postcode', shop.zip);
  await manager.fill('Town', shop.city);
  await expect(page.getByText('The check digits are right')).toBeVisible();
  await look('company');
  await manager.press('Save and go on');

  await manager.at('Shop and till');
  await look('place');
  await manager.press('Save and go on');
  await expect(page.getByRole('heading', { level: 2, name: 'Shop and till' })).toBeHidden();

  if ((await page.locator('[data-testid="setup-step"][data-step="fiscal"]').count()) > 0) {
    await manager.at('What the law asks for');
    if (world.certificate !== null) {
      const { password, ...file } = world.certificate;
      await manager.press(/^Import/);
      await dialog.locator('input[type="file"]').setInputFiles(file);
      await manager.fill('Password of the file', password, dialog);
      await manager.press('Import', dialog);
    }
    await world.fiscal?.(manager, dialog);
    // The certificate is being taken until its dialog is gone.
    await expect(dialog).toBeHidden();
    await look('fiscal');
    await expect(page.locator('[data-testid="setup-step"][data-step="fiscal"]')).toHaveAttribute(
      'data-state',
      shop.startsLater ? 'missing' : 'done',
    );
    await manager.press(shop.startsLater ? 'Later' : 'Go on');
  }

  await manager.at('Printer');
  await look('printer');
  await manager.click(page.getByRole('button', { name: /^Enter address/ }).first());
  await manager.fill('Address', world.printer.address, dialog);
  manager.fields++;
  await dialog.getByLabel('Model').selectOption(world.printer.model);
  await manager.press(shop.fiscalPrinter ? 'Use this printer' : 'Use and print test page', dialog);
  await expect(page.getByText(/^Receipts are printed on/)).toBeVisible();
  await manager.press('Go on');

  await manager.at('Backups');
  await manager.fill('Another folder', backups);
  await manager.press('Use this folder');
  await expect(page.getByText('Backups go to')).toBeVisible();
  await look('backup');
  await manager.press('Go on');

  await manager.at('Password');
  await manager.fill('New password', 'four words of a manager');
  await look('password');
  await manager.press('Save and go on');

  await manager.at('Portal');
  await look('portal');
  await manager.press('Later');

  await manager.at('Test receipt');
  const before = world.printed().length;
  await manager.press('Make a test receipt');
  await expect(page.getByTestId('setup-paper')).toBeVisible();
  await expect.poll(() => world.printed().length).toBeGreaterThan(before);
  await look('receipt');
  return {
    country: shop.country,
    seconds: (performance.now() - began) / 1000,
    clicks: manager.clicks,
    fields: manager.fields,
    isPrinted: world.printed().length > before,
  };
}
