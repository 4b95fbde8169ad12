import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obstacles } from '../fixtures/accessible.ts';
import { cafe } from '../fixtures/samples.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { expect, test } from '../fixtures/test.ts';
import { violationsIn } from '../fixtures/violations.ts';
import { SHOPS, standIns } from '../setup/shops.ts';
import { walk } from '../setup/walk.ts';

test.describe('the set-up assistant', () => {
  test.use({ timezoneId: 'Europe/Zagreb', viewport: { width: 390, height: 800 }, colorScheme: 'dark' });

  // The country that asks for most; `npm run walk:setup` goes through all of them.
  test('goes from nothing to a printed receipt', async ({ page, service }) => {
    const shop = SHOPS.find(({ country }) => country === 'HR')!;
    const folder = mkdtempSync(join(tmpdir(), 'tillmark-setup-'));
    const world = await standIns(shop, service, folder);
    try {
      const walked = await walk(page, service, shop, world, {
        backups: join(folder, 'backups'),
        async look(step) {
          // Steps with parts of their own; axe.spec.ts looks at others.
          if (['company', 'fiscal', 'receipt'].includes(step))
            expect.soft(await violationsIn(page), step).toEqual([]);
          // The frame of a password is large enough, with the button in it.
          if (step !== 'password') expect.soft(await smallTargets(page), step).toEqual([]);
          const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
          expect.soft(isTooWide, step).toBe(false);
        },
      });
      expect(walked.isPrinted).toBe(true);
      // Whoever comes back later goes on where something is missing: nothing is.
      await page.goto(`${service.url}#/start`);
      await page.reload();
      await expect(page.locator('[data-testid="setup-step"][data-state="missing"]')).toHaveCount(0);
      // The page of the country leads back, for who has come from here alone.
      await page.goto(`${service.url}#/start/fiscal`);
      await page.getByRole('link', { name: /^Open the page/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: /Croatia/ })).toBeVisible();
      await page.getByRole('link', { name: 'Back to setting up' }).click();
      await expect(page.locator('[data-step="fiscal"] [aria-current="step"]')).toBeVisible();
      await page.goto(`${service.url}#/fiscal`);
      await expect(page.getByRole('heading', { level: 1, name: /Croatia/ })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to setting up' })).toHaveCount(0);
    } finally {
      await world.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test.describe('setting up', () => {
  test.use({ timezoneId: 'Europe/Lisbon', expectedComplaints: [/status of (400|409)|ERR_FAILED/] });

  test('says that nothing was saved when somebody went on typing while it was checked', async ({
    page,
    service,
  }) => {
    await service.configure(cafe());
    await page.goto(`${service.url}#/start/company`);
    const name = page.getByRole('textbox', { name: /^Name/ });
    await expect(name).toBeVisible();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/control/setup/check*', async (route) => {
      await held;
      await route.continue();
    });
    await name.fill('Café One');
    await page.keyboard.press('Enter');
    await name.pressSequentially('!');
    release();
    await expect(page.getByRole('alert')).toContainText('Nothing was saved');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing was saved')).toBeHidden();
  });

  test('says at once what is wrong, goes back and on, and asks twice before a password is left out', async ({
    page,
    service,
  }) => {
    await page.goto(`${service.url}#/start`);
    await page.getByLabel('Name of the company').fill('Casa do Largo');
    await page.getByLabel(/^Tax id/).fill('PT599999994');
    await expect(page.getByText('This is no NIF')).toBeVisible();
    await page.getByRole('button', { name: 'Save and go on' }).click();
    // It is allowed, and pressed twice.
    await expect(page.getByText('Something looks wrong.')).toBeVisible();
    await page.getByLabel(/^Tax id/).fill('PT599999993');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Shop and till' })).toBeFocused();
    await page.getByLabel('Number of the till').fill('');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(page.getByText('Fill in this field.')).toBeVisible();
    await expect(page.getByLabel('Number of the till')).toBeFocused();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Name of the company')).toHaveValue('Casa do Largo');

    await page.goto(`${service.url}#/start/password`);
    await page.getByRole('button', { name: 'Go on without a password …' }).click();
    const sure = page.getByRole('dialog', { name: 'Without a password?' });
    await expect(sure).toContainText('can then change all settings');
    expect(await obstacles(page)).toEqual([]);
    await sure.getByRole('button', { name: 'Go on without a password' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Portal', exact: true })).toBeVisible();
    await expect(page.locator('[data-testid="setup-step"][data-step="password"]')).toHaveAttribute(
      'data-state',
      'missing',
    );
  });

  test('says that nothing was saved where the service does not answer, and saves once', async ({
    page,
    service,
  }) => {
    await page.goto(`${service.url}#/start`);
    await page.getByLabel('Name of the company').fill('Casa do Largo');
    await page.getByLabel(/^Tax id/).fill('PT599999993');
    await page.route('**/control/setup/check?*', (route) => route.abort());
    const go = page.getByRole('button', { name: 'Save and go on' });
    await go.click();
    await expect(page.getByRole('alert')).toContainText('does not answer');
    await page.unroute('**/control/setup/check?*');
    // A slow network, and somebody who presses twice.
    let saved = 0;
    await page.route('**/control/setup/{check,save}?*', async (route) => {
      if (route.request().url().includes('/save')) saved += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await go.click();
    await page.getByLabel('Name of the company').press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Shop and till' })).toBeFocused();
    expect(saved).toBe(1);
  });

  test('company and tills are changed in the settings, not over somebody else, and others are added', async ({
    page,
    service,
  }) => {
    await service.configure(cafe());
    await page.goto(`${service.url}#/settings/company`);
    const company = page.getByRole('region', { name: 'Company – def' });
    // What is typed in another form stays when this one is saved.
    const place = page.getByRole('region', { name: 'Shop and till – def' });
    await place.getByLabel('Number of the till').fill('77');
    await company.getByLabel('Town').fill('Aveiro');
    await company.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByTestId('note')).toHaveText('The data are saved');
    await expect(place.getByLabel('Number of the till')).toHaveValue('77');
    await company.getByLabel('Town').fill('Porto');
    const { Cfg } = cafe();
    await page.route('**/control/setup?*', (route) => route.abort());
    await service.configure({ Cfg: { ...Cfg, Cmp: { ...Cfg.Cmp, City: 'Braga' } } });
    await company.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Somebody else has changed these data meanwhile')).toBeVisible();
    await page.unroute('**/control/setup?*');
    // The page may hear of them by itself first, and shows them then.
    const show = company.getByRole('button', { name: 'Show their changes' });
    await expect(async () => {
      if (await show.isVisible()) await show.click({ timeout: 1000 });
      await expect(company.getByLabel('Town')).toHaveValue('Braga', { timeout: 1000 });
    }).toPass();

    const more = page.getByRole('region', { name: 'More data – def' });
    await more.getByLabel('IBAN').fill('PT50000201231234567890154');
    await more.getByLabel('Days to pay').fill('soon');
    await more.getByLabel('Tax region').fill('M');
    await more.getByRole('button', { name: 'Save' }).click();
    await expect(more.getByLabel('Days to pay')).toBeFocused();
    await more.getByLabel('Days to pay').fill('');
    await more.getByRole('button', { name: 'Save' }).click();
    const kept = async () =>
      ((await (await page.request.get(`${service.url}cfg`)).json()) as { Cfg: object }).Cfg;
    await expect.poll(kept).toMatchObject({
      Cmp: { City: 'Braga' },
      Loc: { TaxGR: 'M' },
      Doc: { AccountIBAN: 'PT50000201231234567890154' },
    });
    expect(JSON.stringify(await kept())).not.toContain('""');

    await page.getByRole('button', { name: 'Add a register …' }).click();
    await page.getByLabel('Name of the register').fill('bar');
    await page.getByRole('button', { name: 'Go on' }).click();
    const other = page.getByRole('region', { name: 'Company – bar' });
    await other.getByLabel('Name of the company').fill('Casa do Largo');
    await other.getByLabel(/^Tax id/).fill('PT599999993');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('[data-testid="placed"][data-rn="bar"]')).toContainText('Casa do Largo');
    expect(await obstacles(page)).toEqual([]);
  });
});
