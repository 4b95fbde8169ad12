import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

const lost = 'No connection to the register service';

test.describe('control page, connection', () => {
  // The browser itself reports every request that fails, and what it needed the answer for.
  test.use({
    expectedComplaints: [/Failed to load resource: net::ERR_|Unable to preload CSS|dynamically imported/],
  });

  test('is red soon after the service dies, and recovers by itself', async ({ control, service }) => {
    await service.configure(cafe());
    await service.register(sale());
    await control.open();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');

    await service.crash();
    await expect(control.headline).toHaveText(lost, { timeout: 6000 });
    await expect(control.banner).toHaveAttribute('data-tone', 'stop');
    await expect(control.page).toHaveTitle(new RegExp(`^✕ ${lost}`));
    await expect(control.page.getByText(/^Last known state, /)).toBeVisible();
    await expect(control.paper).toContainText('Tosta mista');

    await service.start();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');
    await service.register(sale('Bica', '0.90'));
    await expect(control.paper).toContainText('Bica');
    await expect(control.page.getByText(/^Last known state, /)).toHaveCount(0);
  });

  test('notices a service that hangs', async ({ control, service }) => {
    test.skip(process.platform === 'win32', 'Windows cannot freeze a process by signal');
    await service.configure(cafe());
    await control.open();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');
    service.freeze();
    await expect(control.headline).toHaveText(lost, { timeout: 20_000 });
    service.thaw();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');
  });

  test('says on a page that was never open why it does not come, and shows it by itself later', async ({
    control,
    page,
    service,
  }) => {
    await service.configure(cafe());
    await control.open();
    await page.getByRole('link', { name: 'Receipts' }).click();
    await expect(page.getByRole('heading', { name: 'Receipts', level: 1 })).toBeVisible();
    await service.crash();
    await expect(page).toHaveTitle(/^✕/);

    await page.getByRole('link', { name: 'Day' }).click();
    await expect(page.getByRole('alert')).toContainText(lost);
    // The browser would show a page of its own, which never looks whether the service is back.
    await expect(page.getByRole('button', { name: 'Load the page anew' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    // A page that is there is shown.
    await page.getByRole('link', { name: 'Receipts' }).click();
    await expect(page.getByRole('heading', { name: 'Receipts', level: 1 })).toBeVisible();

    await page.getByRole('link', { name: 'Day' }).click();
    await expect(page.getByRole('alert')).toContainText(lost);
    await service.start();
    await expect(page.getByRole('heading', { name: 'Day', level: 1 })).toBeVisible();
  });

  test('can ask the desktop shell for a restart', async ({ control, service, page }) => {
    await page.addInitScript(
      `window.tillmark = { restartService: async () => { document.title = 'restart asked' } }`,
    );
    await control.open();
    await expect(control.headline).toHaveText('Not ready');
    await service.crash();
    await page.getByRole('button', { name: 'Restart the service' }).click();
    await expect(page).toHaveTitle('restart asked');
  });
});

test.describe('control page, wrong address', () => {
  test.use({ expectedComplaints: [/Failed to load resource: the server responded with a status of 404/] });

  test('offers the default register when the named one does not exist', async ({ control, page }) => {
    await control.open('nobody');
    await expect(control.headline).toHaveText('There is no register “nobody” here');
    await page.getByRole('button', { name: 'Show the default register' }).click();
    await expect(page).toHaveURL(/[?&]RN=def/);
    await expect(control.headline).toHaveText('Not ready');
  });
});
