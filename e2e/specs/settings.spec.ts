import type { Locator, Page } from '@playwright/test';
import { obstacles } from '../fixtures/accessible.ts';
import { sidewards, smallTargets, unfold } from '../fixtures/comfort.ts';
import { cafe } from '../fixtures/samples.ts';
import { expect, test as base } from '../fixtures/test.ts';

/** The page of settings of a shop, opened. */
const test = base.extend<{ open: (attributes?: string, task?: string) => Promise<void> }>({
  open: async ({ page, service }, use) => {
    await use(async (attributes = '', task = 'expert') => {
      await service.configure(cafe());
      await service.setAttributes(attributes);
      await page.goto(`${service.url}#/settings/${task}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
      if (task === 'expert') await expect(page.getByTestId('attribute').first()).toBeVisible();
    });
  },
});

const row = (page: Page, name: string): Locator =>
  page.locator(`[data-testid="attribute"][data-name="${name}"]`);
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** Sends the dialog. */
const save = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
const note = (page: Page): Locator => page.getByTestId('note');
const names = (page: Page): Promise<(string | null)[]> =>
  page.getByTestId('attribute').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-name')));

test.describe('settings', () => {
  test('list the places of companies on a cloud register, and free one', async ({ page, open }) => {
    const till = (tt: string, place: string) => ({
      rn: `LU7$C1_${tt}`,
      tl: 'C1',
      tt,
      place,
      last: '2026-05-04T12:00:00',
    });
    const places = (first: string) => ({
      ...{ cloud: true, most: 100, idleDays: 90 },
      companies: [
        {
          id: '7',
          name: 'Café Central',
          taxId: 'LU7',
          taken: 2,
          registers: [till('1', first), till('2', 'taken')],
        },
      ],
    });
    let freed: unknown = null;
    await page.route('**/control/places', (route) =>
      route.fulfill({ json: places(freed === null ? 'taken' : 'freed') }),
    );
    await page.route('**/control/places/free', (route) => {
      freed = route.request().postDataJSON();
      return route.fulfill({ json: { result: freed } });
    });
    await open('', 'network');
    const first = page.getByRole('row', { name: /C1 \/ 1/ });
    await expect(first).toContainText('taken');
    await button(page, 'Free the place of C1 / 1 …').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Free the place' }).click();
    await expect(note(page)).toContainText('The place of C1 / 1 is free');
    await expect(first).toContainText('free');
    expect(freed).toEqual({ rn: 'LU7$C1_1' });
  });

  test('are found from every page and name what is set', async ({ page, control, service }) => {
    await service.configure(cafe());
    await service.setAttributes('Normalize_D=14 Coffee');
    await control.open();
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    expect(await obstacles(page)).toEqual([]);
    await page.getByRole('link', { name: /^Expert/ }).click();
    await expect(row(page, 'Normalize_D')).toContainText('14 days');
    await expect(row(page, 'Normalize_D')).toContainText('Default: 7 days');
    await expect(row(page, 'Coffee')).toContainText('Unknown name');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('What is set');
    expect(await names(page)).toEqual(['Normalize_D', 'Coffee']);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('All');
    await expect(row(page, 'TSE_MountPoint')).toBeVisible();
  });

  test('may differ for one register', async ({ page, open, service }) => {
    await service.configure(cafe(), 'bar');
    await open('FN_series=B');
    const choice = page.getByRole('combobox', { name: 'For', exact: true });
    await choice.selectOption('Only register def');
    await expect(row(page, 'FN_series')).toContainText('Default: B');
    await expect(row(page, 'Log_debug')).toBeHidden();
    await button(page, 'Set FN_series').click();
    await page.getByRole('dialog').getByRole('combobox').selectOption('C');
    await save(page);
    await expect(row(page, 'FN_series')).toContainText('C');
    expect(await obstacles(page)).toEqual([]);
    await choice.selectOption('All registers');
    await expect(row(page, 'FN_series')).toContainText('B');
    await expect(page.getByTestId('undo')).toBeHidden();
  });

  test('are searched by name, effect and country in the language of the page', async ({
    page,
    control,
    open,
  }) => {
    await open();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('date sale differ');
    expect(await names(page)).toEqual(['Normalize_D']);
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    await control.language().selectOption('Deutsch');
    const suche = page.getByRole('searchbox', { name: 'Suchen' });
    await suche.fill('stromausfall');
    expect(await names(page)).toEqual(['IO_nosync']);
    await suche.fill('xyzzy');
    await expect(page.getByText('Hier wird nichts gefunden.')).toBeVisible();
  });

  test('are set, changed, taken back and removed with the keyboard', async ({ page, open }) => {
    await open();
    await button(page, 'Set Normalize_D').focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Value' });
    await expect(field).toBeFocused();
    await page.keyboard.type('21');
    await page.keyboard.press('Enter');
    await expect(note(page)).toHaveText('Normalize_D is saved');
    await expect(row(page, 'Normalize_D')).toContainText('21 days');
    await expect(button(page, 'Change Normalize_D')).toBeFocused();

    await button(page, 'Set IO_debug').click();
    const flag = page.getByRole('switch', { name: 'On' });
    await expect(flag).not.toBeChecked();
    await flag.press('Space');
    await save(page);
    await expect(row(page, 'IO_debug')).toContainText('On');

    await button(page, 'Remove IO_debug').click();
    await expect(row(page, 'IO_debug')).toContainText('Off');
    const undo = page.getByTestId('undo').getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect(row(page, 'IO_debug')).toContainText('On');
    await undo.click();
    await expect(row(page, 'IO_debug')).toContainText('Off');
    await undo.click();
    await expect(row(page, 'Normalize_D')).toContainText('Not set');
    await expect(page.getByTestId('undo')).toBeHidden();
  });

  test('that stop sales ask once more and say what will happen', async ({ page, open }) => {
    await open('Log_debug');
    await button(page, 'Set HttpServer_Disable').click();
    await page.getByRole('switch', { name: 'On' }).press('Space');
    await save(page);
    const question = page.getByRole('dialog', { name: 'HttpServer_Disable: are you sure?' });
    await expect(question).toContainText('no till can sell over the network');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('switch', { name: 'On' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(row(page, 'HttpServer_Disable')).toContainText('Off');

    await unfold(page);
    await page.getByRole('textbox', { name: 'Attributes' }).fill('Log_debug IO_nosync');
    await button(page, 'Show what changes …').click();
    await expect(page.getByTestId('list-changes')).toHaveText('IO_nosyncnew: true');
    await save(page);
    await expect(page.getByRole('dialog')).toContainText('After a power failure');
    expect(await obstacles(page)).toEqual([]);
    await button(page, 'Save all the same').click();
    await expect(row(page, 'IO_nosync')).toContainText('On');
  });

  test('take the badge of the company and never show it', async ({ page, open, service }) => {
    await open('', 'portal');
    const panel = page.getByRole('region', { name: 'Connection to the portal' });
    await expect(panel).toContainText('Without a portal');
    const next = () => page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
    await button(page, 'Enter the text of the portal …').click();
    await next();
    await expect(page.getByRole('dialog')).toContainText('Enter a value.');
    await page.getByLabel('Text of the portal', { exact: true }).fill('BADGE-0815');
    await next();
    await expect(note(page)).toHaveText('The badge is saved');
    // A badge alone does not say where its portal is.
    await expect(panel).toContainText('Nobody has said yet where the portal is.');
    expect(await (await fetch(new URL('control/profile', service.url))).text()).not.toContain('BADGE-0815');
    await button(page, 'Remove badge …').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(panel).toContainText('Without a portal');
  });

  test('have the control that fits', async ({ page, open }) => {
    await open('App_restart');
    await expect(row(page, 'App_restart')).toContainText('On (3:00)');
    await button(page, 'Change App_restart').click();
    await page.getByLabel('Value').fill('04:30:00');
    await save(page);
    await expect(row(page, 'App_restart')).toContainText('04:30:00');

    await button(page, 'Set FN_series').click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Value' }).selectOption('C');
    await save(page);
    await expect(row(page, 'FN_series')).toContainText('C');

    await page.getByRole('combobox', { name: 'Show' }).selectOption('All');
    await button(page, 'Set Device_Auth').click();
    await page.getByLabel('Value', { exact: true }).fill('till:secret-4711');
    await save(page);
    await expect(row(page, 'Device_Auth')).toContainText('Set, hidden');
    await unfold(page);
    expect(await page.content()).not.toContain('secret-4711');
    await expect(page.getByRole('textbox', { name: 'Attributes' })).toHaveValue(/Device_Auth=""/);
  });

  test('are in plain words by task, and not saved over those of somebody else', async ({
    page,
    open,
    service,
  }) => {
    await open('', 'logs');
    const all = page.getByRole('switch', { name: 'Log everything' });
    await all.press('Space');
    await expect(note(page)).toHaveText('Log everything is saved');
    await expect(all).toBeChecked();
    await page.getByRole('link', { name: 'Expert' }).click();
    await unfold(page);
    await page.getByRole('textbox', { name: 'Attributes' }).fill('Log_debug IO_debug');
    await service.setAttributes('Normalize_D=9');
    await button(page, 'Show what changes …').click();
    await save(page);
    await expect(page.getByText('Somebody else has changed the list meanwhile')).toBeVisible();
    await expect(row(page, 'Normalize_D')).toContainText('9 days');
    await page.getByRole('link', { name: 'Logs' }).click();
    expect(await obstacles(page)).toEqual([]);
  });

  test('that count after a restart say so until then', async ({ page, open, service }) => {
    await open();
    await button(page, 'Set FileWatch_path').click();
    await page.getByLabel('Value').fill('/srv/till');
    await save(page);
    await expect(page.getByText('Counts after a restart: FileWatch_path')).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Status' }).click();
    await expect(page.getByTestId('state-banner')).toContainText('A setting waits for a restart');
    await page.goto(`${service.url}#/settings/expert`);
    await button(page, 'Restart the service …').click();
    await button(page, 'Restart').click();
    await expect(page.getByText('Counts after a restart: FileWatch_path')).toBeHidden();
    await expect(row(page, 'FileWatch_path')).toContainText('/srv/till');
    await expect(row(page, 'FileWatch_path')).toContainText('After a restart');
  });

  // The page asks while the service is away.
  test.use({
    expectedComplaints: [/status of (400|409)|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/],
  });
});

test.describe('what is wrong', () => {
  test.use({ expectedComplaints: [/status of 400/] });

  test('is said beside the field', async ({ page, open }) => {
    await open();
    await button(page, 'Set HttpServer_AllowOrigin').click();
    await save(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Enter a value.');
    await dialog.getByLabel('Value').fill('https://pos.example/shop');
    await save(page);
    await button(page, 'Save all the same').click();
    await expect(dialog).toContainText('Enter it without a path');
    await expect(dialog.getByLabel('Value')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row(page, 'HttpServer_AllowOrigin')).toContainText('Not set');
  });

  test('in a pasted list is named, and nothing of it is taken', async ({ page, open }) => {
    await open('Log_debug');
    await unfold(page);
    const list = page.getByRole('textbox', { name: 'Attributes' });
    await list.fill('Normalize_D=many Fis_QR="open');
    await button(page, 'Show what changes …').click();
    await expect(page.getByText('cannot be written or read')).toBeVisible();
    await list.fill('Normalize_D=many FN_series=M');
    await button(page, 'Show what changes …').click();
    await expect(page.getByText('Normalize_D: Enter a whole number from 0 to 3650.')).toBeVisible();
    await expect(page.getByText('FN_series: Choose one of the list.')).toBeVisible();
    await expect(row(page, 'Log_debug')).toContainText('On');
    await list.fill('Normalize_D=3\nFN_series=B');
    await button(page, 'Show what changes …').click();
    await expect(page.getByTestId('list-changes').getByRole('listitem')).toHaveText([
      'FN_seriesnew: B',
      'Log_debugremoved, was true',
      'Normalize_Dnew: 3',
    ]);
    expect(await obstacles(page)).toEqual([]);
    await save(page);
    await expect(note(page)).toHaveText('The list is saved');
    await expect(row(page, 'Normalize_D')).toContainText('3 days');
    await button(page, 'Undo').click();
    await expect(row(page, 'Log_debug')).toContainText('On');
  });

  test('with the disk quota is said there', async ({ page, open, service }) => {
    await open('', 'backup');
    const panel = page.getByRole('region', { name: 'Disk quota' });
    const field = panel.getByRole('textbox', { name: 'Megabytes' });
    await expect(field).toHaveValue('1000');
    await field.fill('99');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel).toContainText('Enter a whole number from 100 to 10000000.');
    await expect(field).toBeFocused();
    await field.fill('2500');
    await page.keyboard.press('Enter');
    await expect(note(page)).toHaveText('The disk quota is saved');
    await button(page, 'Undo').click();
    await expect(field).toHaveValue('1000');
    await expect((await fetch(new URL('profile', service.url))).json()).resolves.toMatchObject({
      DiskQuota: 1000,
    });
  });
});

test.describe('comfort', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      test(`${colorScheme}, ${width} wide`, async ({ page, open }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await open(
          'HttpServer_AllowOrigin=https://a-very-long-name-of-a-point-of-sale.example Coffee Device_Auth=a:b',
        );
        await page.getByRole('combobox', { name: 'Show' }).selectOption('All');
        await unfold(page);
        expect(await obstacles(page)).toEqual([]);
        expect(await smallTargets(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
        await button(page, 'Set TSE_BackupAt').click();
        expect(await obstacles(page)).toEqual([]);
        expect(await sidewards(page)).toBeLessThanOrEqual(0);
      });
    }
  }
});
