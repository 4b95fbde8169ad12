/** A Belgian till with an FDM of GKS 1 on its line: signatures, and a line that is cut at every byte. */
import { expect, it } from 'vitest';
import { startEmulator, type Fault } from '../../emulators/fdm-serial/emulator.ts';
import { FdmLines } from '../../fdm/fdms.ts';
import type { HashTicket } from '../../devices/fdm/contract.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { NOW, NUMBER, openOldShop, pay, pos, restarted, SALE } from './testing/shop.ts';

const tags = (answer: { json: { TraC: { Fis: { Tag: { Name: string; Value: string }[] } } } }) =>
  Object.fromEntries(answer.json.TraC.Fis.Tag.map(({ Name, Value }) => [Name, Value]));

it('signs sales, refunds, training and pro forma under their labels', async () => {
  const { sell, fdm } = await openOldShop();
  const sold = await sell();
  expect(sold.json.TraC.Result).toMatchObject({ RC: 'OK' });
  expect(tags(sold)).toMatchObject({
    ...{
      Ticket: '1',
      SignCnt: '1/1 NS',
      Device: 'FDM01234567',
      Serial: 'VSC01234567890',
      POS: 'BTST0010000001',
    },
    Hash: expect.stringMatching(/^[\da-f]{8}$/),
    Sign: expect.stringMatching(/^[\da-f]{40}$/),
  });
  const { fields } = fdm.tickets[0]!;
  expect(fields.slice(0, 25)).toBe(`20261120165500${NUMBER}`);
  expect(fields.slice(39, 118)).toBe(
    '     1NS       52002100       19831200       2500 600        000 000        000',
  );
  const back = { Opr: '1', PosA: [pos('Menu', 'B', '-28.00')], PayA: [pay('refund', '-28.00')] };
  await sell(back);
  await sell({ ...SALE, Test: '1' });
  await sell({ Opr: '1', NFS: 'PreBill', PosA: SALE.PosA! });
  await sell({ Opr: '1', NFS: 'LOGIN' });
  await sell({ Opr: '1', NFS: 'Z' });
  expect(fdm.tickets.map(({ label }) => label)).toEqual(['NS', 'NR', 'TS', 'PS', 'PS', 'PS']);
  expect(fdm.acknowledged).toBeGreaterThanOrEqual(fdm.tickets.length);
});

it('refuses what goes both ways by rates, and unlocks the card by its PIN', async () => {
  const { sell, fdm, act } = await openOldShop();
  const mixed = {
    Opr: '1',
    PosA: [pos('A', 'A', '9.00'), pos('B', 'B', '-1.00')],
    PayA: [pay('debitcard', '8.00')],
  };
  expect((await sell(mixed)).json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#BE_TAX' });
  fdm.conditions.isLocked = true;
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#BE_CARD' });
  expect((await act('pin', { pin: '54321' })).status).not.toBe(200);
  expect((await act('pin', { pin: '12345' })).status).toBe(200);
  expect((await sell()).json.TraC.Result.RC).toBe('OK');
  expect(fdm.tickets).toHaveLength(1);
});

it('has no ticket signed twice over lost answers and restarts', async () => {
  const shop = await openOldShop();
  shop.fdm.faults.push(...Array.from({ length: 5 }, () => ({ isSilent: true })));
  await shop.running.post('/profile', { Attributes: 'Fiscal_Timeout=300' });
  expect((await shop.sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#BE_NO_ANSWER' });
  const again = await restarted(shop);
  const found = await again.sell(SALE, '/restart');
  expect(found.json.TraC.Result).toMatchObject({ RC: 'OK', ErrorCode: '#DUPLICATE' });
  expect(tags(found)).toMatchObject({ SignCnt: '1/1 NS' });
  expect(tags(await again.sell())).toMatchObject({ Ticket: '2', SignCnt: '2/2 NS' });
  expect(shop.fdm.tickets).toHaveLength(2);
});

const ticket: HashTicket = {
  ...{ time: NOW, operator: NUMBER, pos: 'BTST0010000001', ticket: 1, label: 'NS', total: 100 },
  ...{ bases: [0, 0, 0, 100], hash: '046bfc9425c488b9fe31b78820c21a70ae28005a' },
};

/** Bytes of a request and of its answer, with what frames them. */
const REQUEST = 165;
const ANSWER = 113;

it('signs each ticket once, wherever the line is cut', async () => {
  const clock = new ManualClock(NOW);
  const fdm = await startEmulator({ clock });
  const lines = new FdmLines({ clock });
  const faults: Fault[] = [
    ...Array.from({ length: REQUEST }, (_, i) => ({ cutRequest: i })),
    ...Array.from({ length: ANSWER }, (_, i) => ({ cutAnswer: i })),
    ...[{ isNacked: true }, { isSpoilt: true }],
  ];
  const driver = lines.serial(fdm.address, 300)!;
  for (const [i, fault] of faults.entries()) {
    const one = { ...ticket, ticket: i + 1 };
    fdm.faults.push(fault);
    let told = await driver.hash(one, i % 100, false);
    for (let tries = 0; told.outcome === 'unknown' && tries < 3; tries++)
      told = await driver.hash(one, i % 100, true);
    expect([fault, told]).toEqual([
      fault,
      { outcome: 'done', result: expect.objectContaining({ total: i + 1 }) },
    ]);
  }
  expect(fdm.tickets.map(({ fields }) => Number(fields.slice(39, 45)))).toEqual(faults.map((_, i) => i + 1));
  await lines.close();
  await fdm.stop();
});
