import { describe, expect, it } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import { settleOlder } from '../../register/rebuilt.ts';
import { countryServices } from '../../testing/country-services.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { CountryContext } from '../contract/services.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { closingEntry } from './closings.ts';
import { keptOf, LAST_Z, PERIOD } from './kept.ts';
import { closingNumber, restored } from './restored.ts';
import { verified } from './dsfinvk/testing/exported.ts';
import { germany } from './testing/example.ts';
import { exportOf } from './testing/export-of.ts';
import { CFG, SALE } from './testing/shop.ts';

const context = (now: string): CountryContext => ({
  ...countryServices(new ManualClock()),
  ...{ cfg: CFG, now, key: () => null },
});
const after = (state: ReadonlyMap<string, Json>, now: string) => {
  const { details, changes } = restored(state, context(now));
  return { details, state: new Map([...state, ...Object.entries(changes)]) };
};
const closedOn = (Nr: number, D: string) =>
  new Map<string, Json>([
    [LAST_Z, Nr],
    ...Object.entries(closingEntry({ Nr, first: { SQ: 2, D }, last: { SQ: 9, D } })),
  ]);

describe('a register that goes on from a backup', () => {
  it('leaves out every number that closings since then may have, also when it happens twice', () => {
    const backup = closedOn(7, '2026-05-01T20:00:00');
    const first = after(backup, '2026-05-03T12:00:00');
    // 3600 minutes at one closing a minute.
    expect(first.details).toEqual({ NextClosing: '3609' });
    // From the old backup, an hour later, and from one that was made meanwhile.
    expect(Number(after(backup, '2026-05-03T13:00:00').details.NextClosing)).toBeGreaterThan(3609 + 59);
    expect(after(first.state, '2026-05-03T13:00:00').details).toEqual({ NextClosing: '3670' });
  });

  it('gives the open period another number, by which its first records are found', () => {
    const period = { Nr: 8, first: { SQ: 10, D: '2026-05-02T08:00:00' }, Client: 'K', tses: [], masters: {} };
    const open = new Map<string, Json>([...closedOn(7, '2026-05-01T20:00:00'), [PERIOD, period]]);
    const once = after(open, '2026-05-02T08:10:00');
    expect(once.state.get(PERIOD)).toEqual({ ...period, Nr: 19 });
    const twice = after(once.state, '2026-05-02T08:10:00');
    expect([closingNumber(7, twice.state), closingNumber(8, twice.state)]).toEqual([7, 30]);
  });

  it('changes nothing before the first closing, and is not led back by a clock that is behind', () => {
    expect(restored(new Map(), context('2026-05-03T12:00:00'))).toEqual({ details: {}, changes: {} });
    const { details } = after(closedOn(7, '2026-05-01T20:00:00'), '2020-01-01T00:00:00');
    expect(details).toEqual({ NextClosing: '9' });
  });

  it('passes the audit, and closes under a number of its own', async () => {
    const shop = await Shop.open(germany);
    await shop.send(SALE);
    await shop.send({ Opr: '7', NFS: 'Z' });
    await shop.send(SALE);
    shop.clock.advance(600_000);
    await settleOlder(shop.room.journal, shop.room.services);
    await shop.restart();
    const { TN } = (await shop.receipts()).at(-1)!.ESR!;
    expect(await shop.send({ ...SALE, RTN: TN! })).toMatchObject({ Result: { RC: 'OK' } });
    const last = await shop.send({ Opr: '7', NFS: 'Z' });
    expect(last.Result.RC).toBe('OK');
    const records = await shop.receipts();
    const numbers = records.flatMap((record) => keptOf(record).Closing?.Nr ?? []);
    expect(numbers).toEqual([1, 13]);
    expect(records.map((record) => keptOf(record).Process?.Z)).toEqual([1, 1, 2, 13, 13]);
    expect(keptOf(records[3]!).Process?.References).toMatchObject([{ Z: 13 }]);
    expect(await complaints(shop)).toEqual([]);
    const report = await verified(await exportOf(shop));
    expect(report).toMatchObject({ findings: [], more: 0, counts: { closings: 2, processes: 6 } });
    const [remark] = report.remarks!;
    expect(remark!.text).toBe(
      'before closing 13 of KASSE-1 the till was restored: closings 2 to 12 are unknown',
    );
  });

  it('lets no till tell of a gap, in whatever spelling, nor take back what the register told', async () => {
    const shop = await Shop.open(germany);
    await shop.send({ Opr: '7', NFS: 'Z' });
    shop.clock.advance(600_000);
    await settleOlder(shop.room.journal, shop.room.services);
    await shop.restart();
    await shop.send(SALE);
    const told = (await shop.room.records('def')).find(({ Own }) => Own === 'restored')!;
    expect(keptOf(told).Process).toMatchObject({ BonName: 'Wiederherstellung' });
    const Txt = [{ _: 'Txt', value: 'Z-Nr. 14-99' }];
    const refused = { Result: { RC: 'BAD', ErrorCode: '#DE_RESERVED' } };
    for (const NFS of [
      ...['Wiederherstellung', 'WIEDERHERSTELLUNG', ' Wieder herstellung!', 'Wieder\u200bherstellung'],
      `Wiederherstellung${' '.repeat(80)}x`,
    ])
      expect(await shop.send({ Opr: '7', NFS, Txt }), NFS).toMatchObject(refused);
    const named = await shop.send({ Opr: '7', NFS: '-', DN: 'Wiederherstellung', Txt });
    expect(named).toMatchObject(refused);
    expect(JSON.stringify(named.Result)).toContain('ESR.NFS');
    expect(await shop.attemptVoid(told)).toMatchObject(refused);
    expect(await shop.send({ Opr: '7', NFS: 'Wiederholung', Txt })).toMatchObject({ Result: { RC: 'OK' } });
    expect(await complaints(shop)).toEqual([]);
  });

  it('leaves a gap that nothing tells of to the auditor', async () => {
    const shop = await Shop.open(germany);
    for (let n = 0; n < 3; n++) await shop.send({ Opr: '7', NFS: 'Z' });
    const files = await exportOf(shop);
    for (const [name, content] of Object.entries(files).filter(([file]) => file.endsWith('.csv')))
      files[name] = content
        .split('\r\n')
        .filter((line) => !/^"KASSE-1";"[^"]*";2;/.test(line))
        .join('\r\n');
    expect((await verified(files)).findings.map(({ text }) => text)).toContain(
      'closing 3 of KASSE-1 follows closing 1',
    );
  });
});
