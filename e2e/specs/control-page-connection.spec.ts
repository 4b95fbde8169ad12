import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

const lost = 'No connection to the register service';

test.describe('control page, connection', () => {
  // The browser itself reports every request that fails.
  test.use({ expectedComplaints: [/Failed to load resource: net::ERR_/] });

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
