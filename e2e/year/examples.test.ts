/** The realistic sales, each in a shop of its own, in one tax file of their company. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { keysOf } from '../../service/audit/public-keys.ts';
import { checkSaft } from '../../service/countries/pt/saft/testing/assertions.ts';
import { noSchema, schemaProblems } from '../../service/countries/pt/saft/testing/schema.ts';
import { download } from '../../service/testing/download.ts';
import { readExamples, type Example } from '../../service/testing/examples.ts';
import { runService, type Running } from '../../service/testing/running-service.ts';
import { PORTUGAL } from '../../service/testing/sales.ts';
import { unzip } from '../../service/testing/unzip.ts';
import { documentsOf } from './expected.ts';
import { readSaft } from './saft-file.ts';
import { needOfficial } from '../../service/testing/official.ts';

const examples = readExamples();
/** Location and terminal that the examples speak of. */
const USUAL = '1_1.26';

/** Sets up a shop for an example and registers it there, with those that come before it. */
async function register(running: Running, example: Example, TL: string): Promise<void> {
  const { Loc, ...cfg } = example.cfg ?? PORTUGAL;
  const Cfg = {
    ...cfg,
    Cmp: { ...cfg.Cmp, TaxId: PORTUGAL.Cmp.TaxId },
    Loc: { ...Loc, TL },
    Trm: { TT: '1' },
  };
  expect((await running.post(`/cfg?RN=${TL}`, { Cfg })).status).toBe(200);
  for (const name of [...(example.after ?? []), example.name]) {
    const { route = '/register', request, expected } = examples.get(name)!;
    const body = JSON.stringify(request)
      .replaceAll(USUAL, `${TL}_1.26`)
      .replaceAll(/"T[LT]":"[^"]*",/g, '');
    const url = `${route}${route.includes('?') ? '&' : '?'}RN=${TL}`;
    const { status, text } = await running.post(url, body, { 'content-type': 'application/json' });
    expect([name, status], text).toStrictEqual([name, expected.RC === 'OK' ? 200 : 400]);
  }
}

it('one file holds the sales of all examples', async () => {
  const running = await runService({ cfg: null });
  const shops: string[] = [];
  for (const example of examples.values()) {
    if ((example.cfg?.Cmp.Ctry ?? 'PT') !== 'PT') continue;
    shops.push(`S${shops.length + 1}`);
    await register(running, example, shops.at(-1)!);
  }
  const expected = (await Promise.all(shops.map((rn) => running.records(rn)))).flatMap(documentsOf);
  expect(expected.length).toBeGreaterThan(40);

  const { status, body } = await download(
    `${running.url}/control/export?RN=${shops[0]}&from=2026-01-01&till=2026-12-31`,
  );
  expect(status).toBe(200);
  const bytes = Object.values(await unzip(body))[0]!;
  const [publicKey] = [...(await keysOf(path.join(running.dataRoot, 'cer'))).values()] as [string];
  expect(checkSaft(bytes, { publicKeys: new Map([['1', publicKey]]) })).toStrictEqual([]);
  const ids = (documents: readonly { id: string }[]) => documents.map(({ id }) => id).sort();
  expect(ids(readSaft(bytes).documents)).toStrictEqual(ids(expected));
  if (noSchema === null) expect(schemaProblems(bytes)).toBe('');
});

it('can be validated by the schema', ({ skip }) => needOfficial(skip, noSchema));
