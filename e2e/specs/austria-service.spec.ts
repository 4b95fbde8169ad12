import { startEmulator, type Emulator as Office } from '../../service/emulators/finanzonline/emulator.ts';
import { startATrust } from '../../service/emulators/at-signatures/a-trust.ts';
import { makeKeys } from '../../service/emulators/at-signatures/keys.ts';
import type { Emulator } from '../../service/emulators/at-signatures/server.ts';
import { coffeeHouse, sale } from '../fixtures/samples.ts';
import { expect, test as base } from '../fixtures/test.ts';
import { AustriaPage } from '../pages/austria-page.ts';

/** Web service user of the coffee house. */
const fonUser = { participant: 'TILLMARK1', user: 'kasse001', pin: 'Geheim4711' };

const login = { user: 'u123456789', password: 'geheim!' };

/** An emulated signature service, and the page of a real service that signs with it. */
const test = base.extend<{ aTrust: Emulator; office: Office; austria: AustriaPage }>({
  aTrust: async ({}, use) => {
    const keys = makeKeys('UID ATU12345678', Date.now());
    const users = { [login.user]: login.password };
    const emulator = await startATrust({ keys, users, now: () => Date.now() });
    await use(emulator);
    await emulator.stop();
  },
  office: async ({ service }, use) => {
    const office = await startEmulator({ users: [fonUser] });
    await service.setAttributes(`AT_FinanzOnline=${office.url}`);
    await use(office);
    await office.stop();
  },
  austria: async ({ page, control, service, aTrust }, use) => {
    await service.configure(coffeeHouse());
    await service.addUnit({ type: 'a-trust', url: aTrust.url, ca: aTrust.ca, ...login });
    await page.goto(`${service.url}#/fiscal`);
    await use(new AustriaPage(page, control));
  },
});

test.describe('page for Austria, with the real service', () => {
  test('starts a register by hand, lives through an outage, and ends it', async ({
    austria,
    aTrust,
    control,
    page,
    service,
  }) => {
    test.slow();
    await austria.button('I report by hand').click();
    await page.getByRole('link', { name: 'Open the page “Signature units”' }).click();
    await austria.button('Test a-trust-1').click();
    await austria.link('Austria').click();
    await expect(austria.step('unit')).toHaveAttribute('data-state', 'done');
    await austria.button('Show AES key …').click();
    await austria.button('Show key').click();
    const key = await austria.dialog.getByRole('definition').first().textContent();
    expect(key).toMatch(/^[\w+/]{43}=$/);
    await austria.button('Done').click();

    await austria.button('Make the start receipt …').click();
    await austria.button('Make start receipt').click();
    await expect(austria.note).toHaveText('The start receipt is made');
    await expect(austria.card('Register')).toContainText('In operation');
    await austria.step('check').getByRole('button').click();
    await expect(austria.dialog.getByRole('img')).toBeVisible();
    await austria.button('It was found good').click();
    await expect(austria.card('Start-up')).toHaveCount(0);

    aTrust.down();
    await service.register(sale('Melange', '4.90'));
    await expect(austria.card('Outage')).toContainText('No receipt has been signed since');
    await austria.link(/^Status/).click();
    await expect(control.banner).toContainText('Outage of the signature unit');
    aTrust.up();
    await austria.link('Signature units').click();
    await austria.button('Test a-trust-1').click();
    await expect(page.getByTestId('note')).toContainText('a-trust-1 signs');
    await austria.link('Austria').click();
    await service.register(sale('Einspänner', '5.20'));
    await expect(austria.card('Outage')).toHaveCount(0);

    await austria.button('Export everything').click();
    await expect(austria.note).toHaveText(/^DEP-AT.*is ready$/);
    await expect(austria.card('Datenerfassungsprotokoll (DEP)')).not.toContainText('Not yet');

    await austria.button('Take this register out of operation …').click();
    await austria.dialog.getByRole('textbox').fill('1/1');
    await austria.button('Make closing receipt').click();
    await expect(austria.card('Register')).toContainText('Out of operation');
  });

  test.describe('refused', () => {
    test.use({ expectedComplaints: [/the server responded with a status of 400/] });

    test('starts a register with FinanzOnline, from a wrong PIN to the check', async ({
      austria,
      office,
      page,
    }) => {
      test.slow();
      await page.getByRole('link', { name: 'Open the page “Signature units”' }).click();
      await austria.button('Test a-trust-1').click();
      await austria.link('Austria').click();
      await austria.button('Enter login …').click();
      const field = (name: RegExp) => austria.dialog.getByRole('textbox', { name });
      const pin = austria.dialog.getByLabel('PIN', { exact: true });
      await field(/^Participant/).fill(fonUser.participant);
      await field(/^User/).fill(fonUser.user);
      await field(/^VAT ID/).fill('ATU87654321');
      await expect(austria.dialog).toContainText('the register starts by itself');
      await pin.fill('Falsch4711');
      await austria.button('Check and save').click();
      await expect(austria.dialog.getByRole('alert')).toContainText('Participant, user or PIN is wrong.');
      await pin.fill(fonUser.pin);
      await austria.button('Check and save').click();
      await expect(austria.note).toHaveText('The login is saved');

      // From here on it needs no hands; the register is looked after at least once a minute.
      await expect(austria.card('Register')).toContainText('In operation', { timeout: 75_000 });
      await expect(austria.card('Start-up')).toHaveCount(0, { timeout: 75_000 });
      await austria.card('FinanzOnline').getByText('Done (3)').click();
      await expect(austria.report('start')).toHaveAttribute('data-state', 'done');
      expect(office.registers).toMatchObject([{ id: '1/1', state: 'IN_BETRIEB' }]);
      await expect(page.getByText(fonUser.pin)).toHaveCount(0);
    });
  });
});
