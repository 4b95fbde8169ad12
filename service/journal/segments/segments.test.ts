import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { entry, copiedJournal } from './testing/copied-journal.ts';

it('writes each record with its state as a line of the file that its number belongs to', async () => {
  const { append, inStep, file } = await copiedJournal();
  await append(1001, (sq) => (sq === 2 ? { 'TN ["1","1","2026"]': 2, series: { hash: 'é"' } } : {}));
  await inStep();
  const lines = (await fs.readFile(file('0000.jou'), 'utf8')).split('\n');
  expect(lines).toHaveLength(1000);
  expect(lines[0]).toBe(JSON.stringify(entry(1).record));
  expect(JSON.parse(lines[1]!)).toEqual({
    ...entry(2).record,
    State: { 'TN ["1","1","2026"]': 2, series: { hash: 'é"' } },
  });
  expect(lines[1]!.endsWith(',"State":{"TN [\\"1\\",\\"1\\",\\"2026\\"]":2,"series":{"hash":"é\\""}}}')).toBe(
    true,
  );
  expect(lines.at(-1)).toBe('');
  expect(
    JSON.parse(await fs.readFile(file('0001.jou'), 'utf8').then((t) => t.split('\n')[0]!)),
  ).toMatchObject({
    SQ: 1000,
  });
});

it('keeps the files of registers apart, also of those whose names differ in case alone', async () => {
  const { append, inStep, again, root } = await copiedJournal();
  await append(1, undefined, 'Till');
  await append(2, undefined, 'till');
  await inStep('Till');
  await vi.waitFor(async () =>
    expect((await fs.readdir(path.join(root, 'rn'))).sort()).toEqual(['Till', '_2_till']),
  );
  const next = await again();
  await next.append(3, undefined, 'TILL');
  await next.append(1, undefined, 'till');
  await vi.waitFor(async () => {
    const text = await fs.readFile(path.join(root, 'rn', '_2_till', 'jou', '0000.jou'), 'utf8');
    expect(text.split('\n')).toHaveLength(4);
    expect((await fs.readdir(path.join(root, 'rn'))).sort()).toEqual(['Till', '_2_till', '_3_TILL']);
  });
});

it('waits for more records before it writes, and writes the rest when it stops', async () => {
  const { append, settings, segments, inStep, file } = await copiedJournal();
  await append(1);
  await inStep();
  settings.deferMs = 3_600_000;
  await append(5);
  await append(5);
  expect((await fs.readFile(file('0000.jou'), 'utf8')).split('\n')).toHaveLength(2);
  await segments.stop();
  expect((await fs.readFile(file('0000.jou'), 'utf8')).split('\n')).toHaveLength(12);
});

it('writes nothing that is not durable', async () => {
  const { append, journal, inStep, file } = await copiedJournal();
  await append(2);
  await journal.append(entry(2), 0).catch(() => undefined);
  await inStep();
  expect((await fs.readFile(file('0000.jou'), 'utf8')).split('\n')).toHaveLength(3);
});

it('goes on with sales while files cannot be written, says so, and catches up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { append, segments, inStep, root, folder, log } = await copiedJournal();
  const changed = vi.fn();
  segments.on('problems', changed);
  // No folder can be where a file is.
  await fs.writeFile(path.join(root, 'rn'), '');
  await append(3);
  await vi.waitFor(() => expect(segments.problemsOf('def')).toHaveLength(1));
  expect(segments.problemsOf('def')).toMatchObject([{ code: 'JOU_WRITE_FAILED', severity: 'warning' }]);
  expect(segments.problemsOf('other')).toEqual([]);
  await append(1500);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(log).toHaveLength(1);
  await fs.rm(path.join(root, 'rn'));
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(5000);
    expect(segments.problemsOf('def')).toEqual([]);
    expect(await fs.readdir(folder())).toEqual(['0000.jou', '0001.jou']);
  });
  vi.useRealTimers();
  await inStep();
  expect(changed.mock.calls).toEqual([['def'], ['def']]);
});

it('makes files again that are gone', async () => {
  const { append, inStep, again, file, folder } = await copiedJournal();
  await append(3100);
  await inStep();
  await fs.rm(file('0001.jou'));
  await fs.rm(file('0003.jou'));
  const next = await again();
  await next.inStep();
  await fs.rm(folder(), { recursive: true, force: true });
  await (await next.again()).inStep();
});

it('takes sales while it catches up', async () => {
  const { append, inStep, again, root } = await copiedJournal();
  await append(2500);
  await inStep();
  await fs.rm(path.join(root, 'rn', 'def'), { recursive: true });
  const next = await again();
  for (let i = 0; i < 20; i++) await next.append(10);
  await next.inStep();
});

it.each([
  ['the newest file', '0002.jou', 'its line for SQ 2005 is not what was registered'],
  ['an older file', '0001.jou', 'its line for SQ 1005 is not what was registered'],
])('keeps %s aside when it was tampered with', async (_, name, reason) => {
  const { append, inStep, again, file } = await copiedJournal();
  await append(2010);
  await inStep();
  const text = await fs.readFile(file(name), 'utf8');
  const wrong = text.replace(/^(.*005,.*)1\.00/m, '$19.00');
  expect(wrong).not.toBe(text);
  await fs.writeFile(file(name), wrong);
  const { inStep: right, segments, log } = await again();
  await right();
  const aside = file(`${name}.damaged-1`);
  expect(await fs.readFile(aside, 'utf8')).toBe(wrong);
  expect(segments.problemsOf('def')).toEqual([
    { code: 'JOU_DAMAGED', severity: 'warning', params: { file: aside } },
  ]);
  expect(log).toEqual([`register def: journal file kept aside as ${aside}, because ${reason}`]);
});

it('keeps lines and files aside that the journal does not have', async () => {
  const { append, inStep, again, file, folder } = await copiedJournal();
  await append(5);
  await inStep();
  await fs.appendFile(file('0000.jou'), '{"_":"Tra","SQ":6}\n');
  await fs.writeFile(file('0001.jou'), '{"_":"Tra","SQ":1000}\n');
  await fs.writeFile(file('0000.jou.damaged-1'), 'older');
  const next = await again();
  await next.inStep();
  expect((await fs.readdir(folder())).sort()).toEqual([
    '0000.jou',
    '0000.jou.damaged-1',
    '0000.jou.damaged-2',
    '0001.jou.damaged-1',
  ]);
});

it('finds a change of the file at work with the next record', async () => {
  const { append, inStep, file, segments } = await copiedJournal();
  await append(5);
  await inStep();
  await fs.truncate(file('0000.jou'), 10);
  await append(1);
  await vi.waitFor(() => expect(segments.problemsOf('def')).toHaveLength(1));
});

it('leaves compressed files alone', async () => {
  const { append, inStep, again, file, folder } = await copiedJournal();
  await append(2010);
  await inStep();
  await fs.rm(file('0001.jou'));
  await fs.writeFile(file('0001.jou.gz'), 'compressed');
  const next = await again();
  await next.append(1);
  await vi.waitFor(async () =>
    expect((await fs.readFile(file('0002.jou'), 'utf8')).split('\n')).toHaveLength(13),
  );
  expect((await fs.readdir(folder())).sort()).toEqual(['0000.jou', '0001.jou.gz', '0002.jou']);
});
