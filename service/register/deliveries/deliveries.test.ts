/** Receipts that an authority is told of: within the sale, later, and through everything that may go wrong. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type * as countries from '../../countries/list.ts';
import type { TraC } from '../../receipt/tra.ts';
import { authority, ONLINE } from '../../testing/online-country.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { tra } from '../../testing/sales.ts';
import type { Register } from '../register.ts';

vi.mock('../../countries/list.ts', async (original) => {
  const { withOnlineCountry } = await import('../../testing/online-country.ts');
  return withOnlineCountry(await original<typeof countries>());
});

beforeEach(() => authority.reset());

const NEVER = new AbortController().signal;

const sell = (register: Register, restart = false): Promise<TraC> =>
  register.submit({ tra: tra(), warnings: [], restart });

async function open(): Promise<{ room: Room; def: Register }> {
  const room = await openRoom();
  await room.registers.configure('def', ONLINE);
  return { room, def: (await room.registers.find('def'))! };
}

const OFFLINE = {
  RC: 'OK',
  ErrorCode: '#OFFLINE',
  // Not what the portal's routes say.
  UserMessage: 'The receipt is registered. The tax authority did not answer and will be told later.',
};

it('answers with what the authority gave, and keeps it as a record of its own', async () => {
  const { room, def } = await open();
  const answer = await sell(def);
  expect(answer).toEqual({
    SQ: 2,
    Result: { RC: 'OK' },
    ESR: { D: expect.any(String), TN: '1', FN: 'LI/1' },
    Fis: { Code: 'code of 1', Number: 'JIR 1', Tag: [{ Label: 'Number', Name: 'Number', Value: 'JIR 1' }] },
  });
  const [, receipt, later] = await room.records('def');
  expect(receipt).toMatchObject({ _: 'Tra', SQ: 2 });
  expect(later).toMatchObject({ _: 'Fis', SQ: 3, Of: 2, Fis: answer.Fis });
  expect(def.answers.to(def.last!)).toEqual(answer);
  expect(def.undelivered).toBe(0);
});

it('is durable before the authority hears of it', async () => {
  const { room, def } = await open();
  const release = room.store.hold();
  const answer = sell(def);
  await room.store.asked(2);
  expect(authority.told).toEqual([]);
  release();
  expect((await answer).Fis).toHaveProperty('Number', 'JIR 1');
});

/** A sale whose receipt the queue tells before the sale itself does. */
async function overtaken() {
  const { room, def } = await open();
  const release = room.store.hold();
  const answer = sell(def);
  await room.store.asked(2);
  // A reader sees what is committed before the writer has said so.
  const committed = { _: 'Tra', SQ: 2, RN: 'def', D: '', ESR: { TN: '1' }, Fis: { Code: 'code of 1' } };
  vi.spyOn(room.services.journal, 'bySq').mockResolvedValue(committed);
  return { def, answer, told: def.deliver(NEVER), release };
}

it('answers with what the authority gave also where the queue was quicker than the sale', async () => {
  authority.patience = 20_000;
  const { def, answer, told, release } = await overtaken();
  await vi.waitFor(() => expect(def.undelivered).toBe(0));
  release();
  expect((await answer).Fis).toHaveProperty('Number', 'JIR 1');
  await told;
});

it('lets no cashier wait as long as the queue does', async () => {
  authority.held = [];
  const { def, answer, told, release } = await overtaken();
  await vi.waitFor(() => expect(authority.held).toHaveLength(1));
  release();
  expect((await answer).Result).toMatchObject(OFFLINE);
  authority.held[0]!();
  await told;
  expect(def.last).toMatchObject({ ESR: { TN: '1' }, Fis: { Number: 'JIR 1' } });
  expect(authority.told).toEqual(['1']);
});

it('sells on without an answer, and tells the authority later', async () => {
  const { def } = await open();
  authority.manners = ['is-silent'];
  const answer = await sell(def);
  expect(answer).toMatchObject({ SQ: 2, Result: OFFLINE, Fis: { Code: 'code of 1' } });
  expect(answer.Fis).not.toHaveProperty('Number');
  expect(def.answers.to(def.last!).Result).toMatchObject(OFFLINE);
  expect(def.context!.deliveries!()).toMatchObject({
    waiting: [{ sq: 2, deadline: '2026-05-06T12:00:00', refused: null }],
    failure: { text: 'no answer' },
    answeredAt: null,
  });

  authority.manners = ['accepts'];
  await def.deliver(NEVER);
  expect(authority.late).toEqual([false, true]);
  expect(def.undelivered).toBe(0);
  expect(def.answers.to(def.last!)).toMatchObject({ SQ: 2, Result: { RC: 'OK' }, Fis: { Number: 'JIR 1' } });
});

it('asks no more for a while when nobody answers, and looks after the rest once somebody does', async () => {
  const { room, def } = await open();
  room.services.lookAfter = vi.fn();
  authority.manners = ['is-silent'];
  for (let n = 0; n < 4; n++) expect((await sell(def)).Result).toMatchObject(OFFLINE);
  expect(authority.told).toEqual(['1', '2']);
  expect(room.services.lookAfter).not.toHaveBeenCalled();

  authority.manners = ['accepts'];
  room.clock.advance(60_000);
  expect((await sell(def)).Fis).toHaveProperty('Number');
  expect(room.services.lookAfter).toHaveBeenCalledWith('def');
  await def.deliver(NEVER);
  expect(def.undelivered).toBe(0);
  expect([...authority.numbers.keys()].sort()).toEqual(['1', '2', '3', '4', '5']);
});

it('says that a receipt was registered before, with what the authority has given since', async () => {
  const { room, def } = await open();
  authority.manners = ['is-silent'];
  await sell(def);
  const again = await sell(def, true);
  expect(again).toMatchObject({ SQ: 2, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } });
  expect(again.Result.Warning!.join()).toContain('#OFFLINE');
  authority.manners = ['accepts'];
  room.clock.advance(60_000);
  expect(await sell(def, true)).toMatchObject({
    ...{ SQ: 2, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' }, Fis: { Number: 'JIR 1' } },
  });
});

it('gives the number that was lost on the line to the same receipt', async () => {
  const { def } = await open();
  authority.manners = ['loses-answer', 'accepts'];
  expect((await sell(def)).Result).toMatchObject(OFFLINE);
  await def.deliver(NEVER);
  expect(def.last).toMatchObject({ ESR: { TN: '1' }, Fis: { Number: 'JIR 1' } });
  expect(authority.numbers.size).toBe(1);
});

it('keeps what the authority refused, says why once, and tries again', async () => {
  const { room, def } = await open();
  authority.manners = ['refuses'];
  const answer = await sell(def);
  expect(answer).toMatchObject({ SQ: 2, Result: { RC: 'OK', ErrorCode: '#TYPE' } });
  await def.deliver(NEVER);
  expect(def.context!.deliveries!().waiting).toMatchObject([{ sq: 2, refused: { text: 's001: schema' } }]);
  const notes = (await room.records('def')).filter(({ Event }) => Event === 'authority-refused');
  expect(notes).toMatchObject([{ Of: 2, Reason: 's001: schema' }]);
  authority.manners = ['accepts'];
  await def.deliver(NEVER);
  expect(def.undelivered).toBe(0);
});

it('tells the authority after a restart of what it has not heard of', async () => {
  const { room, def } = await open();
  authority.manners = ['is-silent'];
  await sell(def);
  authority.manners = ['accepts'];
  const again = (await (await room.reopen()).registers.find('def'))!;
  expect(again.undelivered).toBe(1);
  await again.deliver(NEVER);
  expect(again.undelivered).toBe(0);
  expect(authority.told).toEqual(['1', '1']);
});

it('shows what waits as files, and takes them away', async () => {
  const { room, def } = await open();
  const folder = path.join(path.dirname(room.journal.filesOf('def')), 'retry');
  const files = () => fs.readdirSync(folder).sort();
  authority.manners = ['refuses'];
  await sell(def);
  await sell(def);
  await vi.waitFor(() => expect(files()).toEqual(['2.json', '4.json']));
  await def.deliver(NEVER);
  expect(JSON.parse(fs.readFileSync(path.join(folder, '2.json'), 'utf8'))).toMatchObject({
    ...{ RN: 'def', SQ: 2, TN: '1', Deadline: '2026-05-06T12:00:00', Refused: { text: 's001: schema' } },
  });
  fs.writeFileSync(path.join(folder, '77.json'), 'left by a run before a restore');
  authority.manners = ['refuses', 'accepts'];
  const again = (await (await room.reopen()).registers.find('def'))!;
  await again.deliver(NEVER);
  expect(files()).toHaveLength(1);
  await again.deliver(NEVER);
  expect(files()).toEqual([]);
});

it('has one conversation at a time about a receipt', async () => {
  const { def } = await open();
  authority.held = [];
  const answer = sell(def);
  await vi.waitFor(() => expect(authority.held).toHaveLength(1));
  const late = def.deliver(NEVER);
  authority.held[0]!();
  expect((await answer).Fis).toHaveProperty('Number', 'JIR 1');
  await late;
  expect(authority.told).toEqual(['1']);
});

it('says that it was not told when what it gave could not be stored, and gives it later', async () => {
  const { room, def } = await open();
  authority.held = [];
  const answer = sell(def);
  await vi.waitFor(() => expect(authority.held).toHaveLength(1));
  room.store.failNext();
  authority.held[0]!();
  expect((await answer).Result).toMatchObject(OFFLINE);
  expect(def.undelivered).toBe(1);
  authority.held = null;
  await def.deliver(NEVER);
  expect(def.last).toMatchObject({ Fis: { Number: 'JIR 1' } });
});

it('tells nobody while another instance may have the register, and sells on', async () => {
  const room = await openRoom();
  let isOwner = false;
  room.services.isOwner = () => isOwner;
  await room.registers.configure('def', ONLINE);
  const def = (await room.registers.find('def'))!;
  expect((await sell(def)).Result).toMatchObject(OFFLINE);
  await def.deliver(NEVER);
  expect([authority.told, def.undelivered]).toEqual([[], 1]);
  isOwner = true;
  await def.deliver(NEVER);
  expect([authority.told, def.undelivered]).toEqual([['1'], 0]);
});

it('forgets nothing in the queue and leaves nothing behind', async () => {
  const { def } = await open();
  authority.manners = ['loses-answer'];
  for (let n = 0; n < 30; n++) await sell(def);
  expect(def.undelivered).toBe(30);
  authority.manners = ['accepts'];
  def.context!.memory.clear();
  await def.deliver(NEVER);
  for (let n = 0; n < 5; n++) await sell(def);
  expect(def.undelivered).toBe(0);
  expect([...def.state.keys()].filter((key) => key.startsWith('Delivery/'))).toHaveLength(30);
});
