import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { silentLog } from '../log.ts';
import type { Json } from '../receipt/json.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { csvOf } from './csv.ts';
import { Trail, type TrailNote } from './trail.ts';
import { treeChanges } from './tree-changes.ts';

const clock = new ManualClock('2026-05-04T12:00:00');

const did = (about: string): TrailNote => ({
  ...{ who: { kind: 'person', name: 'Ana', role: 'manager' }, from: '127.0.0.1', what: 'settings' },
  ...{ outcome: 'done', about },
});

/** A trail with entries, its file, and how to open it again. */
async function written(...abouts: string[]) {
  const file = path.join(await temporaryFolder(), 'audit-trail.jsonl');
  const values = new Map<string, Json>();
  const vault = {
    get: (name: string) => values.get(name),
    set: async (name: string, value: Json) => void values.set(name, value),
  };
  const open = () => Trail.open({ file, vault, keepsEnd: true, clock, log: silentLog });
  const trail = await open();
  for (const about of abouts) trail.note(did(about));
  await trail.idle();
  const lines = (await fs.readFile(file, 'utf8')).trimEnd().split('\n');
  const damagesOf = async (changed: readonly string[]) => {
    await fs.writeFile(file, changed.map((line) => `${line}\n`).join(''));
    return (await (await open()).read({})).damages;
  };
  return { file, open, trail, lines, damagesOf };
}

describe('the audit trail', () => {
  it('keeps no half line of an entry that the disk had no room for', async () => {
    const { open } = await written('a');
    const trail = await open();
    const handleOf = fs.open;
    vi.spyOn(fs, 'open').mockImplementationOnce(async (...args) => {
      const handle = await handleOf(...args);
      vi.spyOn(handle, 'appendFile').mockImplementation(async (line) => {
        await handle.write((line as string).slice(0, 10));
        throw new Error('ENOSPC: no space left on device');
      });
      return handle;
    });
    trail.note(did('lost'));
    trail.note(did('b'));
    const { entries, damages } = await trail.read({});
    expect(entries.map(({ n, about }) => [n, about])).toEqual([
      [2, 'b'],
      [1, 'a'],
    ]);
    expect(damages).toEqual([]);
  });

  it('has everything in order, newest first, and goes on where it was', async () => {
    const { open } = await written('a', 'b');
    const again = await open();
    again.note(did('c'));
    const { entries, damages, total, before } = await again.read({});
    expect(entries.map(({ n, about }) => [n, about])).toEqual([
      [3, 'c'],
      [2, 'b'],
      [1, 'a'],
    ]);
    expect({ damages, total, before }).toEqual({ damages: [], total: 3, before: null });
    expect(entries[0]).toMatchObject({
      at: expect.stringMatching(/^2026-05-04T12:00:00/),
      from: '127.0.0.1',
    });
  });

  it('gives a page at a time, and finds by day, kind and any text', async () => {
    const { trail } = await written('a', 'b', 'c');
    const first = await trail.read({}, undefined, 2);
    expect([first.entries.map(({ n }) => n), first.before]).toEqual([[3, 2], 2]);
    expect((await trail.read({}, first.before!, 2)).entries.map(({ n }) => n)).toEqual([1]);
    const found = async (filter: Parameters<Trail['read']>[0]) => (await trail.read(filter)).entries.length;
    expect(await found({ from: '2026-05-05' })).toBe(0);
    expect(await found({ from: '2026-05-04', till: '2026-05-04' })).toBe(3);
    expect([await found({ what: ['void'] }), await found({ what: ['settings'] })]).toEqual([0, 3]);
    expect([await found({ text: 'aNA' }), await found({ text: 'nobody' })]).toEqual([3, 0]);
  });

  it('notices what was changed, taken away, put in or cut off', async () => {
    const { lines, damagesOf } = await written('a', 'b', 'c');
    const [a, b, c] = lines as [string, string, string];
    expect(await damagesOf([a, b, c])).toEqual([]);
    expect(await damagesOf([a, b.replace('"b"', '"x"'), c])).toEqual([{ kind: 'changed', n: 2 }]);
    expect(await damagesOf([a, c])).toContainEqual({ kind: 'missing', n: 2 });
    expect(await damagesOf([a, b, 'nonsense', c])).toContainEqual({ kind: 'unreadable', n: 3 });
    expect(await damagesOf([a, b])).toEqual([{ kind: 'end', n: 3 }]);
    expect(await damagesOf([])).toEqual([{ kind: 'end', n: 1 }]);
    expect(await damagesOf([a, c.replace('"n":3', '"n":2')])).not.toEqual([]);
    // Sealed by somebody who has not the key of the vault.
    const other = await written('a', 'b', 'c');
    expect(await damagesOf(other.lines)).not.toEqual([]);
  });

  it('goes on behind a line that a crash has cut, and takes no number twice', async () => {
    const { file, open, lines } = await written('a', 'b');
    await fs.writeFile(file, `${lines[0]}\n${lines[1]!.slice(0, 40)}`);
    const again = await open();
    again.note(did('c'));
    const { entries, damages } = await again.read({});
    expect(entries.map(({ n, about }) => [n, about])).toEqual([
      [3, 'c'],
      [1, 'a'],
    ]);
    // The second was there once: that it is gone is no secret.
    expect(damages).toContainEqual({ kind: 'unreadable', n: 2 });
  });

  it('is not filled by what strangers send', async () => {
    const { trail } = await written('a');
    const changes = Array.from({ length: 500 }, (_, i) => ({
      name: `n${i}`,
      before: null,
      after: 'x'.repeat(9000),
    }));
    trail.note({ ...did('y'.repeat(100_000)), changes });
    const [entry] = (await trail.read({})).entries;
    expect(JSON.stringify(entry).length).toBeLessThan(40_000);
  });
});

it('writes a table that a spreadsheet does not calculate with', () => {
  const entry = { n: 1, at: '2026-05-04T12:00:00+00:00', ...did('=1+1, "really"') };
  const [head, row] = csvOf([entry]).split('\r\n');
  expect(head).toBe('\ufeffn,at,who,name,role,from,what,outcome,register,about,changes');
  expect(row).toBe(
    `1,2026-05-04T12:00:00+00:00,person,Ana,manager,127.0.0.1,settings,done,,"'=1+1, ""really""",`,
  );
});

it('tells what differs between two configurations, and no secret', () => {
  const before = { Cmp: { Nam: 'A', ApiKey: 'one' }, L: ['x'] };
  const after = { Cmp: { Nam: 'B', ApiKey: 'two' }, L: ['x', 'y'] };
  expect(treeChanges(before, after)).toEqual([
    { name: 'Cmp.Nam', before: 'A', after: 'B' },
    { name: 'Cmp.ApiKey', before: '***', after: '***' },
    { name: 'L[1]', before: null, after: 'y' },
  ]);
  expect(treeChanges(null, null)).toEqual([]);
});
