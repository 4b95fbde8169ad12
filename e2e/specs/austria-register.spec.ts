import {
  account,
  aesKey,
  byHand,
  exportJob,
  failure,
  overview,
  report,
  troubledOverview,
} from '../fixtures/austria-data.ts';
import { expect, test } from '../fixtures/austria-test.ts';

test.describe('Austrian register in operation', () => {
  test('tells its Kassen-ID, its state and whether its key is there', async ({ open, austria, standIn }) => {
    await open();
    const card = austria.card('Register');
    await expect(card).toContainText('1/1');
    await expect(card).toContainText('since 1 Dec 2026, 08:00');
    await expect(card).toContainText('Check value omRR');
    await card.getByRole('button', { name: 'Make a null receipt' }).click();
    await expect(austria.note).toHaveText('The null receipt is made');
    expect(austria.asked('zero')).toEqual([{}]);

    standIn.overview = overview({ registerId: null });
    await expect(austria.page.getByText('This till cannot be an Austrian register yet')).toBeVisible();
  });

  test.describe('moved to another computer', () => {
    test.use({ expectedComplaints: [/the server responded with a status of 400/] });

    test('wants the key it began with', async ({ open, austria, standIn }) => {
      standIn.overview = overview({ keyPresent: false });
      await open();
      await expect(austria.card('Register')).toContainText('Without it nothing can be sold.');
      await austria.button('Enter AES key …').click();
      const field = austria.dialog.getByLabel('AES key', { exact: true });
      await field.fill('omRR');
      await austria.button('Save key').click();
      await expect(austria.dialog).toContainText('This is not a key: 44 characters');
      expect(austria.everything).toEqual([]);

      standIn.refuse('enter-key', { status: 400, message: 'Bitte prüfen Sie Ihre Eingabe.' });
      await field.fill(aesKey.key);
      await austria.button('Save key').click();
      await expect(austria.dialog).toContainText('This is not the key with the check value omRR.');
      standIn.accept('enter-key');
      await austria.button('Save key').click();
      await expect(austria.note).toHaveText('The AES key is saved');
      await expect(austria.card('Register')).toContainText('Saved here');
      expect(austria.asked('enter-key')).toContainEqual({ key: aesKey.key });
    });
  });

  test('says that the clock is behind the last receipt, and goes on when it is right', async ({
    open,
    austria,
    standIn,
  }) => {
    standIn.overview = overview({ clockStop: '2027-03-01T10:00:00' });
    await open();
    const card = austria.card('Clock');
    await expect(card).toContainText('Nothing is sold: the last receipt is of 1 Mar 2027, 10:00');
    await austria.button('The clock is right …').click();
    await expect(austria.dialog).toContainText('The next receipt has the right time.');
    await austria.button('The clock is right').click();
    await expect(austria.note).toHaveText('Selling goes on');
    await expect(card).toHaveCount(0);
    expect(austria.asked('clock')).toEqual([{}]);
  });

  test('says what to do in an outage, and what happens by itself', async ({ open, austria, standIn }) => {
    const outage = { since: '2027-01-20T09:15:00', report: 'early' } as const;
    standIn.overview = overview({ state: 'outage', outage });
    await open();
    const card = austria.card('Outage');
    await expect(card).toContainText('No receipt has been signed since 20 Jan 2027, 09:15');
    await expect(card).toContainText('An outage of more than 48 hours has to be reported');
    await expect(card).toContainText('Tillmark reports it by itself');
    await expect(card).toContainText('the collective receipt follows by itself');

    standIn.overview = overview({
      state: 'outage',
      outage: { ...outage, report: 'due' },
      finanzOnline: byHand([
        report({ id: 'outage 3a7f01c2', kind: 'outage', state: 'due', done: null, lastDay: '2027-01-20' }),
      ]),
    });
    await expect(card).toContainText('has to be reported without delay');
    await expect(card).toContainText('Report it in FinanzOnline');
    await expect(austria.report('outage 3a7f01c2')).toContainText('Overdue since 20 Jan 2027');

    const outageReport = { id: 'outage 3a7f01c2', kind: 'outage', subject: '3a7f01c2' } as const;
    const ofReturn = { id: 'return 3a7f01c2', kind: 'return', subject: '3a7f01c2', done: null } as const;
    const refused = failure({ code: 'B5', advice: 'time' });
    standIn.overview = overview({
      state: 'outage',
      outage: { ...outage, report: 'due' },
      finanzOnline: account({
        reports: [report({ ...outageReport, state: 'failed', done: null, failure: refused })],
      }),
    });
    await expect(card).toContainText('FinanzOnline has not taken the report yet');
    await expect(austria.report(outageReport.id)).toContainText('Check the clock of the till');

    standIn.overview = overview({
      state: 'outage',
      outage: { ...outage, report: 'done' },
      finanzOnline: account({ reports: [report(outageReport), report({ ...ofReturn, state: 'waiting' })] }),
    });
    await expect(card).toContainText('It has lasted more than 48 hours and was reported.');
    await expect(card).not.toContainText('Tillmark reports it by itself');
    await expect(austria.report(ofReturn.id)).toContainText('When the unit signs again');
    standIn.overview = overview();
    await expect(card).toHaveCount(0);
  });

  test('tells how reports to FinanzOnline went', async ({ open, austria, standIn, page }) => {
    await open();
    const card = austria.card('FinanzOnline');
    await expect(card.getByTestId('login')).toHaveText('Saved: kassa2026, participant 123456789012');
    await expect(austria.report('annual 2026')).toContainText('FinanzOnline cannot be reached.');
    await expect(austria.report('annual 2026')).toContainText('Next try by itself 21 Jan 2027, 10:45');
    await expect(austria.report('register')).toBeHidden();
    await card.getByText('Done (3)').click();
    await expect(austria.report('register')).toContainText('Done on 1 Dec 2026, 08:00');

    standIn.overview = troubledOverview();
    await expect(card).toContainText('FinanzOnline refuses the login');
    await expect(card.getByText('Zugangsdaten falsch')).toHaveAttribute('lang', 'de');
    await expect(page.getByText('Test: means nothing to the tax office').first()).toBeVisible();

    await card.getByRole('button', { name: 'Forget …' }).click();
    await expect(austria.dialog).toContainText('Forget the login kassa2026?');
    await austria.button('Forget login').click();
    await expect(card).toContainText('No login is saved: you report by hand.');
    expect(austria.asked('forget-login')).toEqual([{}]);
  });

  test('has its annual receipts checked until 15 February', async ({ open, austria, standIn, page }) => {
    standIn.overview = troubledOverview();
    await open();
    await expect(page.getByText('The annual receipt 2026 waits for a signature unit')).toBeVisible();
    await expect(austria.annual('2024')).toContainText('Checked on 4 Jan 2025');
    await expect(austria.annual('2025')).toContainText('Overdue since 15 Feb 2026');
    await expect(austria.annual('2026')).toContainText('To be checked by 15 Feb 2027');
    await austria.annual('2026').getByRole('button').click();
    await expect(austria.dialog.getByRole('img')).toHaveAttribute('data-qr-version', /^1\d$/);
    await austria.button('It was found good').click();
    await expect(austria.annual('2026')).toContainText('Checked on 21 Jan 2027');
    expect(austria.asked('checked')).toEqual([{ receipt: '2026' }]);
  });

  test('has its receipts saved every three months', async ({ open, austria, standIn }) => {
    await open();
    const card = austria.card('Datenerfassungsprotokoll (DEP)');
    await expect(card).toContainText('By 31 Mar 2027');
    standIn.exports = [exportJob()];
    await austria.button('Export everything').click();
    await expect(card.getByRole('progressbar')).toBeVisible();
    await expect(austria.button('Export what is new')).toHaveAttribute('aria-disabled', 'true');
    Object.assign(standIn.exports[0]!, { state: 'done', size: 4096 });
    await expect(austria.note).toHaveText('dep-export.zip is ready');

    standIn.overview = overview({ dep: { till: '2026-09-30', due: '2026-12-31' } });
    await expect(card).toContainText('Due since 31 Dec 2026');
    await austria.button('Export what is new').click();
    await expect.poll(() => austria.sent('POST', 'exports')).toHaveLength(2);
    expect(austria.sent('POST', 'exports')).toEqual([
      { type: 'dep', from: '2026-12-01', till: '2027-01-21', whole: false },
      { type: 'dep', from: '2026-09-30', till: '2027-01-21', whole: false },
    ]);
  });

  test('ends for ever when its Kassen-ID is typed', async ({ open, austria, standIn }) => {
    standIn.overview = overview({ finanzOnline: account() });
    await open();
    await austria.button('Take this register out of operation …').click();
    await expect(austria.dialog).toContainText('This cannot be undone');
    const field = austria.dialog.getByRole('textbox', { name: /type the Kassen-ID: 1\/1/ });
    await field.fill('1/2');
    await austria.button('Make closing receipt').click();
    await expect(austria.dialog).toContainText('This is not the Kassen-ID: 1/1');
    await expect(field).toBeFocused();
    expect(austria.everything).toEqual([]);
    await field.fill('1/1');
    await austria.button('Make closing receipt').click();
    await expect(austria.note).toHaveText('1/1 is out of operation');
    await expect(austria.card('Register')).toContainText('Out of operation');
    await expect(austria.card('End of the register')).toHaveCount(0);
    await expect(austria.button('Make a null receipt')).toHaveCount(0);
    expect(austria.asked('close')).toEqual([{ registerId: '1/1' }]);
  });
});

test.describe('page for Austria, the way to it', () => {
  test('leads there from its problems', async ({ austria, control, service }) => {
    await control.pretend({
      ...(await service.status()),
      problems: [
        { code: 'AT_ANNUAL_UNCHECKED', severity: 'warning', params: { year: '2026', date: '2027-02-15' } },
      ],
    });
    await control.open();
    await control.banner.getByRole('link', { name: 'Open the page “Austria”' }).click();
    await expect(austria.heading).toHaveText('Austria');
    await expect(austria.annual('2026')).toBeVisible();
  });

  test.describe('while the service is away', () => {
    // The browser itself reports every request that fails.
    test.use({ sharedService: null, expectedComplaints: [/Failed to load resource: net::ERR_/] });

    test('can be read but not used', async ({ austria, page, service }) => {
      await page.goto(`${service.url}#/fiscal`);
      const zero = austria.button('Make a null receipt');
      await expect(zero).toHaveAttribute('aria-disabled', 'false');
      await austria.annual('2026').getByRole('button').click();
      await service.crash();
      await expect(austria.button('It was found good')).toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alert')).toContainText('No connection to the register service');
      await expect(zero).toHaveAttribute('aria-disabled', 'true');
      await expect(austria.card('Register')).toContainText('1/1');
      await service.start();
      await expect(zero).toHaveAttribute('aria-disabled', 'false');
      expect(austria.everything).toEqual([]);
    });
  });
});
