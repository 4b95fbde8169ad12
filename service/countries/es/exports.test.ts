/** The export of records: files that fit the schema, with everything that was registered. */
import { expect, it } from 'vitest';
import type { ExportFile, ExportScope, ExportSource } from '../contract/exports.ts';
import { needOfficial } from '../../testing/official.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { EXPORTS } from './exports.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { sale } from './testing/sales.ts';

const SCHEMA = officialSchema('schemas/es/verifactu/SuministroLR.xsd');

async function filesOf({ room, register }: Shop, type: string): Promise<{ name: string; text: string }[]> {
  const records = await room.records('def');
  const source: ExportSource = {
    ...{ rn: 'def', cfg: register.cfg!, state: register.state },
    async *pages() {
      await Promise.resolve();
      yield records;
    },
    record: (sq) => Promise.resolve(records.find(({ SQ }) => SQ === sq) ?? null),
    voidOf: () => Promise.resolve(null),
  };
  const scope: ExportScope = {
    ...{ from: '2026-01-01', till: '2026-12-31', comment: undefined, open: false, folder: '', whole: true },
    ...{ sources: [source], progress: () => undefined },
  };
  const files: { name: string; text: string }[] = [];
  const made: AsyncIterable<ExportFile> = EXPORTS[type]!.files(scope, register.context!);
  for await (const { name, content } of made) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    files.push({ name, text: Buffer.concat(chunks).toString() });
  }
  return files;
}

it('has all records in files of the schema, whichever system made them', async ({ skip }) => {
  const shop = await openShop();
  const { ESR } = await shop.sell();
  await shop.send(sale([['-12.10', 'A']], { Void: '1', RFN: ESR!.FN! }));
  shop.attributes('ES_Region=signed');
  await shop.sell();
  const files = await filesOf(shop, 'es-records');
  expect(files.map(({ name }) => name)).toEqual(['registros-00001.xml']);
  const { text } = files[0]!;
  expect(text.match(/<lr:RegistroFactura>/g)).toHaveLength(3);
  expect(text.match(/<ds:SignatureValue /g)).toHaveLength(1);
  needOfficial(skip, SCHEMA.lack);
  expect(SCHEMA.problems([text])).toBe('');
});

it('has the declaration of the producer', async () => {
  const [file] = await filesOf(await openShop(undefined, false), 'es-declaration');
  expect(file!.name).toBe('declaracion-responsable.html');
  expect(file!.text).toContain('<dd>Tillmark</dd>');
});
