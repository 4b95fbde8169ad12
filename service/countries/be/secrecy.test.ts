/**
 * A national number goes to the FDM and nowhere else: a shop sends it in every way that a till
 * may get wrong, and everything that the shop has afterwards is searched for it.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { archived, caughtUp, companyWithBadge, connect, portalOfTest } from '../../testing/connected.ts';
import { download } from '../../testing/download.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { unzip } from '../../testing/unzip.ts';
import { CFG, NUMBER, openShop, SALE } from './testing/shop.ts';

/** Another operator, who is known by what the till sends alone. */
const OTHER = '85073003328';
const SPELLED = ['85.07.30-033.28', '79 01 01 001 83'];
const ALL = [NUMBER, OTHER, ...SPELLED];

/** Bytes without what divides groups of digits. */
function found(bytes: Buffer | string): boolean {
  const text = bytes.toString('latin1');
  const bare = text.replace(/(?<=\d)[ ./-](?=\d)/g, '');
  return (
    ALL.some((number) => text.includes(number)) || [NUMBER, OTHER].some((number) => bare.includes(number))
  );
}

/** Every file beneath a folder, archives unpacked. */
async function* filesIn(folder: string): AsyncGenerator<[string, Buffer]> {
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await fs.readFile(file);
    yield [file, bytes];
    if (file.endsWith('.gz')) yield [`${file}!`, gunzipSync(bytes)];
    if (file.endsWith('.zip'))
      for (const [name, inner] of Object.entries(await unzip(bytes))) yield [`${file}!${name}`, inner];
  }
}

it('is in no log, journal, export, page, backup, portal record and support bundle', async () => {
  const portal = await portalOfTest();
  const { companyId, badge } = await companyWithBadge(portal, CFG.Cmp.TaxId, 'BE');
  const { running, sell, fdm, act } = await openShop();
  await running.post('/profile', { Attributes: 'Fiscal_Log Log_debug' });
  await connect(running, portal.url, badge);
  const answers: string[] = [];
  const told = async (esr: object, route?: string) => {
    const { text } = await sell(esr as typeof SALE, route);
    answers.push(text);
    return text;
  };
  // As the format has it; under no name; as its own alias and name; wrong in one digit, and as a number.
  expect(await told({ ...SALE, Opr: '2', OprN: 'Bram', OprTIN: OTHER })).toContain('"RC":"OK"');
  expect(await told({ ...SALE, Opr: undefined, OprTIN: SPELLED[0] })).toContain('"RC":"OK"');
  expect(await told({ ...SALE, Opr: NUMBER })).toContain('"RC":"OK"');
  await told({ ...SALE, Opr: SPELLED[1], OprN: OTHER, OprTIN: NUMBER });
  await told({ ...SALE, OprTIN: Number(OTHER) });
  await told({ ...SALE, OprTIN: [OTHER] });
  await told({ ...SALE, OprTIN: OTHER, T: '1.00' });
  await told({ ...SALE, OprTIN: NUMBER, NFS: 'Nonsense' });
  await told({ ...SALE, Foot: [{ _: 'Txt', value: `An (${SPELLED[1]})` }], INSZ_Kassa: NUMBER, Rsn: OTHER });
  const beside = { Tra: { OprTIN: OTHER, Kassier: NUMBER, ESR: SALE } };
  answers.push((await running.post('/register', beside)).text);
  await told({ ...SALE, OprTIN: OTHER }, '/restart');
  const xml = `<Tra><ESR Opr="2" OprTIN="${OTHER}" NFS="LOGIN"/></Tra>`;
  answers.push((await running.post('/register', xml, { 'content-type': 'text/xml' })).text);
  for (const type of ['TraS', 'TraU', 'TraV'])
    answers.push((await running.post('/register', { [type]: { ESR: { Opr: '2', OprTIN: OTHER } } })).text);
  const voided = { Tra: { ESR: { TN: '1', OprTIN: OTHER }, SESR: { Opr: '2', OprTIN: OTHER, Rsn: NUMBER } } };
  answers.push((await running.post('/register/void', voided)).text);
  // What an FDM says about a number is shown without it.
  fdm.conditions.refuses = `employee ${NUMBER} (79.01.01-001.83)`;
  expect(await told(SALE)).toContain('***');
  fdm.conditions.refuses = null;
  fdm.conditions.message = `employee ${NUMBER}`;
  expect(await told(SALE)).toContain('BE_MESSAGE');
  await told({ Opr: '2', NFS: 'UserX' });
  answers.push((await act('set-operator', { alias: NUMBER, number: OTHER })).text);
  answers.push((await act('set-operator', { alias: '3', number: OTHER })).text);
  expect(await told({ Opr: '1', NFS: 'UserZ' })).toContain('"RC":"OK"');
  expect(fdm.events.some(({ input }) => input.includes(OTHER) && input.includes(NUMBER))).toBe(true);

  const storage = await temporaryFolder();
  await caughtUp(running);
  const asked = [
    ...[
      '/last',
      '/find?_=Tra&sort=asc',
      '/find?_=log',
      '/retrieve?last=0',
      '/render/text',
      '/render',
      '/state',
    ],
    ...[
      '/control/country',
      '/control/status',
      '/control/receipts',
      '/control/audit-trail',
      '/log',
      '/profile',
    ],
    `/find?text=${OTHER}`,
    ...[
      '/control/devices',
      '/control/settings',
      '/control/log',
      '/export?type=jou&from=2026-11-20&till=2026-11-20',
    ],
    `/backup/incremental?path=${encodeURIComponent(storage)}`,
  ];
  for (const at of asked) {
    const { text } = await running.get(at);
    // What was asked for may come back as the question.
    answers.push(at.includes(OTHER) ? text.replaceAll(`text=${OTHER}`, '') : text);
  }
  const { calls } = (await running.get('/control/requests')).json as { calls: { id: number }[] };
  expect(calls.length).toBeGreaterThan(10);
  for (const { id } of calls) answers.push((await running.get(`/control/requests/${id}`)).text);
  const bundle = await running.post('/control/support');
  answers.push(bundle.text);
  const saved = await download(`${running.url}/control/support/${(bundle.json as { id: string }).id}`);
  answers.push(...Object.values(await unzip(saved.body)).map((bytes) => bytes.toString('latin1')));
  const lines = await archived(portal, companyId);
  expect(lines.length).toBeGreaterThan(10);
  answers.push(...lines);
  expect(answers.map((text, i) => [i, found(text)]).filter(([, is]) => is)).toEqual([]);

  await running.stop();
  const leaks: string[] = [];
  let searched = 0;
  for (const folder of [running.dataRoot, storage])
    for await (const [name, bytes] of filesIn(folder)) {
      searched++;
      if (found(bytes)) leaks.push(name);
    }
  expect(searched).toBeGreaterThan(8);
  expect(leaks).toEqual([]);
});
