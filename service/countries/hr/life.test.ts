/** A Croatian register and CIS, through everything that happens to a line. */
import { expect, it } from 'vitest';
import { OIB, openShop, type Shop } from './testing/shop.ts';
import { OPERATOR, sale } from './testing/sales.ts';
import { tagOf } from '../base/online/tags.ts';

const NEVER = new AbortController().signal;
const OFFLINE = '#OFFLINE';
const JIR = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const jirs = ({ cis }: Shop) => cis.receipts.map(({ number, jir }) => [number, jir]);

it('gives a sale its ZKI, its JIR and a code that a customer can check', async () => {
  const shop = await openShop();
  const answer = await shop.sell();
  expect(answer.Result).toEqual({ RC: 'OK' });
  const [reported] = shop.cis.receipts;
  expect(reported).toMatchObject({
    oib: OIB,
    number: '1/POSL1/12',
    protected: true,
    late: false,
    warnings: [],
  });
  expect(tagOf(answer.Fis, 'ZKI')).toBe(reported!.protection);
  expect(tagOf(answer.Fis, 'JIR')).toBe(reported!.jir);
  expect(answer.Fis!.Code).toContain(`?jir=${reported!.jir}&datv=`);
  expect(shop.register.answers.to(shop.register.last!)).toEqual(answer);
});

it('refuses to sell without a certificate, and says who can help', async () => {
  const shop = await openShop(false);
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#HR_CERTIFICATE' });
  const other = await shop.cis.issue('69435151530');
  const refused = await shop.act('certificate', {
    file: other.pkcs12.toString('base64'),
    password: other.password,
  });
  expect(refused).toMatchObject({
    issues: [{ path: 'file', words: { key: 'error.file.other-company', values: { number: OIB } } }],
  });
  const { pkcs12, password } = await shop.cis.issue(OIB);
  const file = pkcs12.toString('base64');
  expect(await shop.act('certificate', { file, password: 'x' })).toMatchObject({
    issues: [{ path: 'password' }],
  });
  expect(await shop.act('certificate', { file, password })).toEqual({ result: null });
  expect((await shop.sell()).ESR!.TN).toBe('1');
});

it.each(['before', 'after', 'within'] as const)(
  'reports a receipt late, once, when the line breaks %s the answer',
  async (where) => {
    const shop = await openShop();
    shop.cis.drop(1, where);
    const answer = await shop.sell();
    expect(answer.Result).toMatchObject({ RC: 'OK', ErrorCode: OFFLINE });
    expect(answer.Fis!.Code).toContain('?zki=');
    expect(tagOf(answer.Fis, 'JIR')).toBeUndefined();
    await shop.register.deliver(NEVER);
    expect(shop.cis.receipts).toHaveLength(1);
    expect(shop.cis.doubles).toEqual([]);
    expect(tagOf(shop.register.last!.Fis, 'JIR')).toBe(shop.cis.receipts[0]!.jir);
    expect(tagOf(shop.register.last!.Fis, 'ZKI')).toBe(tagOf(answer.Fis, 'ZKI'));
    if (where === 'before') expect(shop.cis.receipts[0]!.late).toBe(true);
  },
);

it.each(['unsigned', 'foreign', 'changed', 'unreadable'] as const)(
  'believes no answer that is %s',
  async (how) => {
    const shop = await openShop();
    shop.cis.spoil(how);
    expect((await shop.sell()).Result.ErrorCode).toBe(OFFLINE);
    await shop.register.deliver(NEVER);
    expect(jirs(shop)).toEqual([['1/POSL1/12', tagOf(shop.register.last!.Fis, 'JIR')]]);
  },
);

it.each([
  ['s002', '#HR_REFUSED'],
  ['s005', '#HR_REFUSED'],
  ['s006', OFFLINE],
])('keeps a receipt that CIS answers with %s', async (code, constant) => {
  const shop = await openShop();
  shop.cis.fail({ code });
  const { Result } = await shop.sell();
  expect(Result).toMatchObject({ RC: 'OK', ErrorCode: constant });
  expect(Result.Warning!.join()).toContain(code);
  await shop.register.deliver(NEVER);
  expect(tagOf(shop.register.last!.Fis, 'JIR')).toMatch(JIR);
});

it('warns a till whose own numbers have a gap, and takes none that cannot be counted on from', async () => {
  const shop = await openShop();
  expect((await shop.sell({ TN: '1' })).Result).toEqual({ RC: 'OK' });
  expect((await shop.sell({ TN: '5' })).Result).toMatchObject({
    RC: 'OK',
    Warning: [expect.stringContaining('5 does not follow 1')],
  });
  expect((await shop.sell()).ESR!.TN).toBe('6');
  const constants = ['05', '1234567890123456', '5'].map(
    async (TN) => (await shop.sell({ TN })).Result.ErrorCode,
  );
  expect(await Promise.all(constants)).toEqual(['#HR_NUMBER', '#HR_NUMBER', '#TN_EXISTS']);
  expect((await shop.sell({ TL: 'posl1' })).Result.ErrorCode).toBe('#HR_PREMISES');
});

it('takes a receipt back with a receipt of its own', async () => {
  const shop = await openShop();
  await shop.sell();
  const answer = await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(answer.Result.RC).toBe('OK');
  expect(shop.cis.receipts.map(({ number, fields }) => [number, fields.IznosUkupno])).toEqual([
    ['1/POSL1/12', '15.50'],
    ['2/POSL1/12', '-15.50'],
  ]);
});

it('takes receipts of paper however old, others of the last days alone', async () => {
  const shop = await openShop();
  const sell = (HR_ParagonBrRac: string) => {
    const ESR = sale([['15.50', 'A']], { D: '2025-12-01T10:00:00', TN: '1', HR_ParagonBrRac });
    return shop.register.submit({ tra: { ESR }, warnings: [], restart: false });
  };
  expect((await sell('')).Result.ErrorCode).toBe('#D_WINDOW');
  expect((await sell('7')).Result.RC).toBe('OK');
  expect(shop.cis.receipts[0]!.fields.DatVrijeme).toBe('01.12.2025T10:00:00');
});

it('takes a receipt of paper back by one of the device', async () => {
  const shop = await openShop();
  await shop.sell({ HR_ParagonBrRac: '7' });
  await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(
    shop.cis.receipts.map(({ late, fields: { ParagonBrRac, IznosUkupno } }) => [
      ...[late, ParagonBrRac, IznosUkupno],
    ]),
  ).toEqual([
    [true, '7', '15.50'],
    [false, undefined, '-15.50'],
  ]);
});

it('reports neither training nor what is no receipt', async () => {
  const shop = await openShop();
  const tag = { Label: '', Name: 'Training', Value: 'OBUKA – OVO NIJE RAČUN' };
  for (const [NFS, Tag] of [
    ['Training', [tag]],
    ['Info', undefined],
  ] as const) {
    const answer = await shop.sell({ NFS });
    expect(answer.Result.RC).toBe('OK');
    expect(answer.Fis?.Tag).toEqual(Tag);
  }
  expect(shop.cis.requests).toEqual([]);
  // Numbers of receipts have no gap.
  expect((await shop.sell({ NFS: 'Training' })).ESR!.TN).toBe('X3');
  expect((await shop.sell()).ESR!.TN).toBe('1');
});

it('reports other payments, tips and buyers of a receipt', async () => {
  const shop = await openShop();
  await shop.sell();
  const done = { result: null };
  expect(await shop.act('payment-change', { number: '1', payment: 'K' })).toEqual(done);
  expect(await shop.act('tip', { number: '1', amount: '2.00', payment: 'G' })).toEqual(done);
  expect(await shop.act('data-change', { number: '1', payment: 'T', buyer: OPERATOR })).toEqual(done);
  const [receipt] = shop.cis.receipts;
  expect(receipt).toMatchObject({
    tips: [{ amount: '2.00', payment: 'G' }],
    fields: { NacinPlac: 'T', OibPrimateljaRacuna: OPERATOR },
  });
  expect(await shop.act('tip', { number: '7', amount: '2.00', payment: 'G' })).toMatchObject({
    issues: [{ path: 'number', words: { key: 'error.unknownReceipt' } }],
  });
});

it('announces working hours and takes them back', async () => {
  const shop = await openShop();
  const since = '2026-12-01';
  const add = (day: string, from: string, till: string) =>
    shop.act('add-hours', { day, from, till, since, operator: OPERATOR });
  expect(await add('1', '08:00', '12:00')).toEqual({ result: null });
  expect(await add('1', '14:00', '20:00')).toEqual({ result: null });
  expect(
    await shop.act('add-exception', { date: '2026-12-24', from: '08:00', till: '13:00', operator: OPERATOR }),
  ).toEqual({ result: null });
  expect(shop.cis.premises).toHaveLength(1);
  const table = () =>
    shop.register.country!.page!(shop.register.state, shop.register.context!)
      .sections.flatMap(({ parts }) => parts)
      .flatMap((part) => (part.kind === 'table' ? part.rows : []));
  expect(table()).toHaveLength(3);
  for (const { id, actions } of table())
    expect(await shop.act(actions![0]!.action, { id, operator: OPERATOR })).toEqual({ result: null });
  expect(table()).toEqual([]);
});

it('never gives a number twice after a restore: somebody has to look at the last receipt', async () => {
  const shop = await openShop();
  await shop.sell();
  const changes = shop.register.country!.restored!(shop.register.state, shop.register.context!).changes;
  await shop.register.writes.perform({ event: 'restored', details: {}, changes: () => changes });
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#HR_NUMBERS' });
  expect(await shop.act('last-number', { number: '0' })).toMatchObject({ issues: [{ path: 'number' }] });
  // Two managers at once: the first one counts.
  const said = ['41', '5'].map((number) => shop.act('last-number', { number }));
  expect(await Promise.all(said)).toEqual([{ result: null }, { result: null }]);
  expect((await shop.sell()).ESR!.TN).toBe('42');
});

it('gives every receipt one JIR in the end while CIS comes and goes', async () => {
  const shop = await openShop();
  let seed = 7;
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let n = 0; n < 40; n++) {
    const dice = chance();
    if (dice < 0.1) shop.cis.drop(1, 'after');
    else if (dice < 0.15) shop.cis.drop(1, 'before');
    else if (dice < 0.2) shop.cis.spoil('changed');
    else if (dice < 0.25) shop.cis.fail({ code: 's006' });
    await shop.sell();
    if (chance() < 0.1) shop.room.clock.advance(61_000);
    if (chance() < 0.05) await shop.register.deliver(NEVER);
  }
  for (let n = 0; n < 10; n++) {
    shop.room.clock.advance(61_000);
    await shop.register.deliver(NEVER);
  }
  expect(shop.register.undelivered).toBe(0);
  expect(new Set(shop.cis.receipts.map(({ number }) => number)).size).toBe(40);
  expect(shop.cis.receipts).toHaveLength(40);
  expect(shop.cis.doubles).toEqual([]);
  const records = await shop.room.records('def');
  const known = new Map(records.filter(({ _ }) => _ === 'Fis').map(({ Of, Fis }) => [Of, tagOf(Fis, 'JIR')]));
  expect([...known.values()].sort()).toEqual(shop.cis.receipts.map(({ jir }) => jir).sort());
  const auditor = shop.register.country!.audit!({ publicKeys: new Map() });
  expect(records.flatMap((record) => auditor.take(record))).toEqual([]);
  expect(auditor.end(shop.register.state)).toEqual([]);
});
