import { cp, rm } from 'node:fs/promises';
import { obstacles } from '../fixtures/accessible.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import type { Service } from '../fixtures/service.ts';
import { expect, test } from '../fixtures/test.ts';

/** Sells once, and stops. */
async function sellAndStop(service: Service): Promise<void> {
  await service.configure(cafe());
  await service.register(sale());
  await service.stop();
}

test.describe('control page, data that went back', () => {
  // The stream of the old state ends; the browser reports that as a request that failed.
  test.use({
    expectedComplaints: [/Failed to load resource: (net::ERR_|the server responded with a status of 503)/],
  });

  test('makes a lost database anew when the manager asks for it, and says what remains', async ({
    control,
    page,
    service,
  }, info) => {
    await sellAndStop(service);
    await rm(service.database);
    await service.start();
    await control.open();
    await expect(control.banner).toContainText('The database of receipts is gone or too old');
    await page.getByRole('button', { name: 'Make the database anew' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The old database is kept beside the new one.');
    await page.screenshot({ path: info.outputPath('rebuild-dialog.png'), fullPage: true });
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make it anew' }).click();
    await expect(control.banner).toContainText(
      'The database was made anew; the last receipts may be missing',
      {
        timeout: 20_000,
      },
    );
    await expect(control.banner).toContainText('def: FS ');
    await expect(control.count).toHaveText('1');
    await page.screenshot({ path: info.outputPath('rebuilt.png'), fullPage: true });
  });

  test('asks the manager whether selling goes on with an older data root, in the language of the page', async ({
    control,
    page,
    service,
  }, info) => {
    await sellAndStop(service);
    await cp(service.dataRoot, `${service.dataRoot}.copy`, { recursive: true });
    await service.start();
    await service.register(sale());
    await service.stop();
    await rm(service.dataRoot, { recursive: true });
    await cp(`${service.dataRoot}.copy`, service.dataRoot, { recursive: true });
    await service.start();
    await service.setPassword('a long password');
    await control.open();
    await expect(control.headline).toHaveText('Not ready');
    await expect(control.banner).toContainText(
      'These data are older than what was registered on this computer',
    );
    // A cashier is told who can.
    await page.getByRole('link', { name: 'Sign in as the manager to mend this' }).click();
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await page.getByRole('link', { name: 'Status' }).click();
    await control.language().selectOption('pt');
    await expect(control.banner).toContainText('Estes dados são mais antigos do que o que foi registado');
    await page.screenshot({ path: info.outputPath('older.png'), fullPage: true });
    await page.getByRole('button', { name: 'Continuar com estes dados' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Começam números novos para que nenhum se repita.');
    await page.screenshot({ path: info.outputPath('older-dialog.png'), fullPage: true });
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continuar com estes dados' }).click();
    await expect(control.count).toHaveText('1', { timeout: 20_000 });
    await service.register(sale());
    await expect(control.count).toHaveText('2');
  });
});
