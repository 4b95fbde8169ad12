import { describe, expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { Attributes } from '../../settings/attributes.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { GENERIC, PORTUGAL, tra } from '../../testing/sales.ts';
import { registeredReceipt } from '../paper/receipts.ts';

const NOTHING = { PosA: [], PayA: [] };

/** A register at work. */
async function till(room: Room, attributes = '') {
  room.services.attributes = () => Attributes.parse(attributes);
  const register = await room.register('def');
  await register.configuration.set(GENERIC);
  const post = (esr: Tree, T?: string) => register.submit({ tra: tra(esr, T), warnings: [], restart: false });
  const reports = async () => (await room.records('def')).filter(({ _: type }) => type === 'Rep');
  return { register, post, reports };
}

it('sums up the period: X looks, Z begins a new one, grand totals go on', async () => {
  const room = await openRoom();
  const { register, post, reports } = await till(room);
  await post({}, '10.00');
  await post({ PayA: [{ _: 'Pay', Dsc: 'Visa', PayG: 'creditcard', Amt: '5.00' }] }, '5.00');
  await post({ Test: '1' }, '99.00');
  await post({ NF: 'payin' }, '50.00');
  await register.void({ original: null, sender: {}, reason: 'x', warnings: [] });
  await post({ ...NOTHING, NFS: 'X' });
  expect((await post({ ...NOTHING, NFS: 'Z' })).Result).toStrictEqual({ RC: 'OK' });
  await post({}, '1.50');
  await post({ ...NOTHING, NF: 'closure' });
  const [x, first, second] = await reports();
  const period = { From: 1, Receipts: 2, Voids: 0, Trainings: 1, T: '15.00', Total: '15.00' };
  expect(x!.ESR).toMatchObject({ T: '15.00' });
  expect(first).toMatchObject({ _: 'Rep', Type: 'Z', Number: 1, Tra: first!.SQ - 1, Till: first!.SQ - 1 });
  expect({ ...first, ...first!.ESR }).toMatchObject(period);
  expect(first!.ESR!.PayA).toMatchObject([
    { PayG: 'cash', Amt: '10.00' },
    { PayG: 'creditcard', Amt: '5.00' },
  ]);
  expect(second).toMatchObject({ Number: 2, From: first!.SQ + 1, Receipts: 1, NonFiscal: 1, Total: '16.50' });
  expect(second!.ESR).toMatchObject({ T: '1.50' });
  expect(register.lastOf('Rep')?.SQ).toBe(second!.SQ);
});

it('goes on after a restart, and no report is made twice or of a void', async () => {
  const room = await openRoom();
  const { post } = await till(room);
  await post({}, '10.00');
  await post({ ...NOTHING, NFS: 'Z', TN: '7' });
  await post({}, '2.00');
  const again = await till(await room.reopen());
  const sentAgain = { tra: tra({ ...NOTHING, NFS: 'Z', TN: '7' }, '0.00'), warnings: [], restart: true };
  expect((await again.register.submit(sentAgain)).Result.ErrorCode).toBe('#DUPLICATE');
  await again.post({ ...NOTHING, NFS: 'Z', Void: '1', RTN: '7' });
  await again.post({ ...NOTHING, NFS: 'Z', Test: '1' });
  expect(await again.reports()).toHaveLength(1);
  expect(again.register.lastOf('Rep')).toMatchObject({ Number: 1 });
  await again.post({ ...NOTHING, NFS: 'z' });
  expect((await again.reports())[1]).toMatchObject({ Number: 2, Receipts: 1, Total: '12.00' });
});

it('is not stored without its transaction, nor the other way round', async () => {
  const room = await openRoom();
  const { post, reports } = await till(room);
  await post({}, '10.00');
  const before = room.store.commits.length;
  room.store.failNext();
  expect((await post({ ...NOTHING, NFS: 'Z' })).Result.RC).toBe('NO');
  expect(room.store.commits[before]).toStrictEqual(['def#3', 'def#4']);
  expect(await room.records('def')).toHaveLength(2);
  await post({}, '1.00');
  await post({ ...NOTHING, NFS: 'Z' });
  expect(await reports()).toMatchObject([{ SQ: 5, Number: 1, Receipts: 2, ESR: { T: '11.00' } }]);
});

it('has everything that is on its way before it, and nothing behind it', async () => {
  const room = await openRoom();
  const { post, reports } = await till(room);
  const sales = (n: number) => Array.from({ length: n }, () => post({}, '1.00'));
  await Promise.all([
    ...sales(20),
    post({ ...NOTHING, NFS: 'Z' }),
    ...sales(5),
    post({ ...NOTHING, NFS: 'Z' }),
  ]);
  expect((await reports()).map(({ ESR }) => ESR!.T)).toStrictEqual(['20.00', '5.00']);
});

it('reads a long period outside of its turn: sales go on meanwhile', async () => {
  const room = await openRoom();
  const { post } = await till(room);
  await Promise.all(Array.from({ length: 1000 }, () => post({}, '1.00')));
  const again = await till(await room.reopen());
  const report = again.post({ ...NOTHING, NFS: 'Z' });
  const sale = again.post({}, '0.50');
  expect((await Promise.all([report, sale])).map(({ SQ }) => SQ)).toStrictEqual([1003, 1002]);
  expect(await again.reports()).toMatchObject([{ Receipts: 1001, ESR: { T: '1000.50' } }]);
});

it('is printed with the transaction that asked for it', async () => {
  const room = await openRoom();
  room.services.attributes = () => Attributes.parse('');
  const register = await room.register('def');
  await register.configuration.set(PORTUGAL);
  const post = (esr: Tree, T?: string) => register.submit({ tra: tra(esr, T), warnings: [], restart: false });
  await post({}, '10.00');
  await post({ ...NOTHING, NFS: 'Z' });
  const paper = (await registeredReceipt(room.journal, register))!.paper({ raw: true });
  expect(paper).toMatchObject({
    title: 'Relatório Z 1',
    number: '1/1/2',
    total: '10.00',
    payments: [{ label: 'Cash', value: '10.00' }],
    taxes: [{ group: 'A', gross: '10.00' }],
  });
  expect(paper.lines.map((line) => [line.text, line.amount])).toContainEqual(['Documentos', '1']);
  expect(paper.lines.at(-1)).toMatchObject({ text: 'Total acumulado', amount: '10,00' });
});

it('is printed in the language of the country, groups of payments with many names too', async () => {
  const room = await openRoom();
  const register = await room.register('def');
  await register.configuration.set(PORTUGAL);
  const post = (esr: Tree, T?: string) => register.submit({ tra: tra(esr, T), warnings: [], restart: false });
  const pay = (Dsc: string, PayG: string) => ({ PayA: [{ _: 'Pay', Dsc, PayG, Amt: '5.00' }] });
  for (const Dsc of ['Visa', 'Amex']) await post(pay(Dsc, 'creditcard'), '5.00');
  for (const Dsc of ['Ouro', 'Prata']) await post(pay(Dsc, 'DE'), '5.00');
  await post({ ...NOTHING, NFS: 'X' });
  const { payments } = (await registeredReceipt(room.journal, register))!.paper({});
  expect(payments.map(({ label }) => label)).toEqual(['DE', 'Cartão de crédito']);
  expect((await room.records('def')).at(-1)!.ESR!.PayA).toContainEqual(
    expect.objectContaining({ PayG: 'creditcard', Dsc: 'creditcard' }),
  );
});

it('can come to more than a receipt may, and is printed', async () => {
  const room = await openRoom();
  const { register, post } = await till(room);
  const most = '99999999999.99';
  for (let i = 0; i < 3; i++) expect((await post({}, most)).Result.RC).toBe('OK');
  await post({ ...NOTHING, NFS: 'Z' });
  const receipt = (await registeredReceipt(room.journal, register))!;
  const sum = '299999999999.97';
  expect(receipt.paper({ raw: true })).toMatchObject({ total: sum, payments: [{ value: sum }] });
});

describe('Fiscal_ZLaunch', () => {
  const at = (clock: ManualClock, time: string) => clock.set(`2026-05-${time}:00`);

  it('closes a day that nobody has closed before the first transaction of the next one', async () => {
    const clock = new ManualClock();
    const room = await openRoom(undefined, clock);
    const { post, reports } = await till(room, 'Fiscal_ZLaunch');
    at(clock, '04T12:00');
    await post({}, '10.00');
    await post({}, '1.00');
    at(clock, '05T08:00');
    await Promise.all([post({}, '5.00'), post({}, '6.00')]);
    // A receipt of the day before that comes late, and one of today again.
    await post({ D: '2026-05-04T20:00:00' }, '7.00');
    await post({}, '8.00');
    expect(await reports()).toMatchObject([
      { SQ: 4, Type: 'Z', Number: 1, From: 1, Till: 3, ESR: { T: '11.00' } },
    ]);
  });

  it('leaves the day to a Z of the till, and a register alone that has sold nothing since', async () => {
    const clock = new ManualClock();
    const room = await openRoom(undefined, clock);
    const { post, reports } = await till(room, 'Fiscal_ZLaunch');
    await post({}, '10.00');
    at(clock, '05T02:00');
    await post({ ...NOTHING, NFS: 'Z' });
    at(clock, '06T08:00');
    await post({}, '5.00');
    expect(await reports()).toMatchObject([{ Number: 1, Tra: 3, ESR: { T: '10.00' } }]);
  });

  it('sells nothing on a day before which the other could not be closed', async () => {
    const clock = new ManualClock();
    const room = await openRoom(undefined, clock);
    const { post, reports } = await till(room, 'Fiscal_ZLaunch');
    await post({}, '10.00');
    at(clock, '05T08:00');
    room.store.failNext();
    expect((await post({}, '5.00')).Result.RC).toBe('NO');
    expect((await post({}, '5.00')).Result.RC).toBe('OK');
    expect(await reports()).toMatchObject([{ SQ: 3, ESR: { T: '10.00' } }]);
  });
});
