import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { signText } from '../../service/countries/pt/signature.ts';
import { testCompany } from '../../service/portal/testing/company.ts';
import { handIn, saleLine } from '../../service/portal/testing/records.ts';
import type { TestRegister } from '../../service/portal/testing/register.ts';
import { handleOf } from '../../service/register/paper/digital-receipts.ts';
import type { HandledRecord } from '../../service/receipt/document-handle.ts';
import { obstacles } from '../fixtures/accessible.ts';
import type { PortalProcess } from '../fixtures/portal.ts';
import { expect, test } from '../fixtures/portal-test.ts';

/** The address that the register would print for a record. */
async function linkOf(register: TestRegister, record: HandledRecord): Promise<string> {
  const { body } = await register.send('GET', '/receipts');
  const { registerId, key, address } = body as { registerId: number; key: string; address: string };
  return handleOf({ registerId, key: Buffer.from(key, 'base64'), address }, record).link;
}

const cfgLine = JSON.stringify({
  ...{ _: 'Cfg', SQ: 1, RN: 'def', D: '2026-11-22T09:00:00' },
  Cfg: { Cmp: { Nam: 'Padaria Central', Ctry: 'PT', TaxId: 'PT599999993' } },
});

/** What somebody could have typed into a till, to harm who opens the receipt. */
const HOSTILE = '<img src=x onerror=alert(1)>';

/** A connected register of a shop with one signed receipt, and how that is handed in. */
async function soldOnce(portal: PortalProcess) {
  const register = await portal.connect(await testCompany(portal));
  const keys = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const entry = '2026-11-22T10:00:00';
  const PosA = [{ _: 'Pos', PN: '1', Dsc: HOSTILE, TaxG: 'A', Amt: '12.00' }];
  const esr = { TN: '1', FN: 'FS 1_1.26/1', T: '12.00', PosA };
  const sale = JSON.parse(saleLine(2, { esr })) as HandledRecord;
  const Fis = {
    Code: 'A:599999993*B:999999990',
    PT_SystemEntryDate: entry,
    PT_Hash: signText(`2026-11-22;${entry};FS 1_1.26/1;12.00;`, keys.privateKey),
  };
  return {
    link: await linkOf(register, sale),
    async arrive() {
      await register.send('PUT', '/installation', {
        program: { product: 'P', version: '1', producer: { name: 'N', taxId: '1' }, certificate: '1' },
        publicKeys: { 'key.pem': keys.publicKey.export({ type: 'spki', format: 'pem' }) },
      });
      const answer = await handIn(register, 1, [cfgLine, JSON.stringify({ ...sale, Fis })]);
      expect(answer.status).toBe(200);
    },
  };
}

test.use({ viewport: { width: 360, height: 740 }, locale: 'de-AT' });

test('a receipt is waited for, read on a phone, checked and taken along', async ({
  page,
  context,
  portal,
}) => {
  const { link, arrive } = await soldOnce(portal);
  const others: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(portal.url) && !/^(data|blob):/.test(url)) others.push(url);
  });
  const response = await page.goto(link);
  expect(response!.headers()).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  });
  await expect(page.getByRole('heading', { name: 'Ihr Beleg ist unterwegs' })).toBeVisible();
  expect(await obstacles(page)).toEqual([]);

  await arrive();
  await expect(page.getByTestId('receipt')).toContainText('12,00');
  await expect(page.getByTestId('receipt')).toContainText('<img src=x');
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await expect(page.getByTestId('signature')).toContainText('Die Signatur ist echt');
  await expect(page.getByRole('img', { name: 'Fiskalischer Code des Belegs' })).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  expect(await obstacles(page)).toEqual([]);

  for (const [name, beginning] of [
    ['PDF herunterladen', '%PDF-'],
    ['Daten herunterladen (JSON)', '{"Tra":'],
    ['Daten herunterladen (XML)', '<?xml'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    expect((await readFile(await (await download).path(), 'latin1')).slice(0, beginning.length)).toBe(
      beginning,
    );
  }
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(page.getByTestId('signature')).toContainText('The signature is genuine');
  expect(await context.cookies()).toEqual([]);
  expect(others).toEqual([]);
});

test('a receipt that does not come is not looked for without end', async ({ page, portal }) => {
  const { link, arrive } = await soldOnce(portal);
  let looks = 0;
  page.on('request', (request) => (looks += Number(request.url().endsWith('/look'))));
  await page.clock.install();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ihr Beleg ist unterwegs' })).toBeVisible();
  const late = page.getByRole('heading', { name: 'Ihr Beleg ist noch nicht angekommen' });
  await expect(async () => {
    await page.clock.runFor(60_000);
    await expect(late).toBeVisible({ timeout: 100 });
  }).toPass();
  const seen = looks;
  await page.clock.runFor(3_600_000);
  expect(looks).toBe(seen);
  expect(await obstacles(page)).toEqual([]);
  await arrive();
  await page.getByRole('button', { name: 'Erneut nachsehen' }).click();
  await expect(page.getByTestId('receipt')).toContainText('12,00');
});

test('a changed receipt is told from a genuine one', async ({ page, portal }) => {
  const { link, arrive } = await soldOnce(portal);
  await arrive();
  await page.route('**/receipt/v1/look', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { signature: { text: string } };
    body.signature.text += 'A';
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(link);
  await expect(page.getByTestId('signature')).toContainText('Die Signatur passt nicht');
});

test('a personal receipt asks for its customer', async ({ page, portal }) => {
  const companyId = await testCompany(portal);
  const register = await portal.connect(companyId);
  const line = saleLine(2, { esr: { TN: '1', Ctm: { Nam: 'Ana Silva', Zip: '1200-001' } } });
  await handIn(register, 1, [cfgLine, line]);
  await page.goto(await linkOf(register, JSON.parse(line) as HandledRecord));
  const field = page.getByLabel('Postleitzahl');
  await field.fill('4000');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Auf dem Beleg steht etwas anderes.');
  expect(await obstacles(page)).toEqual([]);
  await field.fill('1200 001');
  await field.press('Enter');
  await expect(page.getByTestId('receipt')).toContainText('Ana Silva');
});
