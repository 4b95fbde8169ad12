/** French exports of the portal, downloaded, and the scripts of its archive at work. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { france } from '../../countries/fr/testing/example.ts';
import { CFG, pos, SALE, ticket } from '../../countries/fr/testing/shop.ts';
import { Shop } from '../../countries/testing/shop.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { testCompany } from '../testing/company.ts';
import { type Downloaded, downloadExport } from '../testing/download.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { handInJournal } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

/** A company with two registers that have handed everything in; downloads its exports of a year. */
async function handedIn() {
  const companyId = await testCompany(portal, { taxId: CFG.Cmp.TaxId, countryCode: 'FR' });
  const shop = await Shop.open(france);
  const sale = await shop.sell(SALE);
  await shop.sell(ticket([pos('Vin', 'A', '-8.00')], '-8.00', { RFN: sale.ESR!.FN!, Rsn: 'x' }));
  shop.clock.set('2026-05-13T10:00:00');
  await shop.newRegister('second', { ...CFG, Trm: { ...CFG.Trm, TT: '2' } });
  await shop.send(SALE, {}, (await shop.room.registers.find('second'))!);
  await shop.lookAfter();
  const registerId: number[] = [];
  const lines: string[] = [];
  for (const rn of ['def', 'second']) {
    const register = await testRegister(portal, companyId, { country: 'FR', rn });
    lines.push(...(await handInJournal(register, shop.room.journal, rn)));
    registerId.push(register.registerId);
  }
  const download = (type: string, days = 'from=2026-01-01&till=2026-12-31'): Promise<Downloaded> =>
    downloadExport(portal, companyId, `type=${type}&${days}`);
  return { download, registers: registerId.map((id) => `/Company/${companyId}/Register/${id}`), lines };
}

async function unpacked(files: Record<string, Buffer>): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'archive du portail');
  await fs.mkdir(folder);
  for (const [name, content] of Object.entries(files)) await fs.writeFile(path.join(folder, name), content);
  return folder;
}

function run(program: string, file: string): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(program, [file], { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

it('archives all registers of a company, signed with the key of the portal, which its own scripts prove', async () => {
  const { download } = await handedIn();
  const { name, files } = await download('nf525-jou');
  expect(name).toBe('jou.zip');
  const folder = await unpacked(files);
  const serial = files['manifest.key']!.toString().trim();
  const byNode = run(process.execPath, path.join(folder, 'verify.mjs'));
  expect(byNode.text).toMatch(/^\d+ signatures, 3 receipts, \d files, 0 faults\n/);
  expect(byNode.text).toContain(`archived with ${serial} (portal)`);
  expect(byNode.status).toBe(0);
  const [signatures] = byNode.text.split(' ');
  expect(run('sh', path.join(folder, 'verify.sh'))).toEqual({
    status: 0,
    text: expect.stringMatching(
      new RegExp(
        `^${signatures} signatures, 0 faults\nsigned with .*\narchived with ${serial} \\(portal\\)\n$`,
      ),
    ) as string,
  });
  expect(files['verification.txt']!.toString()).toMatch(/\nPA1-1: .* findings 0\nPA1-2: .* findings 0\n$/);
  // Whoever doubts the key in the archive asks the portal, without an account.
  const shown = await fetch(`${portal.url}/cer/${serial}`);
  expect(await shown.text()).toBe(files[`portal-${serial}.pem`]!.toString());
  expect((await fetch(`${portal.url}/cer/0123456789abcdef`)).status).toBe(404);
  // It signs no receipts: a text with its signature is not taken for a register's.
  const forged = files['chain.tsv']!.toString().replace(/^(PA1-1\t\d+\tticket\t1\t)\w+/m, `$1${serial}`);
  const other = await unpacked({ ...files, 'chain.tsv': Buffer.from(forged) });
  expect(run(process.execPath, path.join(other, 'verify.mjs')).text).toMatch(
    /chain\.tsv: was changed\nFAULT PA1-1 ticket 1 \(record \d+\): the signature does not fit\n/,
  );
  expect((await download('nf525-jou')).files['manifest.key']).toEqual(files['manifest.key']);
  const long = download('nf525-jou', 'from=2025-05-12&till=2026-05-12');
  await expect(long).rejects.toThrow(/at most twelve months/);
});

it('has chains, totals, events and the journal of all registers, and verifies them', async () => {
  const { download, registers, lines } = await handedIn();
  const chain = await download('nf525-export');
  expect(chain.name).toBe('export.xml.zip');
  const xml = chain.files['export.xml']!.toString();
  expect(xml.match(/<Verification Findings="0"/g)).toHaveLength(2);
  expect(xml.match(/<PublicKey /g)).toHaveLength(2);
  const total = (await download('nf525-total')).files['total.xml']!.toString();
  expect(total).toContain('Sales="12.00" Returns="-8.00" Total="4.00" PerpetualReal="4.00"');
  expect(total).toContain('<Perpetual Real="12.00" Absolute="12.00" OpenCount="1"/>');
  const jet = (await download('nf525-jet')).files['audit.csv']!.toString();
  expect(jet).toContain('PA1-1;4;126;Ajout d’un poste;Poste PA1-2;');
  const journal = Object.values((await download('jou')).files).map((file) => file.toString());
  expect(journal.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
  for (const register of registers)
    expect(await portal.ask('GET', `${register}/Verification`)).toMatchObject({ findings: [], valid: true });
});
