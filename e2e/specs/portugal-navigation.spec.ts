import { overview, series } from '../fixtures/portugal-data.ts';
import { expect, test } from '../fixtures/portugal-test.ts';
import { cafe, sale } from '../fixtures/samples.ts';

const refused = { expectedComplaints: [/Failed to load resource: the server responded with a status of/] };

// Its registers are changed here, and it is ended.
test.use({ sharedService: null });

test.describe('page for Portugal, the way to it', () => {
  test('is offered when the company is in Portugal', async ({ control, portugal, page }) => {
    await control.open();
    await expect(portugal.link('Status')).toHaveAttribute('aria-current', 'page');
    await portugal.link('Portugal').click();
    await expect(portugal.heading).toHaveText('Portugal');
    await expect(page).toHaveURL(/#\/fiscal$/);
    await expect(page).toHaveTitle(/Portugal – Tillmark$/);
    await expect(portugal.link('Portugal')).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText('Casa do Largo Lda · Loja do Largo · Till 1')).toBeVisible();

    await page.goBack();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');
    await page.goForward();
    await expect(portugal.heading).toHaveText('Portugal');
  });

  test('survives a reload and the choice of another register', async ({
    control,
    portugal,
    page,
    service,
  }) => {
    const other = 'PT509876544$1_2';
    await service.configure(cafe({ tt: '2' }), other);
    await page.goto(`${service.url}#/fiscal`);
    await expect(portugal.heading).toHaveText('Portugal');
    await page.reload();
    await expect(portugal.heading).toHaveText('Portugal');

    await control.picker.selectOption(other);
    await expect(page).toHaveURL(/[?&]RN=PT509876544%241_2#\/fiscal$/);
    await expect(page.getByText('Till 2')).toBeVisible();
    await expect(portugal.card('Series')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Till 2')).toBeVisible();
  });

  test('shows how the till is doing on every page', async ({ open, portugal, control, service, page }) => {
    await open();
    await expect(portugal.link('Status (ready to sell)')).toBeVisible();
    await expect(page).toHaveTitle(/^✓ Portugal/);
    const problems = [{ code: 'JOURNAL_FAILED', severity: 'stop' as const }];
    await control.pretend({ ...(await service.status()), problems, ready: false });
    await expect(portugal.link('Status (not ready)')).toBeVisible();
    await expect(page).toHaveTitle(/^✕ Portugal/);
  });

  test('is shown as the status where a country has no page', async ({ control, portugal, page, service }) => {
    await control.pretend({ ...(await service.status()), country: 'LU', problems: [] });
    await page.goto(`${service.url}#/fiscal`);
    await expect(control.headline).toHaveText('Practice only: receipts do not count');
    await expect(portugal.link('Portugal')).toHaveCount(0);
  });

  test('is where a problem of Portugal leads to', async ({ control, portugal, service }) => {
    await control.pretend({
      ...(await service.status()),
      problems: [
        { code: 'SAFT_OVERDUE', severity: 'warning', params: { month: '2026-10', due: '2026-11-05' } },
        { code: 'CLOCK_BEHIND', severity: 'warning', params: { last: '2026-11-21 10:00:00' } },
        { code: 'CLIENT_CERT_EXPIRES', severity: 'warning', params: { date: '2026-12-05', days: 13 } },
      ],
    });
    await control.open();
    await expect(control.banner).toContainText('The SAF-T file for October 2026 is overdue');
    await expect(control.banner).toContainText('It had to be handed in by 5 Nov 2026.');
    const link = control.banner.getByRole('link', { name: 'Open the page “Portugal”' });
    await expect(link).toHaveCount(1);
    await link.click();
    await expect(portugal.card('SAF-T')).toBeVisible();
  });
});

test.describe('page for Portugal, what it knows', () => {
  test('is asked for again when something happens at the till', async ({
    portugal,
    page,
    service,
    standIn,
  }) => {
    await page.goto(`${service.url}#/fiscal`);
    await expect(portugal.series('FS 1_1.26')).toContainText('No. 18342');
    standIn.overview = overview({ series: [series({ id: 'FS 1_1.26', last: 18_343 })] });
    await service.register(sale());
    await expect(portugal.series('FS 1_1.26')).toContainText('No. 18343');
  });

  test('has a place kept for it until it is there', async ({ open, portugal, page, standIn }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/control\/country\?/, async (route) => {
      await promise;
      await route.fallback();
    });
    await open();
    await expect(page.getByTestId('placeholder')).toBeVisible();
    await expect(portugal.heading).toHaveText('Portugal');
    resolve();
    await expect(portugal.card('Series')).toBeVisible();
    await expect(page.getByTestId('placeholder')).toHaveCount(0);
    expect(standIn.overview.mode).toBe('live');
  });

  test.describe('when it is refused', () => {
    test.use(refused);

    test('says why, and tries again', async ({ open, portugal, page }) => {
      let answer = Promise.resolve(403);
      await page.route(/\/control\/country\?/, async (route) => {
        const status = await answer;
        if (status === 200) await route.fallback();
        else await route.fulfill({ status, body: 'only allowed from the machine of the service' });
      });
      const again = portugal.button('Try again');
      // Whatever happens at the till makes the page ask, too: nothing is answered until the button was pressed.
      const tryAgain = async (status: number) => {
        await expect(again).toHaveAttribute('aria-busy', 'false');
        const { promise, resolve } = Promise.withResolvers<number>();
        answer = promise;
        await again.click();
        resolve(status);
      };
      await open();
      const alert = page.getByRole('alert');
      await expect(alert).toHaveText(
        'This is only allowed on the computer that the register service runs on.',
      );
      await tryAgain(404);
      await expect(alert).toContainText('The register service does not know this.');
      await tryAgain(500);
      await expect(alert).toContainText('(error 500)');
      await tryAgain(200);
      await expect(portugal.card('Series')).toBeVisible();
    });
  });
});

test.describe('page for Portugal, connection', () => {
  // The browser itself reports every request that fails.
  test.use({ expectedComplaints: [/Failed to load resource: net::ERR_/] });

  test('can be read but not used while the service is away', async ({ portugal, page, service }) => {
    await page.goto(`${service.url}#/fiscal`);
    const again = portugal.series('NC 1_1.26').getByRole('button', { name: /^Try again/ });
    await expect(again).toHaveAttribute('aria-disabled', 'false');
    await service.crash();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('No connection to the register service', { timeout: 6000 });
    await expect(alert).toContainText('Nothing can be changed until the service is back.');
    await expect(portugal.series('FS 1_1.26')).toBeVisible();
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    await again.click({ force: true });
    expect(portugal.everything).toEqual([]);

    await service.start();
    await expect(alert).toHaveCount(0);
    await expect(again).toHaveAttribute('aria-disabled', 'false');
  });

  test('keeps what was typed into a dialog', async ({ portugal, page, service }) => {
    await page.goto(`${service.url}#/fiscal`);
    await portugal.button('Enter the code of series NC 1_1.26').click();
    await portugal.dialog.getByRole('textbox').fill('CSDF7T5H');
    await service.crash();
    const save = portugal.dialog.getByRole('button', { name: 'Save code' });
    await expect(save).toHaveAttribute('aria-disabled', 'true', { timeout: 6000 });
    await service.start();
    await expect(save).toHaveAttribute('aria-disabled', 'false');
    await save.click();
    await expect(portugal.dialog).toHaveCount(0);
    expect(portugal.asked('code')).toEqual([{ series: 'NC 1_1.26', code: 'CSDF7T5H' }]);
  });
});
