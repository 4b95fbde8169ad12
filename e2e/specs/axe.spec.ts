/** Every page of the control page and of the portal, held against the rules of axe, and with long texts on a narrow screen. */
import { PAGE_HASH } from '../../renderer/api/page-choice.ts';
import { handIn, saleLine } from '../../service/portal/testing/records.ts';
import { testCompany, testLocation } from '../../service/portal/testing/company.ts';
import { test as portalTest } from '../fixtures/portal-test.ts';
import { cutTexts, speakLongLanguage } from '../fixtures/long-language.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';
import { violationsIn } from '../fixtures/violations.ts';

const PASSWORD = 'Pastel de nata 7';

/** The pages of a register, in two halves that are looked at side by side. */
const settings = ['', '/company', '/printing', '/expert'].map((part) => `#/settings${part}`);
const others = Object.values(PAGE_HASH).filter((hash) => !settings.includes(hash));

for (const [what, hashes] of [
  ['one half', others.slice(others.length / 2)],
  ['the other half', [...settings, ...others.slice(0, others.length / 2)]],
] as const) {
  test.describe(`axe, pages of a register, ${what}`, () => {
    test.use({ expectedComplaints: [/status of 401/] });

    test('has nothing against them', async ({ page, service }) => {
      // Half of all pages, one after the other.
      test.slow();
      await service.configure(cafe());
      await service.setAttributes(
        'SignServer Printer=epson Printer_Port=127.0.0.1:9 Display=epson Display_Port=printer Drawer=posiflex Drawer_Port=x EInvoice_Routes="PEPPOL=access-point:peppol" EInvoice_Folder=/srv',
      );
      await service.register(sale());
      await service.setPassword(PASSWORD);
      await page.goto(`${service.url}#/settings`);
      const password = page.getByLabel('Password of this register');
      await expect(password).toBeVisible();
      expect(await violationsIn(page)).toEqual([]);
      await password.fill(PASSWORD);
      await password.press('Enter');
      await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
      await speakLongLanguage(page);
      await page.reload();
      for (const hash of hashes) {
        await page.goto(service.url + hash);
        await page.waitForLoadState('networkidle');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect.soft(await violationsIn(page), hash).toEqual([]);
        expect.soft(await cutTexts(page), hash).toEqual([]);
      }
    });
  });
}

/** Parts of a company; those of organizations and locations look the same as far as they have them. */
const company = [
  ...['', '/registers', '/notifications', '/receipts', '/digital-receipts', '/base-data', '/licences'],
  ...['/details', '/contacts', '/users', '/keys', '/audit', '/new-location'],
];

for (const what of ['a company', 'all else']) {
  portalTest(`axe has nothing against the portal: ${what}`, async ({ page, portal, portalPage }) => {
    const id = await testCompany(portal);
    const location = await testLocation(portal, id, 'L1', { name: 'Chiado' });
    const register = await portal.connect(id, { tl: 'L1' });
    await handIn(register, 1, [saleLine(1)]);
    await portalPage.open();
    await expect(page.getByLabel('E-mail address')).toBeVisible();
    if (what === 'all else') expect.soft(await violationsIn(page)).toEqual([]);
    await portalPage.signIn();
    await speakLongLanguage(page);
    await page.reload();
    const others = [
      ...['#/', '#/account', '#/notifications', '#/nothing-such', '#/organization/2'],
      ...['#/organization/2/prices', `#/location/${location}`, `#/register/${id}/${register.registerId}`],
      `#/register/${id}/${register.registerId}/1`,
    ];
    const parts = company.map((section) => `#/company/${id}${section}`);
    for (const place of what === 'a company' ? parts : others) {
      await portalPage.open(place);
      await expect(portalPage.title).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect.soft(await violationsIn(page), place).toEqual([]);
      expect.soft(await cutTexts(page), place).toEqual([]);
    }
  });
}
