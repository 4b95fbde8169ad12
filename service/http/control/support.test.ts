/** The support bundle over HTTP: what is shown is what is saved, and nothing planted in the shop is in it. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SupportBundle } from '../../support/wire.ts';
import { download } from '../../testing/download.ts';
import { runService } from '../../testing/running-service.ts';
import { GENERIC, sale } from '../../testing/sales.ts';
import { unzip } from '../../testing/unzip.ts';

const PLANTED = {
  company: 'Zwetschkenhof',
  street: 'Quittenweg 17',
  taxId: 'LU98765432',
  customer: 'Xaver Querulant',
  item: 'Mirabellenkuchen',
  header: 'Gruess Gott Qualle',
  secret: 'vaultsecretQ9',
  badge: 'badgetextZ4Z4',
  file: 'certificatenameY7',
  operator: 'kassiererQuirin',
};

it('shows what it saves, and none of what was planted in profile, configuration, receipts and files', async () => {
  const running = await runService({ cfg: null });
  const { post, get, url, dataRoot } = running;
  const { company, street, taxId, customer, item, header, secret, badge, file, operator } = PLANTED;
  const Cfg = { Cmp: { ...GENERIC.Cmp, Nam: company, Adr: street, TaxId: taxId } };
  expect((await post('/cfg', { Cfg })).status).toBe(200);
  const named = { Ctm: { Nam: customer }, Op: operator };
  await post(
    '/register',
    sale('1.00', { ...named, PosA: [{ _: 'Pos', Dsc: item, TaxG: 'A', Amt: '1.00' }] }),
  );
  // Refused and journaled, and written to the log wherever that is done.
  await post('/register', sale('1.00', { ...named, PayA: [] }));
  await post('/profile', {
    Attributes: `Print_Header="${header}" Vault_password=${secret} ${badge}=1 Log_debug`,
  });
  await fs.writeFile(path.join(dataRoot, 'cer', `${file}.pem`), `-----BEGIN CERTIFICATE-----\n${secret}`);
  await get(`/find?rn=${company}&text=${customer.replace(' ', '+')}`);
  await get(`/render?RN=${taxId}$1_1&password=${secret}`);
  await get(`/${badge}/${operator}`);

  const made = await post('/control/support');
  expect(made.status).toBe(200);
  const { id, files } = made.json as SupportBundle;
  for (const planted of Object.values(PLANTED))
    for (const word of planted.split(' ').filter(({ length }) => length > 3))
      expect(made.text.toLowerCase()).not.toContain(word.toLowerCase());
  expect(made.text).not.toContain(dataRoot);
  expect(JSON.parse(files.find(({ name }) => name === 'registers.json')!.text)).toMatchObject([
    { register: 1, country: 'LU', records: expect.any(Number) },
  ]);

  const saved = await download(`${url}/control/support/${id}`);
  const unpacked = await unzip(saved.body);
  expect(Object.entries(unpacked).map(([name, bytes]) => ({ name, text: bytes.toString() }))).toEqual(files);
  expect((await get('/control/support/unknown')).status).toBe(404);
});
