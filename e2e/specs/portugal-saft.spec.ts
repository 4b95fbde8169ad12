import { exportJob, freshOverview, overview } from '../fixtures/portugal-data.ts';
import { expect, test } from '../fixtures/portugal-test.ts';
import { cafe } from '../fixtures/samples.ts';

test.describe('SAF-T', () => {
  test('tells each month whether it was exported, and until when it is due', async ({
    open,
    portugal,
    page,
  }) => {
    await open();
    await expect(page.getByTestId('last-month')).toContainText('October 2026');
    await expect(page.getByTestId('last-month')).toContainText('Overdue since 5 Nov 2026');
    const month = (name: string) => page.getByTestId('month').filter({ hasText: name });
    await expect(month('November 2026')).toContainText('Not over yet');
    await expect(month('November 2026').getByRole('button')).toHaveCount(0);
    await expect(month('September 2026')).toBeHidden();
    await portugal.card('SAF-T').getByText('Exported earlier (3)').click();
    await expect(month('September 2026')).toContainText('Exported 2 Oct 2026, 08:41');
  });

  test('is exported by one button, with its progress in sight', async ({ open, portugal, page, standIn }) => {
    await open();
    await portugal.button('Export October 2026').click();
    const card = portugal.card('SAF-T');
    const bar = card.getByRole('progressbar', { name: 'Progress, October 2026' });
    await expect(card).toContainText('Counting the records');
    await expect(bar).not.toHaveAttribute('aria-valuenow');
    await expect(portugal.button(/^Being exported/)).toHaveAttribute('aria-disabled', 'true');
    expect(portugal.sent('POST', 'exports')).toEqual([
      { type: 'saft', from: '2026-10-01', till: '2026-10-31', whole: false },
    ]);

    const [job] = standIn.exports;
    Object.assign(job!, { records: 1030, total: 4120 });
    await expect(card).toContainText('1,030 of 4,120 records');
    await expect(bar).toHaveAttribute('aria-valuenow', '1030');
    await expect(bar).toHaveAttribute('aria-valuemax', '4120');

    standIn.overview = overview({
      months: [{ month: '2026-10', due: '2026-11-05', exported: '2026-11-21T10:31:00', overdue: false }],
    });
    Object.assign(job!, { state: 'done', records: 4120, size: 412_880 });
    await expect(portugal.note).toHaveText('SAF-T_PT509876544_2026-10.zip is ready');
    await expect(bar).toHaveCount(0);
    await expect(card).toContainText('413 kB');
    await expect(page.getByTestId('last-month')).toContainText('Exported 21 Nov 2026, 10:31');
    await expect(portugal.button('Export October 2026 again')).toBeVisible();
  });

  test('is downloaded and removed', async ({ open, portugal, page, standIn }) => {
    standIn.exports = [exportJob()];
    await open();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download October 2026/ }).click();
    expect((await download).suggestedFilename()).toBe('SAF-T_PT509876544_2026-10.zip');
    await portugal.button(/^Remove October 2026/).click();
    await expect(portugal.note).toHaveText('The file is removed');
    await expect(portugal.card('SAF-T')).toContainText('No files yet.');
    expect(portugal.sent('DELETE', 'exports/e1')).toHaveLength(1);
  });

  test('is cancelled', async ({ open, portugal, standIn }) => {
    standIn.exports = [exportJob({ state: 'running', records: 10, size: null })];
    await open();
    await portugal.button(/^Cancel the export October 2026/).click();
    await expect(portugal.note).toHaveText('The export is cancelled');
    expect(portugal.sent('DELETE', 'exports/e1')).toHaveLength(1);
  });

  test('says why an export failed', async ({ open, portugal, standIn }) => {
    standIn.exports = [exportJob({ state: 'failed', size: null, error: 'Não há espaço no disco.' })];
    await open();
    await expect(portugal.card('SAF-T')).toContainText('Failed');
    await expect(portugal.card('SAF-T')).toContainText('Não há espaço no disco.');
    await expect(portugal.card('SAF-T').getByRole('link', { name: /Download/ })).toHaveCount(0);
  });

  test('is exported for any period, with a comment', async ({ open, portugal, page }) => {
    await open();
    await page.getByText('Another period').click();
    const submit = portugal.button('Export this period');
    const from = page.getByLabel('First day');
    const till = page.getByLabel('Last day');
    await submit.click();
    await expect(portugal.card('SAF-T')).toContainText('Enter both days.');
    await from.fill('2026-10-15');
    await till.fill('2026-10-01');
    await submit.click();
    await expect(portugal.card('SAF-T')).toContainText('The last day is before the first.');
    await from.fill('2026-12-01');
    await till.fill('2026-12-02');
    await expect(portugal.card('SAF-T')).toContainText('This day has not come yet.');
    expect(portugal.everything).toEqual([]);

    await from.fill('2026-10-01');
    await till.fill('2026-10-15');
    await page.getByLabel('Comment').fill(' Pedido da inspeção ');
    await page.getByRole('switch', { name: 'All tills of the company' }).check({ force: true });
    await submit.click();
    await expect(portugal.card('SAF-T')).toContainText('1 Oct 2026 – 15 Oct 2026');
    await expect(portugal.card('SAF-T').getByRole('listitem').first()).toContainText('All tills');
    expect(portugal.sent('POST', 'exports')).toEqual([
      { type: 'saft', from: '2026-10-01', till: '2026-10-15', comment: 'Pedido da inspeção', whole: true },
    ]);
  });

  test.describe('of a company with another till', () => {
    test.use({ sharedService: null });

    test('is for all tills where there are several', async ({ open, portugal, page, service }) => {
      await service.configure(cafe({ tt: '2' }), 'PT509876544$1_2');
      await open();
      await expect(page.getByRole('switch', { name: 'All tills of the company' })).toBeChecked();
      await portugal.button('Export October 2026').click();
      await expect.poll(() => portugal.sent('POST', 'exports')).toHaveLength(1);
      expect(portugal.sent('POST', 'exports')[0]).toMatchObject({ whole: true });
    });
  });

  test('has nothing to offer in a new shop', async ({ open, portugal, standIn }) => {
    standIn.overview = freshOverview();
    await open();
    await expect(portugal.card('SAF-T')).toContainText('No month with documents is over yet.');
    await expect(portugal.card('SAF-T')).toContainText('No files yet.');
  });

  test.describe('refused', () => {
    test.use({ expectedComplaints: [/the server responded with a status of 503/] });

    test('says why', async ({ open, portugal, standIn }) => {
      standIn.refuse('exports', { status: 503, message: 'Outras exportações estão em curso.' });
      await open();
      await portugal.button('Export October 2026').click();
      await expect(portugal.card('SAF-T').getByRole('alert')).toHaveText(
        'Outras exportações estão em curso.',
      );
    });
  });
});

test('credit notes whose invoice the register does not have are listed', async ({
  open,
  page,
  standIn,
  portugal,
}) => {
  await open();
  const rows = page.getByTestId('unreferenced');
  await expect(rows).toHaveCount(2);
  for (const text of ['NC 1_1.26/18', '19 Nov 2026', '24.60', 'FT LOJA2_1.26/511']) {
    await expect(rows.first()).toContainText(text);
  }
  await expect(rows.last()).toContainText('None named');
  standIn.overview = freshOverview();
  await expect(portugal.card('Credit notes of other invoices')).toHaveCount(0);
});
