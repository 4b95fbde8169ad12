/**
 * `npm run walk:setup -- [--country PT] [--pictures FOLDER]`
 *
 * Sets up a register of each country in a browser, from an empty data root to a printed
 * receipt, and prints how many seconds, clicks and fields it took. Ends with 1 where
 * that took longer than three minutes, or was not possible.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../../build/scripts/browser.ts';
import { buildStale } from '../../build/scripts/fresh.ts';
import { Service } from '../fixtures/service.ts';
import { SHOPS, standIns, type Shop } from './shops.ts';
import { walk, type Walked } from './walk.ts';

/** A store manager has no more patience, s. */
const MOST_SECONDS = 180;

const { values } = parseArgs({ options: { country: { type: 'string' }, pictures: { type: 'string' } } });
const shops = SHOPS.filter(({ country }) => values.country === undefined || country === values.country);
if (shops.length === 0)
  throw new Error(`--country: one of ${SHOPS.map(({ country }) => country).join(', ')}`);
if (values.pictures !== undefined) mkdirSync(values.pictures, { recursive: true });

buildStale();
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function walkThrough(shop: Shop): Promise<Walked> {
  const folder = mkdtempSync(join(tmpdir(), 'tillmark-setup-'));
  const service = new Service();
  await service.start();
  const world = await standIns(shop, service, folder);
  const context = await browser.newContext({
    ...{ locale: 'en-GB', timezoneId: shop.timeZone, viewport: { width: 1024, height: 600 } },
  });
  const page = await context.newPage();
  try {
    return await walk(page, service, shop, world, {
      backups: join(folder, 'backups'),
      async look(step) {
        if (values.pictures === undefined) return;
        await page.screenshot({ path: join(values.pictures, `${shop.country}-${step}.png`), fullPage: true });
      },
    });
  } finally {
    await context.close();
    await world.stop();
    await service.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.stdout.write('country  seconds  clicks  fields  printed\n');
for (const shop of shops) {
  try {
    const { country, seconds, clicks, fields, isPrinted } = await walkThrough(shop);
    const cells = [seconds.toFixed(1).padStart(7), String(clicks).padStart(6), String(fields).padStart(6)];
    process.stdout.write(`${country.padEnd(7)}  ${cells.join('  ')}  ${isPrinted ? 'yes' : 'no'}\n`);
    if (seconds > MOST_SECONDS || !isPrinted) process.exitCode = 1;
  } catch (error) {
    process.stdout.write(`${shop.country.padEnd(7)}  failed: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
await browser.close();
