/** The driver against the emulated printer: what is in its memory was done, wherever the line or the power fails. */
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator, type EmulatorOptions } from '../../../emulators/epson-fp/emulator.ts';
import { startServer } from '../../../emulators/server.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { lineTo } from '../../../testing/line.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runs } from '../../../testing/runs.ts';
import type { FiscalPrinter, Order, Position } from '../contract.ts';
import { readDepartments } from './departments.ts';
import { referenceLine } from './receipt.ts';
import { epsonPrinter, type EpsonOptions } from './printer.ts';

const NOW = '2026-11-20T16:55:00';
const EMPTY: Position = { z: 0, number: 0 };
const ORDER: Order = {
  kind: 'sale',
  items: [
    { text: 'Caffè <"&">', quantity: '2', price: 120, department: 2 },
    { text: 'Pane', quantity: '0.335', price: 400, department: 4, discount: { text: 'Sconto', amount: 34 } },
  ],
  payments: [{ text: 'Contanti', amount: 340, type: 0, index: 0 }],
  total: 340,
};

async function shop(more: EmulatorOptions = {}) {
  const clock = new ManualClock(NOW);
  const emulator = await startEmulator({ clock, ...more });
  onTestFinished(() => emulator.stop());
  return { clock, emulator, printer: driver(emulator.port) };
}

const driver = (port: number, more: Partial<EpsonOptions> = {}): FiscalPrinter =>
  epsonPrinter({ host: '127.0.0.1', port, today: () => NOW.slice(0, 10), ...more });

it('registers sale, return and void, and refers to the original as the law has it', async () => {
  const { emulator, printer } = await shop();
  expect(await printer.register(ORDER)).toEqual({
    outcome: 'done',
    result: { z: 1, number: 1, time: NOW, serial: '99MEX012345', total: 340, vat: 26 },
  });
  const of = { z: 1, number: 1, day: '2026-11-20', serial: '99MEX012345' };
  expect(await printer.register({ ...ORDER, kind: 'return', of })).toMatchObject({ outcome: 'done' });
  expect(await printer.register({ ...ORDER, kind: 'void', of })).toMatchObject({ result: { number: 3 } });
  expect(emulator.documents.map(({ kind, total }) => [kind, total])).toEqual([
    ['sale', 340],
    ['return', 340],
    ['void', 340],
  ]);
  const twice = await printer.register({ ...ORDER, kind: 'void', of });
  expect(twice.outcome).toBe('unknown');
  expect(await printer.find(ORDER, { z: 1, number: 3 })).toMatchObject({ outcome: 'not-done' });
  expect(referenceLine('return', { ...of, z: 12, number: 34 }, '')).toBe(
    'REFUND 0012 0034 20112026 99MEX012345',
  );
  expect(referenceLine('void', null, '2026-11-21')).toBe('VOID 9999 9999 21112026 00000000000');
});

it('names the customer and the lottery code, and prints a stored document again', async () => {
  const { emulator, printer } = await shop();
  await printer.register({ ...ORDER, customer: { kind: 'company', number: '01234567897' } });
  await printer.register({ ...ORDER, lottery: 'YYWLR30G' });
  expect(emulator.documents.map(({ paper }) => paper.join())).toEqual([
    expect.stringContaining('0101234567897'),
    expect.stringContaining('YYWLR30G'),
  ]);
  expect(await printer.reprint('2026-11-20', 2)).toMatchObject({ outcome: 'done' });
  expect(emulator.texts).toEqual([expect.stringContaining('DOCUMENTO N. 0001-0002')]);
  expect(await printer.reprint('2026-11-20', 3)).toMatchObject({ outcome: 'not-done' });
  expect(await printer.extract!('journal', '2026-11-18', '2026-11-20')).toMatchObject({ outcome: 'done' });
  expect(emulator.texts).toHaveLength(3);
});

it('tells what its departments are set to, and prints what days add up to', async () => {
  const { emulator, printer } = await shop({
    departments: { '1': 22, '2': 4, '3': 0, '7': 10, '9': 22, '11': 0, '14': 0 },
  });
  expect(await printer.rates!()).toEqual({
    outcome: 'done',
    result: [
      { department: 1, rate: '22', nature: null },
      { department: 2, rate: '4', nature: null },
      { department: 3, rate: '0', nature: 'N4' },
      { department: 7, rate: '10', nature: null },
      { department: 9, rate: '22', nature: null },
      { department: 11, rate: '0', nature: 'N2' },
      { department: 14, rate: '0', nature: 'AL' },
    ],
  });
  await printer.register({ ...ORDER, items: [{ text: 'Pane', quantity: '1', price: 340, department: 2 }] });
  expect(await printer.extract!('sum', '2026-11-01', '2026-11-20')).toEqual({
    outcome: 'done',
    result: null,
  });
  expect(emulator.texts).toEqual(['SOMME 2026-11-01 2026-11-20\nTOTALE 3,40']);
  // A program from before does not tell, which is no trouble.
  const { printer: old } = await shop({ isOld: true });
  expect(await old.rates!()).toEqual({ outcome: 'done', result: null });
});

it('reads the answers about departments as public integrations have them', async () => {
  const answers: Record<string, string> = {
    '4202 01': `01BAR                 ${'0'.repeat(27)}003${'9'.repeat(9)}0000KG10001`,
    '4205 03': '030550',
    '4202 02': `02BEVANDE             ${'0'.repeat(27)}004${'9'.repeat(9)}0000KG`,
    '4205 04': '040000',
  };
  const ask = (command: string, data: string) =>
    Promise.resolve({ outcome: 'done' as const, result: answers[`${command} ${data}`] ?? null });
  const exempt = { department: 0, rate: '0', nature: 'N4' };
  expect(await readDepartments(ask)).toEqual({
    outcome: 'done',
    // Group 4 is not in use.
    result: [{ department: 1, rate: '5.5', nature: null }, exempt],
  });
  for (const [name, data] of [
    ['4202 01', '02BAR'],
    ['4205 03', '0400'],
    ['4202 01', 'x'.repeat(60)],
  ] as const) {
    answers[name] = data;
    expect(await readDepartments(ask)).toEqual({ outcome: 'done', result: null });
    answers['4202 01'] = `01${' '.repeat(20)}${'0'.repeat(27)}003`;
  }
});

it('closes the day, and says that a day of more than 24 hours must be closed', async () => {
  const { clock, printer } = await shop();
  await printer.register(ORDER);
  expect(await printer.report('X')).toEqual({ outcome: 'done', result: { z: 1 } });
  expect(await printer.state()).toMatchObject({ result: { dayOpen: true, z: 1, receiptOpen: false } });
  clock.advance(25 * 3_600_000);
  expect(await printer.register(ORDER)).toMatchObject({ failure: { trouble: 'closing-needed' } });
  expect(await printer.report('Z')).toEqual({ outcome: 'done', result: { z: 1 } });
  expect(await printer.state()).toMatchObject({ result: { dayOpen: false, z: 2 } });
  expect(await printer.register(ORDER)).toMatchObject({ result: { z: 2, number: 1 } });
});

it.each([
  ['paper', { hasPaper: false }],
  ['cover', { coverOpen: true }],
] as const)('names the trouble: %s', async (trouble, condition) => {
  const { emulator, printer } = await shop();
  Object.assign(emulator.conditions, condition);
  expect(await printer.register(ORDER)).toMatchObject({ failure: { trouble } });
  expect(await printer.state()).toMatchObject({ result: { offline: true } });
  expect(await printer.find(ORDER, EMPTY)).toMatchObject({ outcome: 'not-done' });
});

it('agrees with the memory wherever the power fails in a receipt, also after a restart', async () => {
  const memory = path.join(await temporaryFolder(), 'memory.json');
  const elements = 7;
  for (let at = 0; at <= elements + 1; at++) {
    const file = `${memory}.${at}`;
    const first = await shop({ memory: file });
    first.emulator.conditions.powerFailsIn = at;
    const told = await first.printer.register(ORDER);
    await first.emulator.stop();
    const { emulator, printer } = await shop({ memory: file });
    const found = told.outcome === 'done' ? told : await printer.find(ORDER, EMPTY);
    expect([at, found.outcome]).toEqual([at, emulator.documents.length === 1 ? 'done' : 'not-done']);
    const before = emulator.documents.length;
    expect(await printer.register(ORDER)).toMatchObject({ result: { number: before + 1 } });
  }
});

it(
  'agrees with the memory wherever the line is cut: at every byte at night, at some of them else',
  async () => {
    const { emulator, printer } = await shop();
    const line = await lineTo(emulator.port);
    expect(await driver(line.port).register(ORDER)).toMatchObject({ outcome: 'done' });
    const whole = line.used;
    const [usual, every] = [97, runs(1) > 1 ? 1 : 0];
    let done = 0;
    for (let bytes = 1; bytes < whole; bytes += every || usual) {
      const before = emulator.documents.length;
      line.cutAfter(bytes);
      const told = await driver(line.port).register(ORDER);
      const found = told.outcome === 'done' ? told : await printer.find(ORDER, { z: 1, number: before });
      const grown = emulator.documents.length - before;
      expect([bytes, found.outcome, grown]).toEqual([bytes, grown === 1 ? 'done' : 'not-done', grown]);
      done += grown;
    }
    expect(done).toBeGreaterThan(0);
    // A hundred times as many cuts as usual.
  },
  runs(1) > 1 ? 900_000 : undefined,
);

it('does not take silence for a refusal', async () => {
  const { emulator, printer } = await shop();
  emulator.drop(1, 'never');
  const hurried = driver(emulator.port, { receiptMs: 50 });
  expect(await hurried.register(ORDER)).toMatchObject({
    outcome: 'unknown',
    failure: { trouble: 'no-answer' },
  });
  expect(await printer.find(ORDER, EMPTY)).toMatchObject({ outcome: 'done', result: { number: 1 } });
  // Somebody else has sold on it meanwhile: nobody can tell.
  expect(await printer.find({ total: 999 }, EMPTY)).toMatchObject({ outcome: 'unknown' });
});

it('shows user and password to the printer, and to no trace', async () => {
  const { emulator } = await shop({ auth: 'till:secret' });
  const lines: string[] = [];
  const login = { user: 'till', password: 'secret' };
  const printer = driver(emulator.port, { login, trace: (line) => lines.push(line) });
  expect(await printer.register(ORDER)).toMatchObject({ outcome: 'done' });
  expect(lines.join('\n')).toContain('printRecItem');
  expect(lines.join('\n')).not.toMatch(/secret|dGlsbDpzZWNyZXQ/);
  expect(await driver(emulator.port).register(ORDER)).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'rights' },
  });
});

it.each([
  '',
  'no XML',
  '<!DOCTYPE r [<!ENTITY a "b">]><response success="true" code="" status="0">&a;</response>',
  '<response success="true" code="" status="0"/>',
  `<response success="true"><addInfo><responseData>${'9'.repeat(60)}</responseData></addInfo></response>`,
  '<a>'.repeat(10_000),
  'x'.repeat(200_000),
])('believes no hostile answer (%#)', async (body) => {
  const server = await startServer({
    longestBody: 10_000,
    take: () => ({ answer: () => ({ status: 200, type: 'text/xml', body }) }),
  });
  onTestFinished(() => server.stop());
  const printer = driver(Number(new URL(server.origin).port));
  for (const told of [await printer.register(ORDER), await printer.find(ORDER, EMPTY), await printer.state()])
    expect(told).toMatchObject({ outcome: 'unknown' });
});
