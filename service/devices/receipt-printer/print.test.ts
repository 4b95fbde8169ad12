import { afterEach, describe, expect, it } from 'vitest';
import { COMMON_MODEL, type PrinterModel } from '../../emulators/receipt-printer/models.ts';
import { EmulatedPrinter } from '../../emulators/receipt-printer/printer.ts';
import { textOf } from '../../emulators/receipt-printer/paper.ts';
import { listen } from '../../emulators/receipt-printer/tcp.ts';
import { tcpPort } from '../ports/tcp.ts';
import { portError, type OpenPort } from '../ports/contract.ts';
import { print as printOver, type EscPosJob, type PrintOutcome, type PrintWatch } from './print.ts';
import { PrinterSession } from './session.ts';
import type { PrinterTrouble } from './trouble.ts';

const JOB: EscPosJob = {
  bytes: Buffer.from('\x1b@one\ntwo\nthree\n\x1dV\x42\x00'),
  id: '0001',
  name: 'receipt',
  hasProcessId: true,
};

interface Watched extends PrintWatch {
  begun: number;
  halts: (PrinterTrouble | null)[];
  /** Resolves with the next trouble that holds the job up. */
  halt(): Promise<PrinterTrouble>;
}

function watched(): Watched {
  let found: ((trouble: PrinterTrouble) => void) | null = null;
  return {
    begun: 0,
    halts: [],
    begin() {
      this.begun += 1;
      return Promise.resolve();
    },
    started: () => Promise.resolve(),
    halted(trouble) {
      this.halts.push(trouble);
      if (trouble) found?.(trouble);
    },
    halt: () => new Promise((resolve) => (found = resolve)),
  };
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function connected(model: Partial<PrinterModel> = {}) {
  const printer = new EmulatedPrinter({ ...COMMON_MODEL, ...model });
  const server = await listen(printer);
  closing.push(() => server.close());
  return { printer, open: tcpPort('127.0.0.1', server.port) };
}

/** As whoever prints does: opens a session for it. */
async function print(
  open: OpenPort,
  job: EscPosJob,
  watch: PrintWatch,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  let session: PrinterSession;
  try {
    session = await PrinterSession.open(open, signal);
  } catch (error) {
    return { kind: 'refused', trouble: portError(error, '').fault };
  }
  try {
    return await printOver(session, job, watch, signal);
  } finally {
    await session.close();
  }
}

const never = new AbortController().signal;

describe('a printer that tells what it does', () => {
  it.each([true, false])('prints a job, process ids %s', async (hasProcessId) => {
    const { printer, open } = await connected({ hasProcessId });
    const watch = watched();
    expect(await print(open, { ...JOB, hasProcessId }, watch, never)).toEqual({ kind: 'printed' });
    expect(printer.sheets.map(textOf)).toEqual(['one\ntwo\nthree']);
    expect(watch.begun).toBe(1);
  });

  it.each([
    [{ coverOpen: true }, 'cover'],
    [{ linesLeft: 0 }, 'paper'],
    [{ cutterError: true }, 'cutter'],
  ] as const)('is sent nothing while it cannot print: %j', async (condition, trouble) => {
    const { printer, open } = await connected();
    printer.change(condition);
    const watch = watched();
    expect(await print(open, JOB, watch, never)).toEqual({ kind: 'refused', trouble });
    expect(watch.begun).toBe(0);
    printer.change({ coverOpen: false, linesLeft: 100, cutterError: false });
    expect(printer.sheets).toEqual([]);
  });

  it('waits for new paper in the middle of a receipt, and prints it once', async () => {
    const { printer, open } = await connected();
    printer.change({ linesLeft: 2 });
    const watch = watched();
    const halt = watch.halt();
    const outcome = print(open, JOB, watch, never);
    expect(await halt).toBe('paper');
    expect(printer.sheets.map(textOf)).toEqual(['one\ntwo']);
    printer.change({ linesLeft: 100 });
    expect(await outcome).toEqual({ kind: 'printed' });
    expect(printer.sheets.map(textOf)).toEqual(['one\ntwo\nthree']);
  });

  it('does not know what is on paper when the power goes, at every byte', async () => {
    const { printer, open } = await connected();
    const told = { printed: 0, refused: 0, unknown: 0, sent: 0 };
    for (let bytesLeft = 0; bytesLeft < 60; bytesLeft += 1) {
      printer.change({ power: true, bytesLeft });
      const before = printer.sheets.filter(({ isCut }) => isCut).length;
      const watch = watched();
      const { kind } = await print(open, JOB, watch, never);
      told[kind] += 1;
      const cut = printer.sheets.filter(({ isCut }) => isCut).length - before;
      // Printed is on paper; refused is nowhere.
      if (kind === 'printed') expect(cut).toBe(1);
      if (kind === 'refused') expect([cut, watch.begun]).toEqual([0, 0]);
    }
    expect(told).toMatchObject({ refused: expect.any(Number) as number, sent: 0 });
    expect(told.unknown).toBeGreaterThan(20);
    expect(told.printed).toBeGreaterThan(0);
  });

  it('is not known to have printed what nobody waited for', async () => {
    const { printer, open } = await connected();
    printer.change({ linesLeft: 2 });
    const giveUp = new AbortController();
    const watch = watched();
    const halt = watch.halt();
    const outcome = print(open, JOB, watch, giveUp.signal);
    await halt;
    giveUp.abort();
    expect(await outcome).toEqual({ kind: 'unknown', trouble: 'paper' });
  });
});

it('takes the word of nobody for a printer that tells nothing', async () => {
  const { printer, open } = await connected({ answers: false });
  expect(await print(open, JOB, watched(), never)).toEqual({ kind: 'sent' });
  expect(printer.sheets.map(textOf)).toEqual(['one\ntwo\nthree']);
});

it('refuses where nobody listens', async () => {
  const { open } = await connected();
  await closing.splice(0)[0]!();
  expect(await print(open, JOB, watched(), never)).toEqual({ kind: 'refused', trouble: 'absent' });
});
