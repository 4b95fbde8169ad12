import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { testCompany } from '../../service/portal/testing/company.ts';
import { readPicture } from '../../service/testing/read-picture.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { expect, test as base } from '../fixtures/portal-test.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { Service } from '../fixtures/service.ts';

/** A portal and a register that know nothing of each other. */
const test = base.extend<{ service: Service }>({
  service: async ({}, use) => {
    const service = new Service();
    try {
      await service.start();
      await service.configure(cafe());
      await use(service);
    } finally {
      await service.remove();
    }
  },
});

// Registers and portals go away in these stories, and wrong badges are refused.
test.use({ expectedComplaints: [/Failed to load resource/] });

const PHONE = { width: 390, height: 844 };
const state = (page: Page, name: string) =>
  expect(page.locator(`[data-testid="portal-state"][data-state="${name}"]`));
const note = (page: Page) => page.getByTestId('note');

/** Enters a text of a portal in the settings, up to the question whether that is the portal. */
async function enter(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Enter (the|another) text/ }).click();
  await page.getByLabel('Text of the portal', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Go on' }).click();
}

test('from the badge in the portal to the digital receipt on a phone', async ({
  page,
  context,
  portal,
  portalPage,
  service,
}) => {
  const company = await testCompany(portal, { taxId: '509876544', name: 'Casa do Largo' });
  await portalPage.open(`#/company/${company}/keys`);
  await portalPage.signIn();
  await portalPage.button('Make a badge').click();
  const text = await page.getByTestId('told-once').locator('code').first().innerText();
  expect(text).toMatch(/^http:\/\/localhost:\d+\/#badge=tmb_/);
  await expect(page.getByText('This address works on this computer only.')).toBeVisible();

  await page.goto(`${service.url}#/settings/portal`);
  await state(page, 'alone').toBeVisible();
  await enter(page, text);
  const question = page.getByRole('dialog', { name: 'Is this your portal?' });
  const address = question.getByTestId('portal-address');
  await expect(address).toHaveText(new URL(portal.url).host);
  // Whoever presses Enter twice has confirmed nothing.
  await expect(address).toBeFocused();
  expect(await obstacles(page)).toEqual([]);
  await question.getByRole('button', { name: 'Connect' }).click();
  await state(page, 'online').toBeVisible({ timeout: 5000 });
  await expect(page.getByText('Nothing – all is in the portal')).toBeVisible();
  expect(await obstacles(page)).toEqual([]);

  await service.register(sale('Tosta mista', '12.30'));
  const picture = await page.request.get(`${service.url}recorder/lastdh/qr`);
  const codes = await readPicture(await picture.body());
  expect(codes).toEqual([expect.stringContaining(`${portal.url}r#`)]);
  // The cashier shows it on the screen, too, for this receipt and all before it.
  await page.goto(`${service.url}#/receipts`);
  await page.getByRole('button', { name: /^Show receipt/ }).click();
  await page.getByRole('button', { name: 'For the customer’s phone' }).click();
  expect(await readPicture(await page.getByTestId('phone-code').screenshot())).toEqual(codes);
  expect(await obstacles(page)).toEqual([]);

  const phone = await context.newPage();
  await phone.setViewportSize(PHONE);
  await phone.goto(codes[0]!);
  await expect(phone.getByTestId('receipt')).toContainText('Tosta mista');
  await expect(phone.getByTestId('signature')).toContainText('The signature is genuine');
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  const download = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Download PDF' }).click();
  const pdf = await (await download).path();
  expect((await readFile(pdf, 'latin1')).slice(0, 5)).toBe('%PDF-');
  const read = await promisify(execFile)('pdftotext', ['-layout', pdf, '-']).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.warn('SKIPPED: the text of the PDF was not read, because pdftotext is not installed.');
    return null;
  });
  if (read !== null) expect(read.stdout).toMatch(/Tosta mista[\s\S]*12,30/);

  await page.goto(service.url);
  const [there] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'This register in the portal' }).click(),
  ]);
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('def');
});

test('a register that loses its portal says so within moments, sells on, and comes back by itself', async ({
  page,
  portal,
  service,
}) => {
  const company = await testCompany(portal, { taxId: '509876544' });
  const { connection } = await portal.ask<{ connection: string }>('POST', `/Company/${company}/Badge`);
  await page.goto(`${service.url}#/settings/portal`);
  await enter(page, connection);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await state(page, 'online').toBeVisible();
  // What the shop's company data made waits too; only the sale below shall be left.
  await expect(page.getByText('Nothing – all is in the portal')).toBeVisible();
  await page.goto(service.url);
  await portal.stop();
  await state(page, 'offline').toBeVisible({ timeout: 20_000 });
  await service.register(sale());
  const card = page.getByRole('main');
  await expect(card).toContainText('Offline – selling goes on');
  await expect(card).toContainText('There is nothing to do.');
  await expect(card).toContainText(/Waiting for the portal\s*1/);
  expect(await obstacles(page)).toEqual([]);
  await portal.start();
  await state(page, 'online').toBeVisible({ timeout: 20_000 });
  await expect(card).toContainText('Nothing – all is in the portal');
});

test('a text that was pasted names its portal, and nobody else hears of the badge', async ({
  page,
  portal,
  service,
}) => {
  const company = await testCompany(portal, { taxId: '509876544' });
  const other = await testCompany(portal, { taxId: '599999993' });
  const make = (id: number) =>
    portal.ask<{ connection: string; badge: string }>('POST', `/Company/${id}/Badge`);
  const [{ connection }, foreign] = [await make(company), await make(other)];
  await page.goto(`${service.url}#/settings/portal`);
  const dialog = page.getByRole('dialog');
  const connect = () => dialog.getByRole('button', { name: 'Connect', exact: true }).click();

  await enter(page, 'http://portal.example/#badge=tmb_1_x');
  await expect(dialog).toContainText('The portal’s address cannot be used');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await enter(page, foreign.connection);
  await connect();
  await expect(dialog).toContainText('This badge is of a company with another tax number');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await enter(page, `${connection.slice(0, -1)}${connection.endsWith('A') ? 'B' : 'A'}`);
  await connect();
  await expect(dialog).toContainText('The portal does not know this badge');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await state(page, 'alone').toBeVisible();

  await enter(page, connection);
  await connect();
  await expect(note(page)).toHaveText('The badge is saved');
  await state(page, 'online').toBeVisible();
  await enter(page, 'https://stranger.example/#badge=tmb_1_x');
  await expect(dialog).toContainText('Registers of this computer are connected to a portal already.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await smallTargets(page)).toEqual([]);

  const [register] = (
    await portal.ask<{ registers: { registerId: number }[] }>('GET', `/Company/${company}/Registers`)
  ).registers;
  await portal.ask('PUT', `/Company/${company}/Register/${register!.registerId}/Deactivate`);
  await service.register(sale());
  await page.reload();
  await state(page, 'deactivated').toBeVisible();
});

test.describe('the portal beside', () => {
  const besideButton = (page: Page) =>
    page.getByRole('button', { name: 'Connect to the portal on this computer' });

  test('is connected to with one click, once the register knows its company', async ({ page, context }) => {
    const service = new Service(0);
    try {
      await service.start();
      await page.goto(`${service.url}#/settings/portal`);
      await expect(page.getByText('start the till program first')).toBeVisible();
      await expect(besideButton(page)).toBeHidden();
      await service.configure(cafe());
      await besideButton(page).click();
      await state(page, 'online').toBeVisible();
      await expect(besideButton(page)).toBeHidden();
      expect(await obstacles(page)).toEqual([]);
      const [there] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'This register in the portal' }).click(),
      ]);
      await expect(there.getByRole('heading', { name: 'Set up the portal' })).toBeVisible();
    } finally {
      await service.remove();
    }
  });

  test('that does not run is said so', async ({ page, portal }) => {
    // Its port is taken by another portal, to which nothing is sent.
    const service = new Service(Number(new URL(portal.url).port));
    try {
      await service.start();
      await service.configure(cafe());
      await page.goto(`${service.url}#/settings/portal`);
      await besideButton(page).click();
      await expect(page.getByRole('alert')).toContainText('The portal on this computer does not run.');
      expect(await obstacles(page)).toEqual([]);
    } finally {
      await service.remove();
    }
  });
});
