/** Row of the suite: what `npm run verify` says of records that were tampered with. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tamper, type Tampering } from '../../audit/testing/data-root.ts';
import { placeOf } from '../../journal/place.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { verified } from './books.ts';
import type { CountryExample } from './example.ts';
import { Shop, type Kind } from './shop.ts';

/** Sequence numbers of the receipts of a day, and of the last record. */
type Places = Record<Kind | 'last', number>;

/** A way to tamper, the record that the audit has to name first, and what it says where that is the same in all countries. */
type Way = [
  name: string,
  work: (by: Tampering, at: Places) => Promise<void>,
  first: (at: Places) => number,
  text?: RegExp,
];

/** Makes everything behind a record that is gone look as if it had never been. */
async function closeUp(by: Tampering, gone: number, last: number): Promise<void> {
  await by.remove(gone);
  for (let sq = gone + 1; sq <= last; sq++) {
    await by.change(sq, (record) => (record.SQ = sq - 1));
    await by.move(sq, sq - 1);
  }
}

const WAYS: readonly Way[] = [
  [
    'an amount was changed',
    (by, at) => by.change(at.twoGroups, ({ ESR }) => (ESR.PosA![0]!.Amt = '0.01')),
    (at) => at.twoGroups,
  ],
  [
    'a payment was changed',
    (by, at) => by.change(at.twoGroups, ({ ESR }) => (ESR.PayA![0]!.Amt = '0.01')),
    (at) => at.twoGroups,
  ],
  [
    'it took the number of another receipt',
    async (by, at) => {
      const { TN } = (await by.record(at.sale)).ESR!;
      await by.change(at.twoGroups, ({ ESR }) => (ESR.TN = TN!));
      await by.reindex();
    },
    (at) => at.twoGroups,
  ],
  [
    'it is no JSON any more',
    (by, at) => by.write(at.return, '{"_":"Tra"'),
    (at) => at.return,
    /the record is no JSON/,
  ],
  [
    'a name stands in it twice',
    async (by, at) => {
      const text = JSON.stringify(await by.record(at.return));
      await by.write(at.return, text.replace('"ESR":{', '"ESR":{"T":"0.01",'));
    },
    (at) => at.return,
    /not written as the service writes it/,
  ],
  [
    'it says that another register wrote it',
    (by, at) => by.change(at.voided, (record) => (record.RN = 'other')),
    (at) => at.voided,
  ],
  ['it was deleted', (by, at) => by.remove(at.twoGroups), (at) => at.twoGroups, /^record \d+ is missing$/],
  [
    'it and the one behind were exchanged',
    async (by, at) => {
      for (const [from, to] of [
        [at.sale, 9999],
        [at.sale + 1, at.sale],
        [9999, at.sale + 1],
      ] as const)
        await by.move(from, to);
    },
    (at) => at.sale,
  ],
  [
    'it is kept under another type',
    (by, at) => by.run("UPDATE records SET type = 'log' WHERE id = ?", placeOf(1, at.zero)),
    (at) => at.zero,
    /^its type is kept as "log", the record says "Tra"$/,
  ],
  [
    'it lost its time of registration',
    (by, at) => by.change(at.sale, (record) => delete (record as Partial<typeof record>).D),
    (at) => at.sale,
    /the record has no time of registration \(D\)/,
  ],
];

/** What an audit says of records that were tampered with. */
export function tamperingRows(example: CountryExample): void {
  const { forge } = example;
  const law: readonly Way[] = [
    ['what the law protects was changed', (by, at) => by.change(at.sale, forge!), (at) => at.sale],
    [
      'it was left out, and those behind were numbered anew',
      (by, at) => closeUp(by, at.sale, at.last),
      (at) => at.sale,
    ],
  ];
  const ways = forge ? [...WAYS, ...law] : WAYS;

  it(`verify names the first bad record of ${ways.length} kinds of tampering`, async () => {
    const shop = await Shop.open(example);
    const kinds = await shop.sellAllKinds();
    await shop.sell();
    await shop.lookAfter();
    const sqs = Object.entries(kinds).map(([kind, { SQ }]) => [kind, SQ]);
    const at = {
      ...(Object.fromEntries(sqs) as Record<Kind, number>),
      last: await shop.room.journal.lastSq('def'),
    };
    await shop.stop();
    expect(await verified(shop)).toMatchObject({ ok: true });
    const found: Record<string, object> = {};
    const expected: Record<string, object> = {};
    for (const [name, work, first, text = /./] of ways) {
      const root = await temporaryFolder();
      await fs.cp(path.join(shop.root, 'journal.db'), path.join(root, 'journal.db'));
      await tamper(root, (by) => work(by, at));
      const finding = (await verified({ root, vault: shop.vault })).registers[0]!.findings[0];
      found[name] = { sq: finding?.sq, text: finding?.text };
      expected[name] = { sq: first(at), text: expect.stringMatching(text) };
    }
    expect(found).toEqual(expected);
  });
}
