/** A German register from receipt to closing: with a TSE that works, and that fails. */
import { describe, expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { runBackground } from '../../register/country-work.ts';
import { Shop } from '../testing/shop.ts';
import { germany } from './testing/example.ts';
import { rowsOf } from './dsfinvk/testing/exported.ts';
import { exportOf } from './testing/export-of.ts';
import { open, openOf, processes } from './testing/german.ts';
import { keptOf } from './kept.ts';
import { CFG, pay, pos, SALE } from './testing/shop.ts';

describe('transactions', () => {
  it('signs start and end of a sale in one go, and tells the till and the QR code of it', async () => {
    const german = await open();
    const { Fis, Result } = await german.shop.send(SALE);
    expect(Result).toEqual({ RC: 'OK' });
    expect(Fis).toMatchObject({ Type: 'Kassenbeleg-V1', TID: 1 });
    const data = 'Beleg^3.20_1.00_0.00_0.00_0.00^4.20:Bar';
    expect(Fis?.Code?.split(';').slice(0, 6)).toEqual(['V0', 'KASSE-1', 'Kassenbeleg-V1', data, '1', '4']);
    const [process] = await processes(german);
    expect(process).toMatchObject({ Z: 1, Bon: 'Beleg', Data: data, Tse: { TID: 1, Counter: 4 } });
    expect(openOf(german)).toEqual([]);
  });

  it('goes on with a transaction that a till has begun, from its begin to its receipt', async () => {
    const german = await open();
    const { shop, step } = german;
    const begun = await step('TraS');
    expect(begun.Fis).toMatchObject({ TID: 1, StartD: '2026-05-12T12:00:00' });
    shop.clock.advance(60_000);
    expect((await step('TraU', { TID: '1', PosA: [pos('Kaffee', 'A', '3.20')] })).Fis).toMatchObject({
      TID: 1,
    });
    shop.clock.advance(60_000);
    const { Fis } = await shop.send({ ...SALE, TID: '1' });
    expect(Fis).toMatchObject({ TID: 1, StartD: '2026-05-12T12:00:00' });
    const [process] = await processes(german);
    expect(process).toMatchObject({ Begin: '2026-05-12T12:00:00', End: '2026-05-12T12:02:00' });
    expect(process?.Tse).toMatchObject({
      Start: '2026-05-12T12:00:00.000Z',
      End: '2026-05-12T12:02:00.000Z',
    });
    expect((await shop.send({ ...SALE, TID: '1' })).Result).toMatchObject({
      ...{ RC: 'BAD', ErrorCode: '#DE_TRANSACTION' },
    });
  });

  it('ends a transaction that became nothing, and has it in the journal', async () => {
    const german = await open();
    await german.step('TraS');
    const [first, second] = [await german.step('TraV'), await german.step('TraV')];
    expect(first.Fis).toMatchObject({ TID: 1 });
    expect(second.Fis).toEqual({});
    expect(openOf(german)).toEqual([]);
    expect(await processes(german)).toMatchObject([
      { Bon: 'AVBelegabbruch', Data: 'AVBelegabbruch^0.00_0.00_0.00_0.00_0.00^', Tse: { TID: 1 } },
    ]);
  });

  it('takes back a receipt that ended a begun transaction', async () => {
    const german = await open();
    await german.step('TraS');
    const sold = await german.shop.sell({ ...SALE, TID: '1', D0: '2026-05-12T11:45:00' });
    expect((await german.shop.attemptVoid(sold)).Result).toEqual({ RC: 'OK' });
    const [, taken] = await processes(german);
    expect(taken).toMatchObject({ Data: 'Beleg^-3.20_-1.00_0.00_0.00_0.00^-4.20:Bar', Tse: { TID: 2 } });
    expect(taken?.Begin).toBe('2026-05-12T12:00:00');
  });

  it('takes the begin that the till names', async () => {
    const german = await open();
    await german.shop.send({ ...SALE, D0: '2026-05-12T11:45:00' });
    expect(await processes(german)).toMatchObject([{ Begin: '2026-05-12T11:45:00' }]);
  });
});

describe('a TSE that fails', () => {
  it('stops no sale; paper, journal and answer say so, and the outage is documented from begin to end', async () => {
    const german = await open();
    const { shop, faults, restart, background } = german;
    await shop.send(SALE);
    faults[0] = () => 'unreachable';
    const { Result, Fis } = await shop.send(SALE);
    expect(Result).toMatchObject({ RC: 'OK', ErrorCode: '#DE_TSE_FAILED' });
    expect(Fis).toMatchObject({ Type: 'Kassenbeleg-V1' });
    expect(Fis?.TID).toBeUndefined();
    expect(Fis?.Code).toBeUndefined();
    expect(Fis?.Tag).toContainEqual({ Label: '', Name: 'TSE_Failure', Value: 'TSE AUSGEFALLEN' });
    shop.clock.advance(60_000);
    await shop.send(SALE);
    shop.clock.advance(60_000);
    faults[0] = null;
    restart();
    expect((await shop.send(SALE)).Result).toEqual({ RC: 'OK' });
    await background();
    expect((await processes(german)).map(({ Failure, Tse }) => [Failure?.split(':')[0], Tse?.TID])).toEqual([
      [undefined, 1],
      ['unreachable', undefined],
      ['unreachable', undefined],
      [undefined, 2],
    ]);
    const outages = (await german.records()).filter(({ Event }) => Event === 'tse-outage');
    expect(outages).toMatchObject([
      { Begin: '2026-05-12T12:00:00', End: '2026-05-12T12:02:00', Trouble: 'unreachable', Receipts: '2' },
    ]);
  });

  it('is replaced by the next one', async () => {
    const german = await open(2);
    german.faults[0] = () => ({ refuses: 'certificate-expired' });
    expect((await german.shop.send(SALE)).Result).toEqual({ RC: 'OK' });
    const [process] = await processes(german);
    expect(process?.Tse?.Serial).toBe(german.engines[1]!.identity?.serial);
  });

  it('leaves nothing open that was begun at it, once it is there again', async () => {
    const german = await open(2);
    await german.step('TraS');
    german.faults[0] = () => 'unreachable';
    await german.shop.send({ ...SALE, TID: '1' });
    const [process] = await processes(german);
    expect(process).toMatchObject({ Tse: { TID: 1 }, Loose: [{ TID: 1 }] });
    expect(process?.Tse?.Serial).not.toBe(process?.Loose?.[0]?.Serial);
    expect(openOf(german)).toEqual([1]);
    german.faults[0] = null;
    german.restart();
    await german.background();
    expect(openOf(german)).toEqual([]);
    expect((await processes(german)).at(-1)).toMatchObject({ Bon: 'AVBelegabbruch', Tse: { TID: 1 } });
  });

  it('holds a closing up once, however many transactions it has open', async () => {
    const german = await open();
    for (let n = 0; n < 5; n++) await german.step('TraS');
    let asked = 0;
    german.faults[0] = () => (asked++, 'request-lost');
    expect((await german.shop.send({ Opr: '7', NFS: 'Z' })).Result.RC).toBe('OK');
    expect(asked).toBe(1);
    german.faults[0] = null;
    german.restart();
    await german.background();
    await german.background();
    expect(openOf(german)).toEqual([]);
  });

  it('sells nothing before there has ever been one', async () => {
    const shop = await Shop.open({ ...germany, equipment: () => ({}) });
    expect((await shop.send(SALE)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#DE_NO_TSE' });
    expect((await shop.send({ NF: 'drawer' })).Result.RC).toBe('OK');
  });
});

describe('the page', () => {
  it('signs the first receipt of a register, closes its period, and lets go of a TSE', async () => {
    const german = await open(2);
    const act = german.shop.acting(german.shop.register);
    await act('first-receipt');
    await german.step('TraS');
    await act('close');
    expect(await processes(german)).toMatchObject([
      { Bon: 'AVSonstige', Type: 'SonstigerVorgang', Data: 'Inbetriebnahme Tillmark', Tse: { TID: 1 } },
      { Bon: 'AVBelegabbruch', Tse: { TID: 2 } },
      { Bon: 'AVSonstige', Data: 'Z Tillmark', Tse: { TID: 3 } },
    ]);
    await german.step('TraS');
    await act('remove', { id: german.tses.units[0]!.id });
    expect(openOf(german)).toEqual([]);
    expect((await german.shop.send(SALE)).Result).toEqual({ RC: 'OK' });
    const last = (await processes(german)).at(-1);
    expect(last?.Tse).toMatchObject({ TID: 1, Serial: german.engines[1]!.identity?.serial });
  });
});

it('tells both tills of one serial number', async () => {
  const german = await open();
  const { shop } = german;
  const other = await shop.newRegister('bar', { ...CFG, Trm: { TT: '2', Serial: 'KASSE-1' } });
  await german.background();
  await runBackground(other);
  const told = [shop.register, other].map(({ country, context, state }) =>
    country!.problems!(state, context!).find(({ code }) => code === 'DE_CLIENT_TWICE'),
  );
  expect(told.map((problem) => problem?.params?.other)).toEqual(['DE123456788 B1/2', 'DE123456788 B1/1']);
  await shop.room.registers.configure('bar', { ...CFG, Trm: { TT: '2', Serial: 'KASSE-2' } });
  await runBackground(other);
  const now = shop.register.country!.problems!(shop.register.state, shop.register.context!);
  expect(now.map(({ code }) => code)).not.toContain('DE_CLIENT_TWICE');
});

describe('closings', () => {
  it('have gapless numbers and the master data of their period, and leave nothing open', async () => {
    const german = await open();
    const { shop, step } = german;
    await shop.send(SALE);
    await step('TraS');
    await shop.send({ Opr: '7', NFS: 'Z' });
    await shop.send(SALE);
    await shop.send({ Opr: '7', NFS: 'Z' });
    expect(openOf(german)).toEqual([]);
    const closings = (await german.records()).flatMap((record) => keptOf(record).Closing ?? []);
    const serial = german.engines[0]!.identity!.serial;
    expect(closings).toMatchObject([
      {
        Nr: 1,
        first: { SQ: 3 },
        tses: [serial],
        masters: { Cmp: CFG.Cmp },
        identities: { [serial]: { serial } },
      },
      { Nr: 2, tses: [serial] },
    ]);
    expect(closings[0]!.last.SQ).toBeLessThan(closings[1]!.first.SQ);
    expect((await processes(german)).map(({ Z, Bon }) => [Z, Bon])).toEqual([
      ...[[1, 'Beleg'] as const, [1, 'AVBelegabbruch'] as const, [1, 'AVSonstige'] as const],
      ...[[2, 'Beleg'] as const, [2, 'AVSonstige'] as const],
    ]);
  });

  it('come by themselves before the first receipt under other master data', async () => {
    const german = await open();
    const { shop } = german;
    await shop.send(SALE);
    const Cmp = { ...CFG.Cmp, Adr: 'Nebenstraße 2' };
    await shop.room.registers.configure('def', { ...CFG, Cmp });
    await shop.send(SALE);
    const records = await german.records();
    expect(records.filter(({ Own }) => Own === 'Z')).toHaveLength(1);
    expect(records.flatMap((record) => keptOf(record).Closing ?? [])).toMatchObject([
      { Nr: 1, masters: { Cmp: CFG.Cmp } },
    ]);
    expect((await processes(german)).map(({ Z }) => Z)).toEqual([1, 1, 2]);
  });
});

it('names the till of a receipt that is taken back as it was called then', async () => {
  const { shop } = await open();
  const sold = await shop.sell(SALE);
  await shop.room.registers.configure('def', { ...CFG, Trm: { TT: '1', Serial: 'KASSE-9' } });
  await shop.attemptVoid(sold);
  const files = await exportOf(shop, true);
  expect(rowsOf(files, 'references.csv')).toMatchObject([
    { Z_KASSE_ID: 'KASSE-9', REF_Z_KASSE_ID: 'KASSE-1', REF_Z_NR: '1' },
  ]);
});

it('names the receipts of what comes back in an exchange', async () => {
  const { shop } = await open();
  const sold = await shop.sell(SALE);
  const TN = sold.ESR!.TN!;
  const back = { ...pos('x', 'A', '-1.00'), RTN: TN };
  const exchange = { Opr: '7', PosA: [back, pos('y', 'A', '5.00')], PayA: [pay('cash', '4.00')] };
  expect((await shop.send(exchange)).Result.RC).toBe('OK');
  const files = await exportOf(shop, true);
  expect(rowsOf(files, 'references.csv')).toMatchObject([
    { POS_ZEILE: '1', REF_TYP: 'Transaktion', REF_BON_ID: String(sold.SQ) },
  ]);
});

describe('a rate of another time', () => {
  const sale = (TaxG: string, Amt: string) => ({
    ...{ Opr: '7', D: '2026-05-12T12:00:00', PosA: [pos('x', TaxG, Amt)] },
    PayA: [pay(Amt.startsWith('-') ? 'refund' : 'cash', Amt)],
  });

  it('is warned of where something is sold', async () => {
    const { shop } = await open();
    expect((await shop.send(sale('16%', '5.00'))).Result).toEqual({
      RC: 'OK',
      Warning: [
        'ESR.PosA[0].TaxG: 16 % is no rate of 2026-05-12; rates of other years are for what is taken back',
      ],
    });
  });

  it.each([
    ['16%', '-0.50'],
    ['19%', '5.00'],
    ['7.8%', '5.00'],
    ['0%', '5.00'],
  ])('is nothing to say of %s for %s', async (TaxG, Amt) => {
    const { shop } = await open();
    expect((await shop.send(sale(TaxG, Amt))).Result).toEqual({ RC: 'OK' });
  });
});

it.each([[['A', '16%']], [['16%', 'A']]])('goods of %j have each their own rate', async (groups) => {
  const german = await open();
  const PosA = groups.map((group, i) => pos(`x${i}`, group, group === 'A' ? '11.90' : '-5.80'));
  const sold = { Opr: '7', D: '2026-05-12T12:00:00', PosA, PayA: [pay('cash', '6.10')] };
  expect((await german.shop.send(sold)).Result.RC).toBe('OK');
  const { TaxA = [] } = (await german.records()).at(-1)!.ESR!;
  expect(TaxA.toSorted((a, b) => Number(b.Prc) - Number(a.Prc))).toEqual([
    { _: 'Tax', TaxG: 'A', Prc: '19', Net: '10.00', TAmt: '1.90', Amt: '11.90' },
    { _: 'Tax', TaxG: '16%', Prc: '16', Net: '-5.00', TAmt: '-0.80', Amt: '-5.80' },
  ]);
});

describe('checks', () => {
  it.each<[string, Tree, string, string]>([
    ['a rate of nowhere', { PosA: [pos('x', '12%', '1.00')] }, '#DE_TAX', 'PosA[0].TaxG'],
    ['two kinds', { NFS: 'Invoice', DT: 'AVTransfer' }, '#DE_PROCESS', 'ESR.DT'],
    ['a sale that DT alone calls training', { DT: 'AVTraining' }, '#DE_PROCESS', 'send Test=1'],
    [
      'another record that DT alone calls training',
      { NFS: 'Something', DT: 'avtraining' },
      ...(['#DE_PROCESS', 'ESR.DT'] as const),
    ],
    [
      'a business case of nowhere',
      { PosA: [pos('x', 'A', '1.00', { DE_GV_TYP: 'Verkauf' })] },
      '#DE_BUSINESS_CASE',
      'DE_GV_TYP',
    ],
    [
      'an unknown agency',
      { PosA: [pos('x', 'A', '1.00', { DE_AGENTUR_ID: '9' })] },
      '#DE_AGENCY',
      'DE_AGENTUR_ID',
    ],
    [
      'a voucher of one purpose without tax',
      { PosA: [pos('x', 'E', '1.00', { _: 'Vou', DE_GV_TYP: 'EinzweckgutscheinKauf' })] },
      ...(['#DE_VOUCHER', 'TaxG'] as const),
    ],
    [
      'foreign money with three decimals',
      { PayA: [pay('foreign', '1.00', { CC: 'KWD', FAmt: '0.333' })] },
      '#PAY_FOREIGN',
      'FAmt',
    ],
    ['no operator', { Opr: '' }, '#OPR_MISSING', 'ESR.Opr'],
  ])('refuses %s', async (_name, more, code, place) => {
    const { shop } = await open();
    const sale = { Opr: '7', PosA: [pos('x', 'A', '1.00')], PayA: [pay('cash', '1.00')] };
    const { Result } = await shop.send({ ...sale, ...more });
    expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: code });
    expect(Result.Warning?.join(' ')).toContain(place);
  });

  it('takes training that DT names as such, too', async () => {
    const german = await open();
    const PayA = [pay('cash', '1.00')];
    const sent = { Opr: '7', Test: '1', DT: 'AVTraining', PosA: [pos('x', 'A', '1.00')], PayA };
    expect((await german.shop.send(sent)).Result.RC).toBe('OK');
    expect((await processes(german)).map(({ Bon }) => Bon)).toEqual(['AVTraining']);
  });
});
