import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets, unfold } from '../fixtures/comfort.ts';
import { describedState } from '../fixtures/described-data.ts';
import { expect, test } from '../fixtures/described-test.ts';

test.describe('a page that is drawn by its description', () => {
  test.use({ expectedComplaints: [/the server responded with a status of 40[06]/] });

  test('shows every kind of part in the words of its country', async ({ described, page }) => {
    await expect(described.link('Croatia')).toBeVisible();
    const sending = described.card('Fiscalisation');
    await expect(sending).toContainText('Receipts go to the test service');
    await expect(sending).toContainText(/Receipts that wait.*3/s);
    await expect(sending).toContainText(/First deadline.*25 Nov 2026, 09:00/s);
    await expect(sending).toContainText('The tax authority refuses: s005 OIB se razlikuje');
    await expect(sending).toContainText('Test signing key');
    await expect(described.card('Certificate')).toContainText(
      /FISKAL 1.*Fina RDC 2020.*5 Dec 2026.*12 days left/s,
    );
    await expect(described.card('Numbers')).toContainText(/Device.*12.*In the VAT system.*Yes/s);
    await expect(described.card('Working hours')).toContainText('There are no exceptions.');
    const more = described.card('Test');
    await expect(more.getByTestId('step')).toHaveCount(3);
    await expect(more.locator('[aria-current=step]')).toContainText('Working hours (to do now)');
    await expect(more).toContainText('No login is saved.');
    await expect(more.getByRole('row', { name: /^A/ })).toContainText('25%');
    await expect(more.getByRole('row', { name: /^Z/ }).getByRole('button')).toHaveCount(0);
    await expect(more).toContainText('No files yet.');

    await unfold(page);
    expect(await obstacles(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await described.control.language().selectOption('de');
    await expect(described.card('Fiskalisierung')).toContainText(/Wartende Belege.*3/s);
  });

  test('does what a button says, and shows what came of it', async ({ described, standIn }) => {
    const goOn = standIn.hold();
    await described.button('Send now').click();
    await expect(described.page.locator('button[aria-busy=true]')).toHaveText('Send now');
    goOn();
    await expect(described.note).toHaveText('The receipts that wait are being sent');
    await expect(described.button('Send now')).toHaveCount(0);
    await expect(described.card('Fiscalisation')).toContainText('All receipts have their JIR.');

    standIn.refuse('echo', { message: 'A autoridade não responde', issues: [] });
    await described.card('Fiscalisation').getByRole('button', { name: 'Test the connection' }).click();
    await expect(described.card('Fiscalisation').getByRole('alert')).toContainText(
      'A autoridade não responde',
    );
  });

  test('keeps what is typed while it is drawn anew, and marks mistakes at their fields', async ({
    described,
    page,
    standIn,
  }) => {
    const add = described.button('Add hours\u00a0…');
    await add.click();
    await page.keyboard.press('Enter');
    // Nothing is asked for what is missing.
    await expect(described.dialog.getByRole('combobox', { name: 'Day' })).toBeFocused();
    expect(described.everything).toEqual([]);
    await described.dialog.getByRole('combobox', { name: 'Day' }).selectOption('Public holidays');
    await described.dialog.getByRole('textbox', { name: 'Opens at' }).fill('8:00');
    await described.dialog.getByRole('textbox', { name: 'Closes at' }).fill('24:00');
    await described.dialog.getByRole('textbox', { name: 'OIB of who' }).fill('02994650199');
    await page.keyboard.press('Enter');
    const opens = described.dialog.getByRole('textbox', { name: 'Opens at' });
    await expect(opens).toBeFocused();
    await expect(opens).toHaveAccessibleDescription(/00:00 to 24:00/);
    await expect(described.dialog.getByRole('alert')).toHaveCount(0);
    await opens.fill('08:00');
    await page.keyboard.press('Enter');
    await expect(described.note).toHaveText('The tax authority is told');
    await expect(described.dialog).toHaveCount(0);
    await expect(add).toBeFocused();
    const body = { day: '8', from: '08:00', till: '24:00', since: '2026-11-23', operator: '02994650199' };
    expect(described.asked('add-hours').at(-1)).toEqual(body);
    await expect(described.card('Working hours').getByRole('row', { name: /Public holidays/ })).toBeVisible();

    // What is typed in a form on the page stays while other things change.
    await described.card('Test').getByRole('combobox', { name: 'Numbers' }).selectOption('P');
    await described.button('Remove the hours: Monday').click();
    await expect(described.dialog).toContainText('these hours do not count any more');
    expect(await obstacles(page)).toEqual([]);
    await described.dialog.getByRole('textbox', { name: 'OIB of who' }).fill('02994650199');
    await described.dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(described.note).toHaveText('The hours are removed');
    expect(described.asked('remove-hours')).toEqual([{ id: 'h1', operator: '02994650199' }]);
    await described.card('Test').getByRole('checkbox').uncheck();
    await described.card('Test').getByRole('button', { name: 'Change buyer' }).click();
    await expect(described.note).toHaveText('The tax authority knows the other data');
    expect(described.asked('options')).toEqual([{ vat: false, sequence: 'P' }]);
    expect(standIn.overview.options).toEqual({ vat: false, sequence: 'P' });
  });

  test('takes a certificate with its password, and says at the field what is wrong with it', async ({
    described,
    standIn,
  }) => {
    await described.button(/^Replace/).click();
    await described.chooseFile('Certificate', 'big.p12', Buffer.alloc(100_001));
    await expect(described.dialog).toContainText('This file is too large');
    await described.dialog.getByRole('button', { name: 'Import' }).click();
    expect(described.everything).toEqual([]);
    await described.chooseFile('Certificate', 'fiskal.p12', Buffer.from([0x30, 0x82, 0xff]));
    await described.dialog.getByLabel('Password of the file').fill(' secret ');
    standIn.refuse('certificate', {
      message: 'Os dados',
      status: 400,
      issues: [{ path: 'password', text: 'does not open the file', words: { key: 'certificate.hint' } }],
    });
    await described.dialog.getByRole('button', { name: 'Import' }).click();
    const password = described.dialog.getByLabel('Password of the file');
    await expect(password).toHaveAccessibleDescription(/neither ZKI nor JIR/);
    await expect(password).toBeFocused();
    standIn.accept('certificate');
    await described.dialog.getByRole('button', { name: 'Import' }).click();
    await expect(described.note).toHaveText('The certificate is in use');
    expect(described.asked('certificate').at(-1)).toEqual({ file: 'MIL/', password: ' secret ' });
    await expect(described.card('Certificate')).toContainText('FISKAL 2');

    await described.button('Remove: Certificate for fiscalisation').click();
    await described.dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(described.note).toHaveText('The certificate is removed');
    await expect(described.card('Certificate')).toContainText('None yet');
  });

  test('has logins, rates and exports as the countries with pages of their own', async ({
    described,
    standIn,
    page,
  }) => {
    const more = described.card('Test');
    await described.button('Enter login\u00a0…').click();
    await described.dialog.getByRole('textbox', { name: 'Premises' }).fill('00169331406');
    await described.dialog.getByLabel('Means of payment').fill('geheim');
    await page.keyboard.press('Enter');
    await expect(more).toContainText('Saved: 00169331406');
    standIn.overview = describedState({ user: '00169331406', answered: false });
    await more.getByRole('button', { name: 'Test the connection' }).click();
    await expect(more.getByRole('status').filter({ hasText: 'Last answer' })).toContainText('None yet');

    await described.button('Change the rate of group A').click();
    await described.dialog.getByRole('textbox', { name: 'New rate' }).fill('24,5');
    await page.keyboard.press('Enter');
    await expect(more.getByRole('row', { name: /^A/ })).toContainText('24.5%');
    expect(described.asked('rate')).toEqual([{ group: 'A', rate: '24.5', from: '2026-11-23' }]);

    await described.button('Exceptions').click();
    await expect(more.getByRole('progressbar')).toBeVisible();
    expect(described.sent('POST', 'exports')).toMatchObject([{ type: 'audit', from: '2026-01-01' }]);
  });
});
