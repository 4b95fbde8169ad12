import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../sales.ts';
import { buildShim, whyNoFaults } from './build.ts';
import { noFaults } from './control.ts';
import { FaultyDisk } from './faulty-disk.ts';

const reason = await whyNoFaults();
const itFaults = test.skipIf(reason !== null);
if (reason !== null) console.log(`skipped: ${reason}`);

let home: string;
let library: string;
beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tillmark-shim-')));
  if (reason === null) library = await buildShim(home);
});
afterAll(() => rmSync(home, { recursive: true }));

/** A folder that fails, and a way to run a program in it. */
function bench() {
  const beside = mkdtempSync(join(home, 'test-'));
  const root = join(beside, 'root');
  mkdirSync(root);
  const disk = new FaultyDisk(root, beside, library, randomFrom(1));
  onTestFinished(() => disk.close());
  const run = (program: string) =>
    spawnSync(process.execPath, ['-e', `const fs = require('fs');${program}`], {
      cwd: root,
      env: { ...process.env, ...disk.environment },
      encoding: 'utf8',
    });
  return { root, disk, run };
}

itFaults('sees all that Node does to files', () => {
  const { root, disk, run } = bench();
  const { stderr } = run(`
    fs.mkdirSync('folder');
    fs.writeFileSync('folder/a', 'x'.repeat(10000));
    fs.appendFileSync('folder/a', 'appended');
    const file = fs.openSync('b', 'w+');
    fs.writeSync(file, 'hello', 100);
    fs.writevSync(file, [Buffer.from('one'), Buffer.from('two')], 7);
    fs.writevSync(file, [Buffer.from('one'), Buffer.from('two')]);
    fs.ftruncateSync(file, 50);
    fs.fsyncSync(file);
    fs.fdatasyncSync(file);
    fs.writeFileSync('c', 'old');
    fs.writeFileSync('c', 'new');
    fs.renameSync('c', 'd');
    fs.writeFileSync('e', 'gone');
    fs.unlinkSync('e');
    fs.writeFileSync('f', 'gone');
    fs.rmSync('f');
    const stream = fs.createWriteStream('g', { flush: true });
    stream.write('first');
    stream.end('last');
    fs.promises.writeFile('h', 'promised', { flush: true });
  `);
  expect(stderr).toBe('');
  // Throws when a file is not what the log says.
  expect(disk.afterDeath()).toBeGreaterThan(0);
  disk.powerCut();
  expect(readFileSync(join(root, 'g'), 'utf8')).toBe('firstlast');
  expect(readFileSync(join(root, 'h'), 'utf8')).toBe('promised');
  expect(readFileSync(join(root, 'b')).subarray(0, 13)).toEqual(Buffer.from('onetwo\0onetwo'));
});

itFaults('sees all that SQLite does to files', () => {
  const { disk, run } = bench();
  const { stderr } = run(`
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync('db');
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 5');
    db.exec('CREATE TABLE t (x)');
    for (let i = 0; i < 50; i++) db.exec('INSERT INTO t VALUES (hex(randomblob(2000)))');
    db.exec('DELETE FROM t WHERE rowid < 20');
    db.close();
  `);
  expect(stderr).toBe('');
  expect(() => disk.afterDeath()).not.toThrow();
});

itFaults('fills the disk: what still goes in is taken, then nothing', () => {
  const { root, disk, run } = bench();
  disk.control.faults = { ...noFaults, space: 1000 };
  const { stdout } = run(`
    const file = fs.openSync('a', 'w');
    console.log(fs.writeSync(file, 'x'.repeat(600)), fs.writeSync(file, 'x'.repeat(600)));
    console.log(fs.writeSync(file, 'y', 0));
    for (const work of [() => fs.writeSync(file, 'x', 1000), () => fs.openSync('b', 'w')])
      try { work() } catch (error) { console.log(error.code) }
  `);
  expect(stdout.split('\n')).toEqual(['600 400', '1', 'ENOSPC', 'ENOSPC', '']);
  expect(readdirSync(root)).toEqual(['a']);
  expect(disk.control.injected).toBeGreaterThanOrEqual(3);
});

itFaults('lets writes and syncs fail, and write a part only', () => {
  const { disk, run } = bench();
  const attempt = `
    const file = fs.openSync('a', 'w');
    const say = (work) => { try { console.log(work()) } catch (error) { console.log(error.code) } };
    say(() => fs.writeSync(file, 'x'.repeat(100)));
    say(() => fs.fsyncSync(file));
    say(() => fs.fdatasyncSync(file));`;
  disk.control.faults = { ...noFaults, writeErrors: 1 };
  expect(run(attempt).stdout).toBe('EIO\nundefined\nundefined\n');
  disk.control.faults = { ...noFaults, syncErrors: 1 };
  expect(run(attempt).stdout).toBe('100\nEIO\nEIO\n');
  disk.control.faults = { ...noFaults, shortWrites: 1 };
  const before = disk.control.injected;
  // Node goes on with the rest by itself.
  expect(run(attempt).stdout).toBe('100\nundefined\nundefined\n');
  expect(disk.control.injected).toBeGreaterThan(before);
  disk.control.faults = noFaults;
  expect(run(attempt).stdout).toBe('100\nundefined\nundefined\n');
});

itFaults('swallows syncs, and what they were for is lost', () => {
  const { root, disk, run } = bench();
  disk.control.swallowSyncs = true;
  const write = (name: string): string => `
    const file = fs.openSync('${name}', 'w');
    fs.writeSync(file, 'x');
    fs.fsyncSync(file);`;
  const left = new Set<string>();
  for (let round = 0; round < 10; round++) {
    run(write(`a${round}`));
    disk.afterDeath();
    disk.powerCut();
    left.add(readdirSync(root).includes(`a${round}`) ? 'kept' : 'lost');
  }
  expect(left).toEqual(new Set(['kept', 'lost']));
});

itFaults('dies at the given step, and the folder is what the log says', () => {
  for (let ticks = 1; ticks < 14; ticks++) {
    const { disk, run } = bench();
    disk.control.dieIn(ticks);
    const { signal, stdout } = run(`
      const file = fs.openSync('a', 'w');
      fs.writeSync(file, 'x'.repeat(9000));
      fs.fsyncSync(file);
      fs.renameSync('a', 'b');
      fs.unlinkSync('b');
      console.log('alive');
    `);
    expect([signal, stdout]).toEqual(ticks < 12 ? ['SIGKILL', ''] : [null, 'alive\n']);
    expect(() => disk.afterDeath()).not.toThrow();
    disk.powerCut();
  }
});

itFaults('moves the time of day, and no other clock', () => {
  const { disk, run } = bench();
  disk.control.clockOffset = -3 * 86_400_000;
  const { stdout } = run('console.log(Date.now(), new Date().toISOString(), process.hrtime()[0])');
  const [now, iso, monotonic] = stdout.trim().split(' ');
  expect(Math.abs(Number(now) - (Date.now() - 3 * 86_400_000))).toBeLessThan(60_000);
  expect(Math.abs(Date.parse(iso!) - Number(now))).toBeLessThan(1000);
  expect(Math.abs(Number(monotonic) - process.hrtime()[0])).toBeLessThan(60);
});

itFaults('leaves files outside of the folder alone', () => {
  const { disk, run } = bench();
  disk.control.faults = { ...noFaults, writeErrors: 1, syncErrors: 1, space: 0 };
  expect(run(`fs.writeFileSync('../outside', 'x', { flush: true }); console.log('done')`).stdout).toBe(
    'done\n',
  );
});

test('says why it cannot build where there is no compiler', async () => {
  const program = `import(${JSON.stringify(join(import.meta.dirname, 'build.ts'))}).then(async (m) => console.log(await m.whyNoFaults()))`;
  const said = execFileSync(process.execPath, ['-e', program], { env: { PATH: home }, encoding: 'utf8' });
  expect(said.trim()).toBe(
    process.platform === 'linux' ? 'faults need a C compiler (cc)' : 'faults need Linux (LD_PRELOAD)',
  );
});
