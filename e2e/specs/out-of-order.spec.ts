import { rename, writeFile } from 'node:fs/promises';
import { obstacles } from '../fixtures/accessible.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('control page, database that cannot be used', () => {
  // The stream of the old state ends; the browser reports that as a request that failed.
  test.use({
    expectedComplaints: [/Failed to load resource: (net::ERR_|the server responded with a status of 503)/],
  });

  test('is red with cause and remedy when the database is gone, and green again by itself', async ({
    control,
    page,
    service,
  }) => {
    await service.configure(cafe());
    await service.register(sale());
    await control.open();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');

    await rename(service.database, `${service.database}.moved`);
    await expect(control.headline).toHaveText('Not ready', { timeout: 15_000 });
    await expect(control.banner).toHaveAttribute('data-tone', 'stop');
    await expect(control.banner).toContainText('The database of receipts is gone');
    await expect(control.banner.locator('code').first()).toHaveText(
      /^npm run rebuild -- --data-root \S+data$/,
    );
    await expect(page).toHaveTitle(/^✕ Not ready/);
    // Nothing is known about the register; no figures are better than wrong ones.
    await expect(control.turnover).toHaveCount(0);
    await expect(control.paper).toHaveCount(0);
    expect(await obstacles(page)).toEqual([]);

    await rename(`${service.database}.moved`, service.database);
    await expect(control.headline).toHaveText('Practice only: receipts do not count', { timeout: 20_000 });
    await expect(control.count).toHaveText('1');
    await expect(control.paper).toContainText('Tosta mista');
  });

  test('starts with a damaged database and says so, in the language of the page', async ({
    control,
    service,
  }) => {
    await service.configure(cafe());
    await service.stop();
    await rename(service.database, `${service.database}.good`);
    await writeFile(service.database, 'no database at all\n'.repeat(500));
    await service.start();
    await control.open();
    await expect(control.headline).toHaveText('Not ready');
    await expect(control.banner).toContainText('The database of receipts is damaged');
    await control.language().selectOption('pt');
    await expect(control.banner).toContainText('A base de dados dos documentos está danificada');
    await expect(control.banner).toContainText('Para o fornecedor da caixa');

    await rename(`${service.database}.good`, service.database);
    await expect(control.headline).toHaveText('Apenas prática: os talões não contam', { timeout: 20_000 });
  });
});
