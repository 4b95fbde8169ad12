/** The pages that look after a register. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CARE_PAGES, PAGE_HASH } from '../../renderer/api/page-choice.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test as base } from '../fixtures/test.ts';

const test = base.extend<{ folder: string }>({
  // A folder of the computer that is not the register's.
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tillmark-backups-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

test.describe('looking after a register', () => {
  // A restore that is refused.
  test.use({ expectedComplaints: [/status of 409/] });

  test('backs up to a folder that was looked at, and drills what came of it', async ({
    page,
    service,
    folder,
  }) => {
    await service.configure(cafe());
    await service.register(sale());
    await page.goto(service.url);
    await page.getByRole('link', { name: 'Look after' }).click();
    await page.getByRole('link', { name: 'Backups' }).click();

    const field = page.getByLabel('Folder', { exact: true });
    await field.fill(`${folder}/nowhere`);
    await page.getByRole('button', { name: 'Back up there' }).click();
    await expect(page.getByText('There is no such folder on this computer.')).toBeVisible();
    await field.fill(folder);
    await page.getByRole('button', { name: 'Check the folder' }).click();
    await expect(page.getByTestId('folder-check')).toContainText('Tillmark can write there.');
    await page.getByRole('button', { name: 'Back up there' }).click();
    await expect(page.getByTestId('backup')).toContainText('up to record');

    await page.getByRole('button', { name: 'Start the drill' }).click();
    const result = page.getByTestId('drill');
    await expect(result).toHaveAttribute('data-outcome', 'sound');
    await expect(result).toContainText('records, sound');
    await expect(page.getByRole('table', { name: 'Figures compared' })).toContainText('Receipts');

    // A register that has receipts is never written over, and the page says why.
    await page.getByText('Restore a register …').click();
    await page.getByRole('button', { name: 'Check and restore' }).click();
    await expect(page.getByText('Register def was not restored:')).toContainText('is in use');

    await page.getByRole('link', { name: 'Audit trail' }).click();
    await expect(page.getByText(/entries, whole and unchanged/)).toBeVisible();
    await page.getByLabel('What', { exact: true }).selectOption('Folder of the backups');
    await expect(page.getByTestId('entry')).toHaveCount(1);
    await page.getByLabel('Any text').fill('nobody');
    await expect(page.getByText('Nothing fits.')).toBeVisible();
  });

  test('exports a usual period, and saves what the till supplier may see', async ({
    page,
    service,
    folder,
  }) => {
    await service.configure(cafe());
    await service.register(sale());
    await page.goto(service.url + PAGE_HASH.exports);
    await page.getByLabel('Folder of the register').fill(folder);
    const saft = page.getByRole('region', { name: 'SAF-T (PT)' });
    await saft.getByRole('button', { name: 'This month' }).click();
    await expect(saft.getByRole('link', { name: /^Download/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Journal' })).toContainText('No files yet.');

    await page.getByRole('link', { name: 'Support' }).click();
    await page.getByRole('button', { name: 'Make the bundle' }).click();
    await page.getByText('registers.json').click();
    await expect(page.getByLabel('registers.json')).toContainText('"country": "PT"');
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save it (ZIP)' }).click();
    expect((await saved).suggestedFilename()).toBe('tillmark-support.zip');

    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await expect(page.getByTestId('log')).toContainText('version');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByLabel('With this text').fill('no such words');
    await expect(page.getByText('No line fits.')).toBeVisible();
  });

  for (const [width, height] of [
    [1024, 600],
    [390, 844],
  ] as const)
    test(`fits ${width} by ${height}, with words and controls for everybody`, async ({ page, service }) => {
      await page.setViewportSize({ width, height });
      await service.configure(cafe());
      for (const name of CARE_PAGES) {
        await page.goto(service.url + PAGE_HASH[name]);
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        expect
          .soft(await page.evaluate('document.documentElement.scrollWidth'), name)
          .toBeLessThanOrEqual(width);
        expect.soft(await obstacles(page), name).toEqual([]);
        expect.soft(await smallTargets(page), name).toEqual([]);
      }
    });
});
