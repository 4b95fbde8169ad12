import { describe, expect, it } from 'vitest';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Esr, TraC } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { GENERIC, PORTUGAL, tra } from '../../testing/sales.ts';
import type { Register } from '../register.ts';

async function openRegister(cfg: Cfg): Promise<Room & { def: Register }> {
  const room = await openRoom();
  const def = await room.register('def');
  await def.configuration.set(cfg);
  return { ...room, def };
}

const sell = (register: Register, values: Tree = {}, amount?: string): Promise<TraC> =>
  register.submit({ tra: tra(values, amount), warnings: [], restart: false });
const takeBack = (register: Register, original: Esr | null, sender: Partial<Esr> = {}): Promise<TraC> =>
  register.void({ original, sender, reason: 'Engano', warnings: [] });

it('takes back the last receipt of a Portuguese register without a number or a signature', async () => {
  const { def, records } = await openRegister(PORTUGAL);
  await sell(def, {}, '3.20');
  const answer = await takeBack(def, null, { TN: '90' });
  expect(answer).toMatchObject({ SQ: 3, Result: { RC: 'OK' }, ESR: { TN: '90' } });
  expect(answer.Fis).toBeUndefined();
  expect(answer.ESR?.FN).toBeUndefined();
  const [, sale, taken] = await records('def');
  expect(taken?.ESR).toMatchObject({ Void: '1', T: '-3.20', RFN: 'FS 1_1.26/1', RTN: '1', Rsn: 'Engano' });
  expect(sale?.ESR?.T).toBe('3.20');
  // The chain goes on as if nothing had happened.
  expect((await sell(def)).ESR?.FN).toBe('FS 1_1.26/2');
});

it('refuses to take a receipt back twice, also after a restart of the service', async () => {
  const { def, reopen } = await openRegister(PORTUGAL);
  await sell(def);
  expect((await takeBack(def, { TN: '1' })).Result.RC).toBe('OK');
  expect((await takeBack(def, { TN: '1' })).Result).toMatchObject({
    RC: 'BAD',
    ErrorCode: '#ALREADY_VOIDED',
  });
  expect((await takeBack(def, null)).Result.ErrorCode).toBe('#ALREADY_VOIDED');
  const again = await (await reopen()).register('def');
  expect((await takeBack(again, { TN: '1' })).Result.ErrorCode).toBe('#ALREADY_VOIDED');
});

it('says which void took a receipt back when the same void is sent again, and what its number is good for', async () => {
  const { def } = await openRegister(GENERIC);
  await sell(def, {}, '4.40');
  expect(await takeBack(def, { TN: '1' }, { TN: 'V1' })).toMatchObject({ SQ: 3, Result: { RC: 'OK' } });
  expect((await takeBack(def, { TN: '1' }, { TN: 'V1' })).Result).toMatchObject({
    ErrorCode: '#ALREADY_VOIDED',
    Warning: ['#ALREADY_VOIDED ESR.RFN: 1/1/1 was voided before (SQ 3)'],
  });
  await sell(def, { TN: '2' });
  expect((await takeBack(def, { TN: '2' }, { TN: 'V1' })).Result).toMatchObject({
    ErrorCode: '#TN_EXISTS',
    Warning: ['#TN_EXISTS SESR.TN: 1/1/V1 is registered already (SQ 3); the void needs a number of its own'],
  });
  // Its number alone asks for its answer.
  const asked = await def.submit({ tra: { ESR: { TN: 'V1' } }, warnings: [], restart: true });
  expect(asked).toMatchObject({ SQ: 3, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } });
});

it('of many requests at once only one takes the receipt back', async () => {
  const { def } = await openRegister(GENERIC);
  await sell(def);
  const answers = await Promise.all(Array.from({ length: 8 }, () => takeBack(def, { TN: '1' })));
  expect(answers.filter((a) => a.Result.RC === 'OK')).toHaveLength(1);
});

it('a void that was not stored may be tried again', async () => {
  const { def, store } = await openRegister(GENERIC);
  await sell(def);
  store.failNext();
  expect((await takeBack(def, { TN: '1' })).Result.ErrorCode).toBe('#JOURNAL_FAILED');
  expect((await takeBack(def, { TN: '1' })).Result.RC).toBe('OK');
});

it('says which original is missing', async () => {
  const { def } = await openRegister(GENERIC);
  expect((await takeBack(def, null)).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#ORIGINAL_NOT_FOUND' });
  await sell(def);
  expect((await takeBack(def, { TN: '77' })).Result.ErrorCode).toBe('#ORIGINAL_NOT_FOUND');
});

it('finds the original by its content when it is sent without a number', async () => {
  const { def } = await openRegister(GENERIC);
  await sell(def, {}, '4.40');
  expect((await takeBack(def, tra({}, '9.99').ESR)).Result.ErrorCode).toBe('#ORIGINAL_NOT_FOUND');
  expect((await takeBack(def, tra({}, '4.40').ESR)).Result.RC).toBe('OK');
});

it.each<[string, Tree]>([
  ['nothing', {}],
  ['an operator', { Opr: '1' }],
  ['a total', { T: '4.40' }],
  ['empty lists', { PosA: [], PayA: [] }],
])('takes nothing for the content of a receipt that is sent with %s alone', async (_what, sent) => {
  const { def } = await openRegister(GENERIC);
  await sell(def, { Opr: '1' }, '4.40');
  expect((await takeBack(def, sent)).Result.ErrorCode).toBe('#ORIGINAL_NOT_FOUND');
});

it('a nonfiscal record and a receipt do not take each other back', async () => {
  const { def } = await openRegister(GENERIC);
  await sell(def, {}, '5.00');
  await sell(def, { NFS: 'Info' }, '5.00');
  const code = async (values: Tree) => (await sell(def, part('-5.00', values))).Result.ErrorCode;
  expect(await code({ RTN: '1', NFS: 'Info' })).toBe('#VOID_REFERENCE');
  expect(await code({ RTN: '2' })).toBe('#VOID_REFERENCE');
  expect(await code({ RTN: '2', NFS: 'Info' })).toBeUndefined();
  expect(await code({ RTN: '1' })).toBeUndefined();
});

const part = (amount: string, reference: Tree): Tree => ({
  Void: '1',
  T: amount,
  PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: '23%', Amt: amount }],
  PayA: [{ _: 'Pay', Dsc: 'Cash', Amt: amount }],
  ...reference,
});

it('lets a POS take back parts until the whole is used up', async () => {
  const { def } = await openRegister(GENERIC);
  await sell(def, {}, '5.00');
  const codes = [];
  for (const amount of ['-2.00', '-2.00', '-2.00', '-1.00', '-0.01']) {
    codes.push((await sell(def, part(amount, { RTN: '1' }))).Result.ErrorCode ?? 'OK');
  }
  expect(codes).toEqual(['OK', 'OK', '#ALREADY_VOIDED', 'OK', '#ALREADY_VOIDED']);
});

it.each([
  ['no reference', {}, '-5.00', '#VOID_REFERENCE'],
  ['more than the receipt', { RTN: '1' }, '-5.01', '#VOID_AMOUNT'],
  ['the sign of a sale', { RTN: '1' }, '5.00', '#VOID_AMOUNT'],
])('refuses a void with %s', async (_name, reference, amount, code) => {
  const { def } = await openRegister(GENERIC);
  await sell(def, {}, '5.00');
  expect((await sell(def, part(amount, reference))).Result.ErrorCode).toBe(code);
});

it('in Portugal only whole receipts of the same register are taken back', async () => {
  const { def } = await openRegister(PORTUGAL);
  await sell(def, {}, '5.00');
  expect((await sell(def, part('-2.00', { RFN: 'FS 1_1.26/1' }))).Result.ErrorCode).toBe('#VOID_AMOUNT');
  expect((await sell(def, part('-5.00', { RFN: 'FS 1_1.26/8' }))).Result.ErrorCode).toBe(
    '#ORIGINAL_NOT_FOUND',
  );
  expect((await sell(def, part('-5.00', { RFN: 'FS 1_1.26/1' }))).Result.RC).toBe('OK');
});

it('elsewhere a void of a receipt this register does not know is kept with a Warning', async () => {
  const { def } = await openRegister(GENERIC);
  const answer = await sell(def, part('-5.00', { RTL: '9', RTT: '9', RTN: '9' }));
  expect(answer.Result.RC).toBe('OK');
  expect(answer.Result.Warning?.join()).toContain('#ORIGINAL_NOT_FOUND');
});

describe('by tax percentage', () => {
  const at = (TaxG: string, Amt: string) => ({ _: 'Pos', Dsc: TaxG, TaxG, Amt });
  const both = (high: string, low: string): Tree => ({ PosA: [at('23%', high), at('6%', low)] });
  const pay = (Amt: string): Tree => ({ T: Amt, PayA: [{ _: 'Pay', Dsc: 'Cash', Amt }] });

  it.each([
    ['Portugal', PORTUGAL, { RFN: 'FS 1_1.26/1' }],
    ['a country without fiscal law', GENERIC, { RTN: '1' }],
  ])('a void in %s takes back what the receipt has', async (_name, cfg, reference) => {
    const { def } = await openRegister(cfg);
    await sell(def, { ...both('10.00', '4.00'), ...pay('14.00') });
    const taken = async (high: string, low: string) => {
      const values = { Void: '1', ...reference, ...both(high, low), ...pay('-14.00') };
      return (await sell(def, values)).Result.ErrorCode ?? 'OK';
    };
    expect(await taken('-4.00', '-10.00')).toBe('#VOID_AMOUNT');
    expect(await taken('-14.00', '0.00')).toBe('#VOID_AMOUNT');
    expect(await taken('-20.00', '6.00')).toBe('#VOID_AMOUNT');
    expect(await taken('-10.00', '-4.00')).toBe('OK');
  });

  it('parts do not exceed it together, also after a restart of the service', async () => {
    const { def, reopen } = await openRegister(GENERIC);
    await sell(def, { ...both('10.00', '4.00'), ...pay('14.00') });
    const taken = async (register: Register, high: string, low: string, T: string) => {
      const values = { Void: '1', RTN: '1', ...both(high, low), ...pay(T) };
      return (await sell(register, values)).Result.ErrorCode ?? 'OK';
    };
    expect(await taken(def, '-8.00', '0.00', '-8.00')).toBe('OK');
    const again = await (await reopen()).register('def');
    expect(await taken(again, '-3.00', '0.00', '-3.00')).toBe('#VOID_AMOUNT');
    expect(await taken(again, '-5.00', '2.00', '-3.00')).toBe('#VOID_AMOUNT');
    expect(await taken(again, '-2.00', '-4.00', '-6.00')).toBe('OK');
    expect(await taken(again, '-0.01', '0.00', '-0.01')).toBe('#ALREADY_VOIDED');
  });
});
