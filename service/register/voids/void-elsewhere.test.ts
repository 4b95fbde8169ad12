import { expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { GENERIC, PORTUGAL, tra } from '../../testing/sales.ts';
import type { Register } from '../register.ts';
import type { Marking } from './void-elsewhere.ts';

async function seller(room: Room, cfg = GENERIC): Promise<{ register: Register; receipt: JournalRecord }> {
  await room.registers.configure('def', cfg);
  const register = (await room.registers.find('def'))!;
  await register.submit({ tra: tra({ TN: '7' }), warnings: [], restart: false });
  return { register, receipt: register.last! };
}

const voiding = (register: Register) =>
  register.void({ original: { TN: '99', TT: '2' }, sender: {}, reason: undefined, warnings: [] });

it('marks a receipt for one register, once', async () => {
  const room = await openRoom();
  const { register, receipt } = await seller(room);
  expect(await register.voids.markVoided(receipt, 'there/def')).toBe('ok');
  expect(await register.voids.markVoided(receipt, 'there/def')).toBe('ok');
  expect(await register.voids.markVoided(receipt, 'elsewhere/def')).toBe('already');
  expect(register.voidOf(receipt)).toBe(3);
  const records = await room.records('def');
  expect(records.map(({ _: type }) => type)).toEqual(['Cfg', 'Tra', 'log']);
  expect(records[2]).toMatchObject({ Event: 'voided-elsewhere', Receipt: '2', By: 'there/def' });
});

it('lets no other machine void where a void must name a receipt of the same register', async () => {
  const { register, receipt } = await seller(await openRoom(), PORTUGAL);
  expect(await register.voids.markVoided(receipt, 'there/def')).toBe('refused');
});

it.each<[Marking, string | undefined, string]>([
  [{ outcome: 'none' }, '#ORIGINAL_NOT_FOUND', 'BAD'],
  [{ outcome: 'silent' }, '#NEIGHBOUR_SILENT', 'NO'],
  [{ outcome: 'already' }, '#ALREADY_VOIDED', 'BAD'],
  [{ outcome: 'refused' }, '#ORIGINAL_NOT_FOUND', 'BAD'],
])('answers %j with %s', async (marking, ErrorCode, RC) => {
  const room = await openRoom();
  room.services.otherMachines = { markVoided: () => Promise.resolve(marking) };
  const { register } = await seller(room);
  expect((await voiding(register)).Result).toMatchObject({ RC, ErrorCode });
  expect(await room.records('def')).toHaveLength(2);
});

it('registers the void of a marked receipt on its own terminal, once', async () => {
  const room = await openRoom();
  const { register, receipt } = await seller(room);
  const record = { ...receipt, SQ: 40, ESR: { ...receipt.ESR!, TT: '2', TN: '99' } };
  const marked = { instance: 'there', name: 'till-2', record };
  room.services.otherMachines = { markVoided: () => Promise.resolve({ marked }) };
  expect((await voiding(register)).Result.RC).toBe('OK');
  expect(register.last!.ESR).toMatchObject({ Void: '1', TT: '1', RTT: '2', RTN: '99', T: '-1.00' });
  expect((await voiding(register)).Result.ErrorCode).toBe('#ALREADY_VOIDED');
});

it('refuses what is no receipt, whoever sent it', async () => {
  const room = await openRoom();
  const { register, receipt } = await seller(room);
  const record = { ...receipt, ESR: { ...receipt.ESR!, T: 'all' } };
  const marked = { instance: 'there', name: 'till-2', record };
  room.services.otherMachines = { markVoided: () => Promise.resolve({ marked }) };
  expect((await voiding(register)).Result.RC).toBe('BAD');
});
