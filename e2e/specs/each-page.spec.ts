/** Every page that somebody may see, for each role, on three screens, light and dark: nothing is too wide, too pale or without a name. */
import type { Page } from '@playwright/test';
import { CARE_PAGES, PAGE_HASH, type PageName } from '../../renderer/api/page-choice.ts';
import { TASKS } from '../../renderer/pages/settings/tasks.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import type { Service } from '../fixtures/service.ts';
import { expect, test } from '../fixtures/test.ts';

const PASSWORD = 'Pastel de nata 7';
const SCREENS = [
  { width: 1024, height: 600 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const STEPS = ['company', 'place', 'fiscal', 'printer', 'backup', 'password', 'portal', 'receipt'];

const hashes = (...pages: PageName[]) => pages.map((page) => PAGE_HASH[page]);
const SEEN = {
  cashier: hashes('status', 'day', 'receipts', 'devices', 'signIn'),
  auditor: hashes('status', 'day', 'receipts', 'exports', 'auditTrail', 'signIn'),
  manager: hashes('status', 'day', 'receipts', 'devices', 'fiscal', 'people', 'eInvoices'),
  'manager who looks after it': [
    ...hashes(...CARE_PAGES, 'try', 'requests', 'checklist'),
    ...STEPS.map((step) => `${PAGE_HASH.start}/${step}`),
  ],
  'manager who sets it': ['', ...TASKS.map((task) => `/${task}`)].map((part) => PAGE_HASH.settings + part),
};

/** Signs in as a person of a role. */
async function become(page: Page, service: Service, role: string): Promise<void> {
  const headers = { Authorization: `Basic ${btoa(`x:${PASSWORD}`)}` };
  const person = { name: role, role: role.split(' ')[0], pin: '73519' };
  expect((await page.request.post(`${service.url}control/people`, { headers, data: person })).ok()).toBe(
    true,
  );
  const { name, pin } = person;
  expect((await page.request.post(`${service.url}control/session`, { data: { name, pin } })).ok()).toBe(true);
}

for (const [role, pages] of Object.entries(SEEN)) {
  test(`each page of a ${role} is for all screens, light and dark`, async ({ page, service }) => {
    await service.configure(cafe());
    await service.register(sale());
    await service.setPassword(PASSWORD);
    await become(page, service, role);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Anew, and not by way of all colours between.
      await page.goto(service.url);
      for (const hash of pages) {
        await page.goto(service.url + hash);
        await page.waitForLoadState('networkidle');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('may not use this page')).toBeHidden();
        for (const screen of SCREENS) {
          await page.setViewportSize(screen);
          const where = `${hash} ${colorScheme} ${screen.width}`;
          const width = await page.evaluate('document.documentElement.scrollWidth');
          expect.soft(width, where).toBeLessThanOrEqual(screen.width);
          expect.soft(await obstacles(page), where).toEqual([]);
        }
      }
    }
  });
}
