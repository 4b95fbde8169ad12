/** A defect that is found before an archive is made, and a signature that anybody can check. */
import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { exported } from '../../register/country-work.ts';
import { Shop } from '../testing/shop.ts';
import { ARCHIVE } from './archiving.ts';
import { archiveExport } from './exports/archive.ts';
import { receiptSignature } from './receipt-signature.ts';
import { france } from './testing/example.ts';
import { events, SALE } from './testing/shop.ts';

it('becomes an event, and stands in the archive', async () => {
  const shop = await Shop.open(france);
  const sale = await shop.sell(SALE);
  await shop.sell(SALE);
  const records = JSON.parse(JSON.stringify(await shop.room.records('def'))) as JournalRecord[];
  const forged = records.find(({ SQ }) => SQ === sale.SQ)!;
  forged.ESR!.T = '2.00';
  const { state, context } = shop.register;
  const source = {
    ...{ rn: 'def', cfg: france.cfg, state },
    record: () => Promise.resolve(null),
    voidOf: () => Promise.resolve(null),
    async *pages() {
      await Promise.resolve();
      yield records;
    },
  };
  const scope = {
    ...{ from: '2026-01-01', till: '2026-12-31', comment: undefined, sources: [source], whole: false },
    ...{ open: false, folder: '', progress: () => undefined },
  };
  const files: Record<string, string> = {};
  for await (const { name, content } of archiveExport.files(scope, context!)) {
    files[name] = '';
    for await (const piece of content) files[name] += piece.toString();
  }
  expect(files['verification.txt']).toContain(`${sale.SQ}: its text has the total 1200, the record 2.00`);
  // It stands before the archive, once, whatever became of the first attempt.
  shop.room.store.failAt(1);
  const made = { type: ARCHIVE, from: scope.from, till: scope.till };
  await exported(shop.register, made);
  await exported(shop.register, made);
  await shop.lookAfter();
  expect(events(await shop.room.records('def')).slice(2)).toEqual([
    expect.stringMatching(`^90 \\d défauts; le premier à l’enregistrement ${sale.SQ}: `),
    '20 Archive 20260101-20261231',
  ]);
  // Nothing was exported: it becomes an event all the same.
  for await (const { content } of archiveExport.files(scope, context!)) for await (const _piece of content);
  await shop.lookAfter();
  await shop.lookAfter();
  expect(
    events(await shop.room.records('def'))
      .slice(4)
      .map((text) => text.slice(0, 2)),
  ).toEqual(['90']);
});

it('of a receipt fits the key that the register has told', async () => {
  const shop = await Shop.open(france);
  const sale = await shop.sell(SALE);
  const { journal } = shop.room;
  const found = await receiptSignature(sale, {
    publicKeys: new Map(),
    state: async (key) => (await journal.state('def')).get(key),
    byNumber: () => Promise.resolve(null),
  });
  const { keys, text, signature, says } = found!;
  const key = createPublicKey({ key: Buffer.from(keys[0]!, 'base64'), type: 'spki', format: 'der' });
  const bytes = Buffer.from(signature, 'base64');
  expect(verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
  expect(says).toEqual(['2026-05-12 12:00:00', 'PA1-1-T1', '12.00 EUR']);
});
