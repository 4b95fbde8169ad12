import { beforeEach, expect, it, vi } from 'vitest';
import { issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Tree } from '../receipt/tree.ts';
import { law, OWN, withOwnCountry } from '../testing/own-country.ts';
import { openRoom, type Room } from '../testing/registers.ts';
import { tra } from '../testing/sales.ts';
import { runBackground } from './country-work.ts';

vi.mock('../countries/list.ts', async (original) => withOwnCountry(await original()));

beforeEach(() => law.reset());

const line = ({ Own, ESR, Fis }: JournalRecord) => [Own ?? null, ESR?.TN, Fis?.Count];
const receipts = async (room: Room) => (await room.records('def')).filter(({ _ }) => _ === 'Tra').map(line);

async function opened() {
  const room = await openRoom();
  await room.registers.configure('def', OWN);
  const def = (await room.registers.find('def'))!;
  const sell = (values: Tree = {}, restart = false) =>
    def.submit({ tra: tra(values), warnings: [], restart });
  return { room, sell };
}

it('a receipt of the country comes before the first posted one, with a number of its own, once', async () => {
  const { room, sell } = await opened();
  const answers = await Promise.all([sell(), sell(), sell()]);
  expect(answers.map(({ ESR }) => ESR?.TN)).toEqual(['2', '3', '4']);
  expect(await receipts(room)).toEqual([
    ['first', '1', 1],
    [null, '2', 2],
    [null, '3', 3],
    [null, '4', 4],
  ]);
});

it('is not issued twice when the background wants it at the same moment', async () => {
  const { room, sell } = await opened();
  const def = (await room.registers.find('def'))!;
  await Promise.all([runBackground(def), sell(), runBackground(def), sell(), runBackground(def)]);
  const all = await receipts(room);
  expect(all).toHaveLength(3);
  expect(all.filter(([own]) => own === 'first')).toHaveLength(1);
  expect(all[0]![0]).toBe('first');
});

it('refused: the country decides what becomes of the sale', async () => {
  const { room, sell } = await opened();
  law.refusal = issue('#ACTION', '', 'no unit');
  const { Result } = await sell();
  expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#ACTION' });
  expect(await receipts(room)).toEqual([]);
  law.refusal = null;
  expect((await sell()).Result.RC).toBe('OK');
  expect(await receipts(room)).toEqual([
    ['first', '1', 1],
    [null, '2', 2],
  ]);
});

it('a commit that fails takes the sale behind it with it, and nothing is lost or given twice', async () => {
  const { room, sell } = await opened();
  room.store.failNext();
  expect((await sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#JOURNAL_FAILED' });
  expect((await sell()).ESR?.TN).toBe('2');
  expect(await receipts(room)).toEqual([
    ['first', '1', 1],
    [null, '2', 2],
  ]);
});

it('no POS can post one', async () => {
  const { room, sell } = await opened();
  const def = (await room.registers.find('def'))!;
  await sell();
  const faked = { ...tra(), Own: 'first', own: 'first' };
  await def.submit({ tra: { ...faked, ESR: { ...faked.ESR, Own: 'first' } }, warnings: [], restart: false });
  const last = (await room.records('def')).at(-1)!;
  expect([last.Own, last.Fis?.Own]).toEqual([undefined, null]);
});

it("is nobody's last receipt: not taken back, and not taken for a lost one", async () => {
  const { room, sell } = await opened();
  const { ESR } = await sell({ Opr: '7' });
  law.wanted = 2;
  await runBackground((await room.registers.find('def'))!);
  expect((await receipts(room)).at(-1)![0]).toBe('first');
  expect(await sell({ Opr: '7' }, true)).toMatchObject({
    ESR: { TN: ESR?.TN },
    Result: { ErrorCode: '#DUPLICATE' },
  });
  const def = (await room.registers.find('def'))!;
  const voided = await def.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(voided.Result.RC).toBe('OK');
  expect((await room.records('def')).at(-1)!.ESR).toMatchObject({ Void: '1', RTN: ESR?.TN });
});
