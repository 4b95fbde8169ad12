import { EventEmitter } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { built } from '../../build/scripts/programs.ts';
import { InterruptedError } from '../interruption.ts';
import type { AuditedRegister, OpenJournal } from '../journal/audit/audit.ts';
import { JournalFiles } from '../journal/audit/files.ts';
import { placeOf } from '../journal/place.ts';
import type { Tree } from '../receipt/tree.ts';
import { MemoryVault } from '../testing/country-services.ts';
import { GENERIC, PORTUGAL, tra } from '../testing/sales.ts';
import { verify } from './command.ts';
import type { Report } from './report.ts';
import { dataRoot, tamper, type Till } from './testing/data-root.ts';
import { auditOnThreads, threadsFor, type AuditTask } from './threads.ts';

const register = (rn: string): AuditedRegister => ({ id: 1, rn, folder: rn, isUnfinished: false });
const task = (rn: string, records = 1): AuditTask => ({ register: register(rn), records });

describe('the number of threads', () => {
  const machine = { processors: 8, memory: 16e9 };
  const half = [task('a', 500_000), task('b', 500_000)];

  it.each([
    ['one per register', half, undefined, machine, 2],
    ['no more than processors', half, undefined, { ...machine, processors: 1 }, 1],
    ['no more than memory', half, undefined, { ...machine, memory: 5e8 }, 1],
    ['one where memory is short', half, undefined, { ...machine, memory: 0 }, 1],
    ['one for little work', [task('a', 49_000), task('b', 50_000)], undefined, machine, 1],
    ['as many as were asked for', [task('a'), task('b'), task('c')], 2, { processors: 1, memory: 0 }, 2],
    ['no more than registers', [task('a')], 9, machine, 1],
    ['one for no register', [], 9, machine, 1],
  ])('is %s', (_what, tasks, wanted, on, expected) => {
    expect(threadsFor(tasks, wanted, on)).toBe(expected);
  });
});

/** Runs threads whose program does what a text says with `task`, `tell`, `stopped` (a promise) and `end`. */
function run(
  program: string,
  tasks: readonly AuditTask[],
  count: number,
  progress: (rn: string, records: number) => void = () => undefined,
) {
  const source = `
    import { parentPort as port, workerData } from 'node:worker_threads';
    const tell = (news) => port.postMessage(news);
    const end = () => port.close();
    const stopped = () => new Promise((resolve) => {
      const look = () => (Atomics.load(workerData.stop, 0) === 0 ? setTimeout(look, 1) : resolve());
      look();
    });
    port.on('message', async (task) => { if (task === null) end(); else { ${program} } });`;
  const files = new JournalFiles('rn', new Map());
  const journal: OpenJournal = { database: { file: '', address: '', schema: [] }, files };
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const data = {
    program: url,
    journal,
    publicKeys: new Map<string, string>(),
    dataRoot: '',
    archive: undefined,
  };
  return auditOnThreads(tasks, count, data, progress);
}

describe('threads', () => {
  it('begin with the longest, and tell in the order of the registers', async () => {
    const begun: string[] = [];
    const reports = await run(
      `tell({ records: 1 }); tell({ report: { rn: task.rn, records: 5 } });`,
      [task('a', 5), task('b', 7), task('c', 6)],
      1,
      (rn, records) => begun.push(`${rn} ${records}`),
    );
    expect(begun).toStrictEqual(['b 1', 'c 6', 'a 11']);
    expect(reports.map(({ rn }) => rn)).toStrictEqual(['a', 'b', 'c']);
  });

  const others = `await stopped(); end();`;

  it.each([
    ['dies', `if (task.rn === 'a') throw new Error('worn out');`, 'worn out'],
    ['ends', `if (task.rn === 'a') process.exit();`, 'a thread has ended before its work'],
    [
      'cannot read the journal',
      `if (task.rn === 'a') { tell({ failure: { kind: 'unreadable', message: 'torn' } }); end(); }`,
      'torn',
    ],
  ])('end with the message of one that %s', async (_how, program, message) => {
    await expect(run(`${program} ${others}`, [task('a'), task('b')], 2)).rejects.toThrow(message);
  });

  it('end when whoever hears of the progress has had enough', async () => {
    const work = run(`tell({ records: 1 }); ${others}`, [task('a'), task('b'), task('c')], 2, () => {
      throw new InterruptedError('enough');
    });
    await expect(work).rejects.toThrow(InterruptedError);
  });
});

/** Runs the command with the threads of the built program. */
async function here(args: string[], events = new EventEmitter()) {
  const seen = { stdout: '', stderr: '' };
  const code = await verify(
    args,
    {
      journal: (root) => path.join(root, 'journal.db'),
      publicKeys: (root) => path.join(root, 'cer'),
      vault: () => Promise.resolve(new MemoryVault()),
      threadProgram: pathToFileURL(built('verify')),
    },
    {
      stdout: { write: (text) => (seen.stdout += text) },
      stderr: { write: (text) => (seen.stderr += text) },
      on: events.on.bind(events),
      off: events.off.bind(events),
    },
  );
  return { code, ...seen };
}

/** Three registers in Portugal and one elsewhere. */
async function several({ room, sell }: Till): Promise<void> {
  await sell('1.00');
  for (const [rn, cfg] of [
    ['bar', { ...PORTUGAL, Loc: { TL: '7' } }],
    ['café', { ...PORTUGAL, Loc: { TL: '8' } }],
    ['lux', GENERIC],
  ] as const) {
    await room.registers.configure(rn, cfg);
    const register = (await room.registers.find(rn))!;
    for (let i = 0; i < 3; i++) {
      const values: Tree = 'Loc' in cfg ? { TL: cfg.Loc.TL! } : {};
      const { Result } = await register.submit({ tra: tra(values), warnings: [], restart: false });
      expect(Result.RC).toBe('OK');
    }
  }
}

describe('registers side by side', () => {
  it('are found to be the same as one after the other', async () => {
    const root = await dataRoot(several);
    await tamper(root, async (by) => {
      await by.change(2, ({ ESR }) => (ESR.T = '9.00'));
      for (const id of [2, 3, 4]) await by.run("UPDATE records SET type = 'x' WHERE id = ?", placeOf(id, 3));
      await by.run('DELETE FROM records WHERE id = ?', placeOf(3, 2));
      await by.run("INSERT INTO registers (id, rn) VALUES (9, 'none')");
    });
    const [alone, beside] = await Promise.all(
      ['1', '3'].map((n) => here(['--data-root', root, '--json', '--threads', n])),
    );
    const report = JSON.parse(alone!.stdout) as Report;
    expect(alone!.code).toBe(1);
    expect(report.registers.map(({ rn }) => rn)).toStrictEqual(['bar', 'café', 'def', 'lux', 'none']);
    expect(report.registers.every(({ findingCount }) => findingCount > 0)).toBe(true);
    expect(beside).toStrictEqual(alone);
  });

  it('end at a Ctrl-C without a result', async () => {
    const root = await dataRoot(several);
    const events = new EventEmitter();
    const ending = here(['--data-root', root, '--threads', '2'], events);
    events.emit('SIGINT');
    expect(await ending).toStrictEqual({
      code: 130,
      stdout: '',
      stderr:
        '\ntillmark: stopping; once more stops at once\n' +
        'tillmark: stopped before the end; nothing is known of the rest\n',
    });
  });

  it('name what was changed when the tables are not there', async () => {
    const root = await dataRoot(several);
    await tamper(root, (by) => by.run('ALTER TABLE terminals RENAME COLUMN tl TO place'));
    const [alone, beside] = await Promise.all(
      ['1', '2'].map((n) => here(['--data-root', root, '--threads', n])),
    );
    expect(alone).toMatchObject({ code: 3, stdout: '' });
    expect(alone!.stderr).toContain('table terminals was changed');
    expect(beside).toStrictEqual(alone);
  });

  it.each(['0', '100', 'all', '1.5', ''])('are no %j', async (n) => {
    const { code, stderr } = await here(['--data-root', '.', '--threads', n]);
    expect({ code, stderr }).toStrictEqual({
      code: 2,
      stderr: `tillmark: --threads must be a number from 1 to 99, not ${n}\n`,
    });
  });
});
