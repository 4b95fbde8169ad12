/**
 * Many receipts with random faults: the totals of printer, journal and daily reports are equal, by rate,
 * too. A few in each run, ten thousand at night.
 */
import { expect, it } from 'vitest';
import { amountText, minor } from '../../receipt/money.ts';
import type { Tree } from '../../receipt/tree.ts';
import { lineTo } from '../../testing/line.ts';
import { oneOf, randomNumbers, type Draw } from '../../testing/random.ts';
import { runs, SEED } from '../../testing/runs.ts';
import { openShop, pay, pos, PROTOCOLS, restarted, type Protocol } from './testing/shop.ts';

const IS_NIGHT = runs(1) > 1;
const COUNT = IS_NIGHT ? 10_000 : 14;
/** Receipts between two restarts of the service. */
const OF_A_LIFE = IS_NIGHT ? 499 : 8;
const MINUTE = 60_000;
/** Bytes of a sale with what is asked before it. */
const BYTES = 1500;
const BUYER = { Nam: 'Kupiec', Adr: 'Długa 1', Zip: '00-001', City: 'Warszawa', TaxId: '5260250274' };

const zloty = (grosze: number) => amountText(grosze, 2);

/** Some goods, with discounts and a storno; sometimes an invoice. */
function sale(draw: Draw, n: number, protocol: Protocol): { esr: Tree; total: number } {
  let total = 0;
  const PosA: Tree[] = [];
  for (let i = draw(3); i >= 0; i--) {
    const [group, amount] = [oneOf(draw, ['A', 'B', 'C', 'E']), 100 + draw(9900)];
    const PN = String(PosA.length + 1);
    const off = draw(3) === 0 ? 1 + draw(99) : 0;
    PosA.push(pos(`Towar ${group}`, group, zloty(amount), { PN }));
    if (off > 0) PosA.push({ _: 'Mod', PN, Dsc: 'Rabat', Amt: zloty(-off) });
    total += amount - off;
  }
  if (draw(5) === 0)
    PosA.push(pos('Woda', 'B', '3.00', { PN: '98' }), pos('Woda', 'B', '-3.00', { PN: '99', Void: '1' }));
  const isInvoice = protocol !== 'thermal' && draw(8) === 0;
  const change = draw(2000);
  const PayA = oneOf(draw, [
    [pay('debitcard', zloty(total))],
    [pay('cash', zloty(total + change)), ...(change > 0 ? [pay('change', zloty(-change))] : [])],
    [pay('voucher', '1.00'), ...(total > 100 ? [pay('cash', zloty(total - 100))] : [])],
  ]);
  if (total < 100) return sale(draw, n, protocol);
  const invoice = isInvoice && { PL_Faktura: `FV ${n}`, Ctm: BUYER };
  return { esr: { TP: String(n), PosA, PayA, ...invoice }, total };
}

it.each(PROTOCOLS)('%s', { timeout: IS_NIGHT ? 3_600_000 : 60_000 }, async (protocol) => {
  let shop = await openShop('', { protocol });
  const { emulator, clock } = shop;
  const { printer } = emulator;
  const { conditions } = printer;
  const line = await lineTo(emulator.port);
  await shop.set('Fiscal_Timeout=1000', line.port);
  const draw = randomNumbers(SEED);
  let [reported, registered, isLost] = [0, 0, 0];

  /** Something goes wrong with what is asked next. */
  const trouble = () => {
    // The first one is certain.
    const fault = isLost === 0 ? 3 : draw(10);
    if (fault < 2) line.cutAfter(1 + draw(BYTES), fault === 0);
    if (fault === 2) emulator.lose(draw(2) === 0 ? 'before' : 'after');
    if (fault === 3) conditions.hasPaper = false;
    // Some answer nothing then until they are given up.
    if (fault === 4 && draw(4) === 0) conditions.paperEndsWithin = true;
    if (fault === 5) conditions.coverOpen = true;
  };
  const mend = () => {
    line.mend();
    emulator.lose(null);
    Object.assign(conditions, { hasPaper: true, coverOpen: false, paperEndsWithin: false });
  };
  /** A till asks until it knows. */
  const insist = async (esr: Tree): Promise<Tree> => {
    trouble();
    let { json } = await shop.sell(esr);
    mend();
    if (json.TraC.Result.RC !== 'OK') isLost += 1;
    for (let attempt = 0; attempt < 5 && json.TraC.Result.RC === 'NO'; attempt++)
      ({ json } = await shop.sell(esr, '/restart'));
    expect([SEED, esr.TP, json.TraC.Result]).toMatchObject([SEED, esr.TP, { RC: 'OK' }]);
    return json.TraC;
  };
  const closeDay = async (n: number) => {
    const { totals, invoiceTotals } = printer.contents;
    const counted = totals.map((value, slot) => value + invoiceTotals[slot]!);
    const { Fis } = (await insist({ TP: `z${n}`, NFS: 'Z' })) as {
      Fis: { Z: { T: string; ZTax: { TaxI: string; Amt: string }[] } };
    };
    const told = counted.map((_, slot) =>
      minor(Fis.Z.ZTax.find(({ TaxI }) => TaxI === String(slot))?.Amt ?? '0', 2),
    );
    expect([n, told]).toEqual([n, counted]);
    reported += minor(Fis.Z.T, 2);
  };

  for (let n = 0; n < COUNT; n++) {
    const { esr, total } = sale(draw, n, protocol);
    const { Fis } = (await insist(esr)) as { Fis: { FN?: string } };
    expect([n, Fis.FN !== undefined, printer.documents.length]).toEqual([n, true, n + 1]);
    registered += total;
    clock.advance(MINUTE);
    // What goes back is text, which the printer does not count.
    if (draw(8) === 0)
      await insist({ TP: `r${n}`, PosA: [pos('Zwrot', 'B', '-1.00')], PayA: [pay('refund', '-1.00')] });
    if ((n + 1) % OF_A_LIFE === 0) shop = await restarted(shop);
    if (draw(7) === 0) await closeDay(n);
  }
  await closeDay(COUNT);
  expect(isLost).toBeGreaterThan(0);
  const printed = printer.documents.reduce((sum, { total }) => sum + total, 0);
  const records = (await shop.running.records('def', '_=Tra')) as {
    ESR: { T: string };
    Fis?: { FN?: string };
  }[];
  const sales = records.filter(({ Fis }) => Fis?.FN !== undefined);
  expect(sales).toHaveLength(COUNT);
  expect(sales.map(({ ESR }) => minor(ESR.T, 2))).toEqual(printer.documents.map(({ total }) => total));
  expect([reported, registered]).toEqual([printed, printed]);
});
