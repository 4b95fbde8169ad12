/**
 * A year of a till: sales and all else that is signed, outages, a TSE whose key is certified anew
 * in the middle of a period, one that is swapped in another, and what auditors find: nothing.
 * 100,000 receipts at night.
 */
import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { expect, it } from 'vitest';
import { certifiedKey, writeCertificate } from '../../certificates/write.ts';
import { localTime } from '../../clock.ts';
import type { TseEngine } from '../../devices/tse/software/engine.ts';
import type { Fault } from '../../devices/tse/testing/faulty-tse.ts';
import type { Tree } from '../../receipt/tree.ts';
import { SEED, runs } from '../../testing/runs.ts';
import { verifyExport } from '../../tse-export/verify.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { rowsOf, verified } from './dsfinvk/testing/exported.ts';
import { dice } from './dsfinvk/testing/random-sales.ts';
import { germany } from './testing/example.ts';
import { exportOf } from './testing/export-of.ts';
import { pay, pos, SALE, testTses, type TestTses } from './testing/shop.ts';

const DAY_MS = 86_400_000;
const DAYS = 24;
/** Two a month. */
const BETWEEN_MS = 15 * DAY_MS;
const PER_DAY = runs(1) === 1 ? 8 : 4167;
const FIRST = Date.UTC(2026, 0, 2, 8);
/** Days in whose middle a key is certified anew, and a TSE is swapped. */
const [CERTIFIED, SWAPPED] = [11, 17];
const KEYS = ['First TSE', 'Second TSE'].map((subject, at) => {
  // The certificate of the first one ends soon after it has got another one.
  const till = at === 0 ? FIRST + (CERTIFIED + 1) * BETWEEN_MS : FIRST + 2000 * DAY_MS;
  return certifiedKey({ subject, purpose: 'signing', from: FIRST - DAY_MS, till });
});

function certifiedAnew(): string {
  const privateKey = createPrivateKey(KEYS[0]!.key);
  return writeCertificate({
    ...{ subject: 'First TSE', purpose: 'signing', publicKey: createPublicKey(privateKey) },
    issuer: { subject: 'First TSE', privateKey },
    ...{ from: FIRST + CERTIFIED * BETWEEN_MS, till: FIRST + 2000 * DAY_MS },
  });
}

/** As fast as real ones need not be. */
const plain = (bytes: Uint8Array, key: KeyObject) =>
  sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });

it('passes every check with two TSEs, outages, another certificate and a swap', async () => {
  const roll = dice(SEED);
  let made: TestTses | null = null;
  const shop = await Shop.open({
    ...germany,
    now: localTime(FIRST),
    async equipment(clock) {
      made = await testTses(clock, 3, { keys: KEYS, sign: plain });
      return { services: { tses: made.tses } };
    },
  });
  const { tses, engines, faults } = made as unknown as TestTses;
  const [first, second, third] = engines as [TseEngine, TseEngine, TseEngine];
  // The third one comes later.
  await tses.remove(tses.units[2]!.id);
  let failed = 0;
  const send = async (esr: Tree) => {
    shop.clock.advance(20_000);
    const told = await shop.send({ Opr: '7', ...esr });
    expect(told.Result).toMatchObject({ RC: 'OK' });
    if (told.Fis?.Type !== undefined && told.Fis.TID === undefined) failed++;
  };
  const begin = () => shop.register.submitStep('TraS', { ESR: {} }, []);
  const happenings: (() => Promise<unknown>)[] = [
    () => send(SALE),
    () => send({ PosA: [pos('Brot', 'B', '4.20')], PayA: [pay('debitcard', '4.20')] }),
    async () => {
      const { Fis } = await begin();
      shop.clock.advance(60_000);
      await send({ ...SALE, ...(typeof Fis?.TID === 'number' && { TID: `${Fis.TID}` }) });
    },
    async () => {
      await begin();
      await shop.register.submitStep('TraV', { ESR: {} }, []);
    },
    () => send({ ...SALE, Test: '1' }),
    () => send({ NFS: 'order', PosA: [pos('Pizza', 'B', '9.00', { Qty: '2' })] }),
    () => send({ NFS: 'payin', PayA: [pay('cash', '50.00')] }),
  ];
  for (let day = 0; day < DAYS; day++) {
    shop.clock.advance(FIRST + day * BETWEEN_MS - shop.clock.now());
    for (let i = 0; i < PER_DAY; i++) {
      const isMiddle = i === PER_DAY / 2 - (PER_DAY % 2) / 2;
      // The first one fails in the mornings of some days, both on some of them.
      const isOut = day % 3 === 1 && i > 0 && i < PER_DAY / 3;
      const fault: Fault = day % 6 === 4 ? 'unreachable' : { refuses: 'defective' };
      faults[0] = isOut ? (method) => (method === 'start' ? fault : 'none') : null;
      faults[1] = isOut && day % 6 === 4 ? () => 'unreachable' : null;
      if (isMiddle && day === CERTIFIED) {
        first.certify(certifiedAnew());
        await tses.units[0]!.state();
      }
      if (isMiddle && day === SWAPPED) {
        await tses.remove(tses.units[1]!.id);
        const id = await tses.add('test-2', {}, {});
        await tses.prefer(id);
        await tses.units[0]!.state();
      }
      await happenings[i < happenings.length ? i : roll(happenings.length)]!();
    }
    faults.fill(null);
    shop.clock.advance(3_600_000);
    await send({ NFS: 'Z' });
  }

  const files = await exportOf(shop);
  const report = await verified(files);
  expect(report).toMatchObject({ findings: [], more: 0, counts: { closings: DAYS } });
  expect(await complaints(shop)).toEqual([]);

  const rows = rowsOf(files, 'tse.csv');
  const serials = engines.map(({ identity }) => identity!.serial);
  const listed = (day: number) =>
    rows
      .filter(({ Z_NR }) => Z_NR === String(day + 1))
      .map((row) => `${serials.indexOf(row.TSE_SERIAL!)} ${row.TSE_ID}`);
  expect(listed(CERTIFIED)).toEqual(['0 1', '0 2']);
  expect(new Set(rows.filter(({ Z_NR }) => Z_NR === String(CERTIFIED + 1)).map(certificateIn)).size).toBe(2);
  expect(listed(CERTIFIED + 1)).toEqual(['0 1']);
  expect(listed(SWAPPED)).toEqual(['0 1', '2 2']);

  const signed = rowsOf(files, 'transactions_tse.csv').filter(({ TSE_TA_SIG }) => TSE_TA_SIG !== '');
  const unsigned = rowsOf(files, 'transactions_tse.csv').length - signed.length;
  expect(unsigned).toBe(failed);
  expect(unsigned).toBeGreaterThan(0);
  let finished = 0;
  for (const engine of [first, second, third]) {
    const { findings, tses: found } = await verifyExport(() => engine.export({}));
    expect(findings).toEqual([]);
    expect(found).toMatchObject([{ serial: engine.identity!.serial, transactions: { open: 0 } }]);
    finished += found[0]!.transactions!.finished;
  }
  // None was signed that no record has, and none the other way round.
  expect(finished).toBe(signed.length);
  // The one that has gone is in the export of TSEs.
  const names = (await tses.archives()).map(({ name }) => name.slice(0, 64));
  expect(new Set(names)).toEqual(new Set(serials));
});

const certificateIn = (row: Record<string, string>) => `${row.TSE_ZERTIFIKAT_I}${row.TSE_ZERTIFIKAT_II}`;
