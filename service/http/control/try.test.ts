import fs from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Example } from '../../integration/examples.ts';
import type { TryCase } from '../../integration/wire.ts';
import { AUSTRIA_CFG } from '../../demo/at.ts';
import { BELGIUM_CFG } from '../../demo/be.ts';
import { CZECHIA_CFG } from '../../demo/cz.ts';
import { GERMANY_CFG } from '../../demo/de.ts';
import { DENMARK_CFG } from '../../demo/dk.ts';
import { SPAIN_CFG } from '../../demo/es.ts';
import { CROATIA_CFG } from '../../demo/hr.ts';
import { FRANCE_CFG } from '../../demo/fr.ts';
import { HUNGARY_CFG } from '../../demo/hu.ts';
import { NORWAY_CFG } from '../../demo/no.ts';
import { POLAND_CFG } from '../../demo/pl.ts';
import { SWEDEN_CFG } from '../../demo/se.ts';
import { SLOVENIA_CFG } from '../../demo/si.ts';
import { SLOVAKIA_CFG } from '../../demo/sk.ts';
import { CFG as ITALY } from '../../countries/it/testing/shop.ts';
import { runService, type Running } from '../../testing/running-service.ts';
import { GENERIC, PORTUGAL } from '../../testing/sales.ts';

const TILLS: Readonly<Record<string, object>> = {
  PT: { Cfg: PORTUGAL },
  AT: AUSTRIA_CFG,
  BE: BELGIUM_CFG,
  DE: GERMANY_CFG,
  DK: DENMARK_CFG,
  ES: SPAIN_CFG,
  FR: FRANCE_CFG,
  HR: CROATIA_CFG,
  HU: HUNGARY_CFG,
  CZ: CZECHIA_CFG,
  IT: { Cfg: ITALY },
  NO: NORWAY_CFG,
  PL: POLAND_CFG,
  SE: SWEDEN_CFG,
  SI: SLOVENIA_CFG,
  SK: SLOVAKIA_CFG,
  generic: { Cfg: GENERIC },
};

const fileOf = async (name: string) =>
  (JSON.parse(await fs.readFile(`resources/examples/${name}.json`, 'utf8')) as { cases: Example[] }).cases;
const casesOf = async ({ get }: Running) => (await get('/control/try')).json.cases as TryCase[];
/** What an example is expected to come to: `OK`, or a constant. */
const outcomeOf = ({ json }: { json: string }) => {
  const { RC, ErrorCode } = JSON.parse(json).TraC.Result;
  return RC === 'OK' ? 'OK' : ErrorCode;
};

describe('examples', () => {
  it('are there for every country by name or in general, and in the same order', async () => {
    const files = (await fs.readdir('resources/examples')).map((name) => name.replace('.json', ''));
    expect(files.sort()).toEqual(Object.keys(TILLS).sort());
    const names = await Promise.all(files.map(async (file) => (await fileOf(file)).map(({ name }) => name)));
    for (const own of names) expect(own).toEqual(names[0]);
  });

  it.each(Object.keys(TILLS))('of %s come to what they say, in both formats', async (name) => {
    const running = await runService({ cfg: null });
    expect((await running.post('/cfg', TILLS[name])).status).toBe(200);
    const expected = new Map((await fileOf(name)).map((one) => [one.name, one.expects]));
    const cases = await casesOf(running);
    expect(cases.length).toBeGreaterThan(8);
    for (const one of cases) {
      for (const body of [one.json, one.xml]) {
        const checked = (await running.post('/control/try/check?lng=de', body)).json;
        expect([one.name, outcomeOf(checked)]).toEqual([one.name, expected.get(one.name)]);
      }
      const { xml } = (await running.post('/control/try/convert', one.json)).json;
      const { json } = (await running.post('/control/try/convert', xml)).json;
      expect([xml, JSON.parse(json)]).toEqual([one.xml, JSON.parse(one.json)]);
    }
    expect((await running.records()).filter(({ _ }) => _ === 'Tra')).toEqual([]);
  });
});

it('sends where receipts do not count, with returns and voids of what was sold', async () => {
  const running = await runService();
  const before = await casesOf(running);
  expect(before.map(({ name }) => name)).not.toContain('return');
  for (const name of ['sale', 'return', 'rates', 'void', 'wrongTax']) {
    const { json, xml, route } = (await casesOf(running)).find((one) => one.name === name)!;
    const body = name === 'rates' ? xml : json;
    const sent = (await running.post(`/control/try/send?route=${route}&lng=hr`, body)).json;
    expect([name, outcomeOf(sent)]).toEqual([name, name === 'wrongTax' ? '#TAX_GROUP' : 'OK']);
    expect(sent.xml).toContain(`RC="${name === 'wrongTax' ? 'BAD' : 'OK'}"`);
    if (name !== 'wrongTax') continue;
    expect(sent.status).toBe(400);
    expect(sent.explained[0]).toMatchObject({ code: '#TAX_GROUP', path: 'ESR.PosA[0].TaxG' });
    for (const part of ['text', 'meaning', 'fix', 'operator']) expect(sent.explained[0][part]).not.toBe('');
    expect(sent.explained[0].operator).toMatch(/blagajn/i);
  }
  const sold = (await running.records()).filter(({ _ }) => _ === 'Tra');
  expect(sold.map(({ ESR }) => ESR.T)).toEqual(['2.40', '-2.40', '4.70', '-4.70']);
});

it('only checks where receipts count, and says what cannot be read', async () => {
  const running = await runService({ cfg: GENERIC });
  expect((await running.get('/control/try')).json.maySend).toBe(false);
  const [{ json } = { json: '' }] = await casesOf(running);
  expect((await running.post('/control/try/send', json)).status).toBe(403);
  expect((await running.post('/control/try/check', json)).json.status).toBe(200);
  expect((await running.get('/last')).status).toBe(404);
  expect(outcomeOf((await running.post('/control/try/check', '<Tra><ESR')).json)).toBe('#XML');
  expect((await running.post('/control/try/convert', '{"Tra":')).status).toBe(400);
  expect((await running.post('/control/try/check?RN=nobody', json)).status).toBe(404);
});
