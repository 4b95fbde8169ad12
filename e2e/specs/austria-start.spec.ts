import { account, aesKey, byHand, failure, freshOverview, report, unit } from '../fixtures/austria-data.ts';
import { expect, test } from '../fixtures/austria-test.ts';

/** Waits for its turn, or is due. */
const openReports = [
  report({ id: 'unit 3a7f01c2', kind: 'unit', subject: '3a7f01c2', state: 'due', done: null }),
  report({ id: 'register', kind: 'register', state: 'waiting', done: null, lastDay: '2027-01-28' }),
];

test.describe('start-up of an Austrian register', () => {
  test('begins with a signature unit', async ({ open, austria, standIn, page }) => {
    standIn.overview = freshOverview();
    await open();
    await expect(austria.step('unit')).toHaveAttribute('aria-current', 'step');
    await expect(austria.step('unit')).toContainText('There is none yet.');
    await expect(austria.step('check')).toHaveAttribute('data-state', 'later');
    await expect(austria.card('Register')).toHaveCount(0);

    standIn.overview = freshOverview({ units: [unit({ state: 'failed', failure: 'no answer' })] });
    await expect(austria.step('unit')).toContainText('None works.');
    await expect(austria.step('unit')).toContainText('no answer');

    standIn.overview = freshOverview({ units: [unit()] });
    await expect(austria.step('unit')).toHaveAttribute('data-state', 'done');
    await expect(austria.step('unit')).toContainText('Serial 3a7f01c2');
    await expect(austria.step('unit')).toContainText('Valid until 30 Nov 2031');
    await expect(austria.step('access')).toHaveAttribute('aria-current', 'step');
    await page.getByRole('link', { name: 'Open the page “Signature units”' }).click();
    await expect(page).toHaveURL(/#\/units$/);
  });

  test('takes a login for FinanzOnline, without ever showing its PIN', async ({ open, austria, standIn }) => {
    standIn.overview = freshOverview({ units: [unit()] });
    await open();
    await austria.button('Enter login …').click();
    const field = (name: RegExp) => austria.dialog.getByRole('textbox', { name });
    const pin = austria.dialog.getByLabel('PIN', { exact: true });
    await field(/^User/).fill('kassa');
    await austria.button('Check and save').click();
    await expect(austria.dialog).toContainText(
      'The user has 8 to 12 letters and digits, at least one of each',
    );
    await expect(field(/^Participant/)).toBeFocused();
    await expect(field(/^VAT ID/)).not.toHaveAttribute('aria-invalid', 'true');
    expect(austria.everything).toEqual([]);

    await field(/^Participant/).fill('123456789012');
    await field(/^User/).fill('kassa2026');
    await pin.fill('geheim1234');
    await expect(pin).toHaveAttribute('type', 'password');
    await austria.dialog.getByRole('combobox', { name: 'Reports are' }).selectOption('test');
    await austria.button('Check and save').click();
    await expect(austria.note).toHaveText('The login is saved');
    const sent = { participant: '123456789012', user: 'kassa2026', pin: 'geheim1234', producer: '' };
    expect(austria.asked('set-login')).toEqual([{ ...sent, mode: 'test' }]);
    await expect(austria.step('access')).toHaveAttribute('data-state', 'done');
    await expect(austria.step('access')).toContainText('Test: means nothing to the tax office');

    await austria.button('Change login …').click();
    await expect(field(/^User/)).toHaveValue('kassa2026');
    await expect(pin).toHaveValue('');
    // It is known, and may stay.
    await austria.dialog.getByRole('combobox', { name: 'Reports are' }).selectOption('production');
    await austria.button('Check and save').click();
    await expect(austria.step('access')).not.toContainText('Test: means nothing');
    expect(austria.asked('set-login')[1]).toMatchObject({ pin: '', mode: 'production' });
  });

  test('asks for the maker of the program where it has none', async ({ open, austria, standIn }) => {
    standIn.overview = freshOverview({ units: [unit()], finanzOnline: { ...byHand(), producer: null } });
    await open();
    await austria.button('Enter login …').click();
    await expect(austria.dialog).toContainText('Ask your till supplier; this program has none.');
    await austria.button('Check and save').click();
    const maker = austria.dialog.getByRole('textbox', { name: /^VAT ID/ });
    await expect(maker).toHaveAttribute('aria-invalid', 'true');
    expect(austria.everything).toEqual([]);
  });

  test('says before anything is sent that a test key is for tests', async ({ open, austria, standIn }) => {
    const key = unit({ id: 'test-1', kind: 'software', zda: 'AT9' });
    standIn.overview = freshOverview({ units: [key] });
    await open();
    await expect(austria.step('unit')).toContainText('FinanzOnline takes it for tests only');
    await austria.button('Enter login …').click();
    await expect(austria.dialog).toContainText('The only signature unit is a test key');
    await austria.dialog.getByRole('combobox', { name: 'Reports are' }).selectOption('test');
    await expect(austria.dialog).not.toContainText('The only signature unit is a test key');
    await austria.button('Cancel').click();
    await austria.button('I report by hand').click();
    await expect(austria.step('report')).toContainText('It is a test key, which cannot be registered.');
    await expect(austria.step('report')).not.toContainText('AT9');
    expect(austria.everything).toEqual([]);
  });

  test.describe('refused', () => {
    test.use({ expectedComplaints: [/the server responded with a status of 400/] });

    test('says which field it was, or what FinanzOnline has against it', async ({
      open,
      austria,
      standIn,
    }) => {
      standIn.overview = freshOverview({ units: [unit()], finanzOnline: account({ reports: openReports }) });
      standIn.refuse('set-login', {
        status: 400,
        message: 'Bitte prüfen Sie Ihre Eingabe.',
        warnings: ['#ACTION producer: must be the VAT id of the maker'],
      });
      await open();
      await austria.button('Change login …').click();
      await austria.button('Check and save').click();
      const maker = austria.dialog.getByRole('textbox', { name: /^VAT ID/ });
      await expect(maker).toHaveAttribute('aria-invalid', 'true');
      await expect(maker).toBeFocused();
      await expect(austria.dialog).toContainText('VAT id has 10 to 24 letters and digits.');

      standIn.refuse('set-login', {
        status: 400,
        message: 'Bitte prüfen Sie Ihre Eingabe.',
        warnings: ['#ACTION FinanzOnline refuses the login: the user is locked (-6)'],
      });
      standIn.overview = {
        ...standIn.overview,
        finanzOnline: account({
          reports: openReports,
          notKept: failure({ code: '-6', advice: 'unlock' }),
        }),
      };
      await austria.button('Check and save').click();
      await expect(austria.dialog.getByRole('alert')).toContainText(
        'The user is locked. Unlock the user or give it a new PIN',
      );
      await expect(maker).not.toHaveAttribute('aria-invalid', 'true');
    });
  });

  test('says what FinanzOnline has against a report, and is not held up by it', async ({
    open,
    austria,
    standIn,
  }) => {
    const refused = { ...openReports[0]!, state: 'failed' as const, failure: failure({ code: '7' }) };
    standIn.overview = freshOverview({
      units: [unit()],
      finanzOnline: account({ reports: [refused, openReports[1]!] }),
    });
    await open();
    await expect(austria.report('unit 3a7f01c2')).toContainText(
      'The certificate belongs to another company.',
    );
    await expect(austria.report('unit 3a7f01c2')).toContainText('Es ist keine Signatureinheit in Betrieb');
    await expect(austria.report('unit 3a7f01c2')).toContainText('does not try this again by itself');
    await expect(austria.report('register')).toContainText('Another one comes first');
    await expect(austria.report('register')).toContainText('By 28 Jan 2027 at the latest');
    await expect(austria.step('receipt')).toHaveAttribute('data-state', 'now');

    await austria.button('Report now').click();
    await expect(austria.step('report')).toHaveAttribute('data-state', 'done');
    expect(austria.asked('report')).toEqual([{}]);
  });

  test('can be reported by hand, with all that FinanzOnline asks for', async ({
    open,
    austria,
    standIn,
    page,
  }) => {
    standIn.overview = freshOverview({ units: [unit()], finanzOnline: byHand(openReports) });
    await open();
    await austria.button('I report by hand').click();
    const step = austria.step('report');
    await expect(step).toContainText('Registrierung einer Signatur- bzw. Siegelerstellungseinheit');
    await expect(step.getByRole('definition')).toHaveText(['AT1', '3a7f01c2', 'Hexadezimal', '1/1']);
    await expect(page.getByText(aesKey.key)).toHaveCount(0);

    await austria.button('Show AES key …').click();
    await austria.button('Show key').click();
    await expect(austria.dialog.getByRole('definition')).toHaveText([aesKey.key, aesKey.check]);
    await expect(austria.button('Copy: Benutzerschlüssel AES-256')).toBeVisible();
    expect(austria.everything.map(({ path }) => path)).toEqual(['country/create-key', 'country/show-key']);
    await austria.button('Done').click();
    await expect(page.getByText(aesKey.key)).toHaveCount(0);

    for (const name of ['Register the signature unit', 'Register the cash register']) {
      await austria.button(`${name}: reported by hand`).click();
      await expect(austria.dialog).toContainText('only when FinanzOnline has confirmed it');
      await austria.button('It is reported').click();
      await expect(austria.dialog).toHaveCount(0);
    }
    expect(austria.asked('reported')).toEqual([{ report: 'unit 3a7f01c2' }, { report: 'register' }]);
    await expect(austria.report('register')).toContainText('Done by hand');
    await expect(step).toHaveAttribute('data-state', 'done');
    await page.reload();
    await expect(austria.step('access')).toContainText('You report by hand.');
  });

  test('ends with a start receipt that was found good', async ({ open, austria, standIn }) => {
    standIn.overview = freshOverview({ units: [unit()], finanzOnline: byHand() });
    await open();
    await austria.button('I report by hand').click();
    await austria.button('Make the start receipt …').click();
    await expect(austria.dialog).toContainText('From now on every sale is real');
    await expect(austria.dialog).toContainText('Kassen-ID 1/1 and company cannot be changed any more.');
    expect(austria.everything).toEqual([]);
    await austria.button('Make start receipt').click();
    await expect(austria.note).toHaveText('The start receipt is made');
    await expect(austria.step('receipt')).toContainText('No. 2026/1 of 1 Dec 2026, 08:00');
    await expect(austria.card('Register')).toContainText('In operation');

    await austria.step('check').getByRole('button').click();
    await expect(austria.dialog.getByRole('img')).toBeVisible();
    await austria.dialog.getByText('The code as text').click();
    await expect(austria.dialog.getByText('_R1-AT1_1/1_2026/1')).toBeVisible();
    await austria.button('It was found good').click();
    await expect(austria.note).toHaveText('Start receipt: noted as checked');
    expect(austria.asked('checked')).toEqual([{ receipt: 'start' }]);
    await expect(austria.card('Start-up')).toHaveCount(0);
  });
});
