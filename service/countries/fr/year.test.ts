/** A year of a French till, verified from its records alone, and eleven ways of tampering with them. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { runs } from '../../testing/runs.ts';
import { openSource } from '../../exports/sources.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { backedUp, restoredFrom, roomTrust } from '../testing/backups.ts';
import { complaints, verified } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { audit } from './audit.ts';
import { publicKeys as keysOfState } from './books.ts';
import { entriesOf } from './entries.ts';
import { ecKeyFrom } from '../base/ec-key.ts';
import { signText } from './signature.ts';
import { archiveExport } from './exports/archive.ts';
import { france } from './testing/example.ts';
import { pos, SALE, signedTexts, ticket } from './testing/shop.ts';

const DAY_MS = 86_400_000;

/**
 * Fourteen months, with all that happens in a shop, and a machine that breaks in the middle.
 * @param perDay sales on each day that is open
 */
async function liveAYear(perDay: number, daysOff: number): Promise<Shop> {
  let shop = await Shop.open({ ...france, now: '2026-01-05T09:00:00' });
  const end = Date.parse('2027-02-20T09:00:00');
  const breaks = Date.parse('2026-07-01T00:00:00');
  const trust = await roomTrust();
  let isBroken = false;
  for (let day = 0; shop.clock.now() < end; day++, shop.clock.advance((1 + daysOff) * DAY_MS)) {
    const sale = await shop.sell(SALE);
    for (let i = 1; i < perDay; i++) await shop.sell(ticket([pos('Pain', 'C', '1.10')], '1.10'));
    const { TN } = sale.ESR!;
    if (day % 2 === 0) await shop.register.prints.countAgain({ TL: undefined, TT: undefined, TN: TN! });
    if (day % 3 === 0)
      await shop.sell(ticket([pos('Vin', 'A', '-8.00')], '-8.00', { RFN: sale.ESR!.FN!, Rsn: 'x' }));
    if (day % 5 === 1) await shop.sell({ ...SALE, FR_Degraded: '1' });
    if (day % 4 === 1) await shop.sell({ ...SALE, Test: '1' });
    if (day % 6 === 5) await shop.restart();
    if (day % 7 === 6) await shop.void(await shop.sell(SALE));
    if (isBroken || shop.clock.now() < breaks) continue;
    isBroken = true;
    const storage = await backedUp(shop, trust);
    // Customers have it, and no journal.
    await shop.sell(SALE);
    await shop.stop();
    shop.clock.advance(60_000);
    shop = await restoredFrom(storage, shop, trust);
  }
  await shop.lookAfter();
  return shop;
}

/** What a script of an archive says of days; it knows nothing of Tillmark. */
async function provenBy(
  [program, script]: readonly [string, string],
  shop: Shop,
  days: { from: string; till: string },
): Promise<string> {
  const { room, register } = shop;
  const source = await openSource(room.journal, register, days, { kind: archiveExport, today: '2027-02-20' });
  const scope = { ...days, comment: undefined, sources: [source], whole: false, open: false, folder: '' };
  const folder = path.join(await temporaryFolder(), 'archive de l’année 2026');
  await fs.mkdir(folder);
  for await (const { name, content } of archiveExport.files(
    { ...scope, progress: () => undefined },
    register.context!,
  ))
    await fs.writeFile(path.join(folder, name), content);
  const { stdout, stderr } = spawnSync(program, [path.join(folder, script)], { encoding: 'utf8' });
  return stdout + stderr;
}

const BY_NODE = [process.execPath, 'verify.mjs'] as const;
const BY_SHELL = ['sh', 'verify.sh'] as const;

/** At night a year has 100,000 tickets. */
const isNight = runs(1) > 1;

it('keeps books of a year that are right, over a restore too: chains, numbers and totals', async () => {
  const shop = await (isNight ? liveAYear(245, 0) : liveAYear(1, 40));
  expect(await verified(shop)).toMatchObject({ ok: true });
  const year = await provenBy(BY_NODE, shop, { from: '2026-01-01', till: '2026-12-31' });
  expect(year).toMatch(/^\d+ signatures, \d+ receipts, \d files, 0 faults\n/);
  // One that begins in the middle of a month, and goes over the end of a year.
  const middle = await provenBy(BY_NODE, shop, { from: '2026-10-10', till: '2027-02-10' });
  expect(middle).toMatch(/^\d+ signatures, \d+ receipts, \d files, 0 faults\n/);
  // A process of openssl for each signature: minutes for three months of the night, seconds for a week here.
  const days = { from: isNight ? '2026-10-01' : '2026-12-25', till: '2026-12-31' };
  const part = await provenBy(BY_SHELL, shop, days);
  expect(part).toMatch(/^[1-9]\d* signatures, 0 faults\n/);
  // More records than a search gives at once.
  if (isNight) return;
  expect(await complaints(shop)).toEqual([]);
  const records = await shop.room.records('def');
  const kinds = signedTexts(records).map(([kind]) => kind);
  const count = (kind: string) => kinds.filter((name) => name === kind).length;
  const closed = (Date.parse(records.at(-1)!.D.slice(0, 10)) - Date.parse('2026-01-05')) / DAY_MS;
  expect([count('total-day'), count('total-year')]).toEqual([closed, 1]);
  expect(count('total-month')).toBeGreaterThanOrEqual(12);
});

it('names eleven ways of tampering, each at its record', async () => {
  const shop = await Shop.open({ ...france, now: '2026-05-12T09:00:00' });
  const sale = await shop.sell(SALE);
  const second = await shop.sell(SALE);
  await shop.register.prints.countAgain({ TL: undefined, TT: undefined, TN: sale.ESR!.TN! });
  const third = await shop.sell(
    ticket([pos('Vin', 'A', '-8.00')], '-8.00', { RFN: sale.ESR!.FN!, Rsn: 'x' }),
  );
  await shop.register.prints.countAgain({ TL: undefined, TT: undefined, TN: sale.ESR!.TN! });
  shop.clock.advance(2 * DAY_MS);
  await shop.sell(SALE);
  const last = await shop.sell(SALE);
  await shop.register.settled();
  const records = await shop.room.records('def');
  const { state } = shop.register;
  // An auditor brings the key along.
  const publicKeys = keysOfState(state);
  const closing = records.find(({ Own }) => Own === 'day')!;
  const copies = records.filter(({ Event }) => Event === 'reprint');

  /** First finding after a change: its record, and what it says. */
  const found = (change: (all: JournalRecord[]) => JournalRecord[] | undefined) => {
    const all = JSON.parse(JSON.stringify(records)) as JournalRecord[];
    const changed = change(all) ?? all;
    const auditor = audit({ vault: shop.vault, publicKeys });
    const findings = [...changed.flatMap((record) => auditor.take(record)), ...auditor.end(state)];
    return findings.map(({ sq, text }) => `${sq}: ${text}`)[0];
  };
  const at = (all: JournalRecord[], { SQ }: JournalRecord) => all.find((record) => record.SQ === SQ)!;
  const without =
    (...gone: JournalRecord[]) =>
    (all: JournalRecord[]) =>
      all.filter(({ SQ }) => !gone.some((record) => record.SQ === SQ));

  expect(found(() => undefined)).toBeUndefined();
  const ways: [way: string, change: (all: JournalRecord[]) => JournalRecord[] | undefined, text: string][] = [
    [
      'the text of a ticket',
      (all) => void (at(all, second).Fis!.Payload = String(second.Fis!.Payload).replace(',1200,', ',1100,')),
      `${second.SQ}: the signature of ticket 2 does not fit its text`,
    ],
    [
      'the ticket without its text',
      (all) => {
        const { ESR } = at(all, second);
        ESR!.T = '11.00';
        ESR!.PosA![1]!.Amt = '7.00';
        ESR!.PayA![0]!.Amt = '11.00';
        ESR!.TaxA!.find(({ Prc }) => Prc === '20')!.Amt = '7.00';
      },
      `${second.SQ}: its text has the total 1200, the record 11.00`,
    ],
    [
      'the signature of another one',
      (all) => void (at(all, second).Fis!.Signature = sale.Fis!.Signature!),
      `${second.SQ}: the signature of ticket 2 does not fit its text`,
    ],
    [
      'a ticket that is gone',
      without(second),
      `${third.SQ}: ticket 3 follows number 1: numbers are missing or were given twice`,
    ],
    [
      'the last ticket that is gone',
      without(last),
      '0: the chain "ticket" goes on from number 5, its records end with 4: records are missing at the end',
    ],
    [
      'two tickets that were exchanged',
      (all) => {
        const [i, j] = [all.indexOf(at(all, sale)), all.indexOf(at(all, second))];
        [all[i], all[j]] = [all[j]!, all[i]!];
        return all;
      },
      `${second.SQ}: ticket 2 follows number 0: numbers are missing or were given twice`,
    ],
    [
      'a closing that is gone',
      without(closing),
      `${closing.SQ + 1}: total-day 2 follows number 0: numbers are missing or were given twice`,
    ],
    [
      'an event that is gone',
      (all) => void (at(all, third).Fis!.FR_Entries as unknown[]).splice(1, 1),
      `${closing.SQ}: jet 4 follows number 2: numbers are missing or were given twice`,
    ],
    [
      'a copy that is gone',
      without(copies[0]!),
      `${copies[1]!.SQ}: duplicate 2 follows number 0: numbers are missing or were given twice`,
    ],
    [
      'a total that is left out',
      (all) => void (at(all, second).Fis!.FR_Entries as unknown[]).splice(0, 1),
      `${second.SQ}: it is not counted once in the grand totals`,
    ],
    [
      'everything, signed with another key',
      (all) => {
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
        const key = ecKeyFrom(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
        const signatures = new Map<string, string>();
        for (const record of all) {
          const carried = entriesOf(record);
          if (!carried) continue;
          const lists = [record.Fis?.FR_Entries, record.Entries].filter(Array.isArray).flat();
          const texts = [...(record.Fis?.Payload === undefined ? [] : [record.Fis]), ...lists];
          for (const entry of texts as { Payload: string; Signature: string }[]) {
            const before = entry.Signature;
            const previous = entry.Payload.slice(entry.Payload.lastIndexOf(',') + 1);
            entry.Payload =
              entry.Payload.slice(0, -previous.length || undefined) + (signatures.get(previous) ?? '');
            entry.Signature = signText(entry.Payload, key.privateKey);
            signatures.set(before, entry.Signature);
          }
          if (record.Fis?.FR_Key !== undefined) record.Fis.FR_Key = key.serial;
          if (record.Key !== undefined) record.Key = key.serial;
          if (record.PublicKey !== undefined) record.PublicKey = key.publicKey;
        }
        return all;
      },
      expect.stringMatching(/^2: its key [0-9a-f]{16} is none of those that the audit was given$/) as string,
    ],
  ];
  expect(ways).toHaveLength(11);
  for (const [way, change, text] of ways) expect([way, found(change)]).toEqual([way, text]);
});
