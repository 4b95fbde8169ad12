import { expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { GENERIC, tra } from '../../testing/sales.ts';
import type { Register } from '../register.ts';
import { problemsOf } from '../status.ts';
import type { MarkedReceipt, Marking } from './void-elsewhere.ts';

const record: JournalRecord = {
  ...{ _: 'Tra', SQ: 40, RN: 'def', D: '2026-05-04T11:00:00' },
  ESR: { ...tra({ TN: '99', T: '1.00' }).ESR, TL: '1', TT: '2' },
};
const FOUND: MarkedReceipt = { instance: 'there', name: 'till-2', record };

type Answer = (begin: () => Promise<boolean>) => Promise<Marking>;

/** The other machine has the receipt; `answer` is what becomes of the mark. */
function neighbour(room: Room, answer: Answer): void {
  room.services.otherMachines = { markVoided: (_receipt, _rn, begin) => answer(() => begin(FOUND)) };
}

/** The mark is asked for, with this outcome. */
const outcome =
  (marking: Marking): Answer =>
  async (begin) =>
    (await begin()) ? marking : { outcome: 'unasked' };

async function shop(): Promise<{ room: Room; register: Register }> {
  const room = await openRoom();
  await room.registers.configure('def', GENERIC);
  return { room, register: (await room.registers.find('def'))! };
}

const voiding = (register: Register) =>
  register.void({ original: { TN: '99', TT: '2' }, sender: {}, reason: undefined, warnings: [] });

/** What the operator is shown. */
function shown(register: Register, { clock }: Room) {
  const none = { problemsOf: () => [] };
  const units = { problems: () => [], isServer: () => false };
  return problemsOf(register, { clock, journalFiles: none, backups: none, units })
    .filter(({ code }) => code === 'VOID_UNFINISHED')
    .map(({ params }) => params);
}

const UNFINISHED = [{ receipt: '1/2/99', machine: 'till-2' }];

async function events(room: Room): Promise<unknown[]> {
  return (await room.records('def')).map(({ _: type, Event }) => Event ?? type);
}

it('shows after a crash that a receipt of another machine may be marked, until it is taken back', async () => {
  const { room, register } = await shop();
  // The service dies while it waits for the answer.
  const isAsked = new Promise<void>((resolve) => {
    neighbour(room, async (begin) => {
      await begin();
      resolve();
      return new Promise<never>(() => undefined);
    });
  });
  void voiding(register);
  await isAsked;
  expect(shown(register, room)).toEqual([]);

  const again = await room.reopen();
  const restarted = (await again.registers.find('def'))!;
  expect(shown(restarted, again)).toEqual(UNFINISHED);
  neighbour(again, outcome({ marked: FOUND }));
  expect((await voiding(restarted)).Result.RC).toBe('OK');
  expect(shown(restarted, again)).toEqual([]);
  expect(await events(again)).toEqual(['Cfg', 'void-elsewhere-begun', 'Tra']);
  expect((await voiding(restarted)).Result.ErrorCode).toBe('#ALREADY_VOIDED');
  const last = await again.reopen();
  expect(shown((await last.registers.find('def'))!, last)).toEqual([]);
});

it('shows the same when the answer got lost, and journals the wish once', async () => {
  const { room, register } = await shop();
  neighbour(room, outcome({ outcome: 'silent' }));
  for (let i = 0; i < 2; i++) {
    expect((await voiding(register)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#NEIGHBOUR_SILENT' });
    expect(shown(register, room)).toEqual(UNFINISHED);
  }
  expect(await events(room)).toEqual(['Cfg', 'void-elsewhere-begun']);
});

it.each(['already', 'refused'] as const)(
  'ends what was begun when the mark is refused: %s',
  async (refused) => {
    const { room, register } = await shop();
    neighbour(room, outcome({ outcome: 'silent' }));
    await voiding(register);
    neighbour(room, outcome({ outcome: refused }));
    expect((await voiding(register)).Result.RC).toBe('BAD');
    expect(shown(register, room)).toEqual([]);
    expect(await events(room)).toEqual(['Cfg', 'void-elsewhere-begun', 'void-elsewhere-refused']);
  },
);

it('journals nothing while nobody has found the receipt', async () => {
  const { room, register } = await shop();
  for (const outcome of ['none', 'silent'] as const) {
    neighbour(room, () => Promise.resolve({ outcome }));
    await voiding(register);
  }
  expect(await events(room)).toEqual(['Cfg']);
  expect(shown(register, room)).toEqual([]);
});

it('asks for no mark when the wish cannot be stored', async () => {
  const { room, register } = await shop();
  const marked: boolean[] = [];
  neighbour(room, async (begin) => {
    const isStored = await begin();
    marked.push(isStored);
    return { outcome: 'unasked' };
  });
  room.store.failNext();
  expect((await voiding(register)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#JOURNAL_FAILED' });
  expect(marked).toEqual([false]);
  expect(shown(register, room)).toEqual([]);
});
