import fs, { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { folderPrinter } from './folder-printer.ts';

const never = new AbortController().signal;
const watch = {
  begin: () => Promise.resolve(),
  started: () => Promise.resolve(),
  halted: () => undefined,
};
const job = (name: string, text = name) => ({ bytes: Buffer.from(text), name, id: '0001' });

it('writes files whole, under their names, and replaces none', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'FS-1.pdf'), 'of somebody else');
  const printer = await folderPrinter(folder, '.pdf')(never);
  for (const text of ['one', 'two']) {
    expect(await printer.print(job('FS-1', text), watch, never)).toEqual({ kind: 'printed' });
  }
  expect((await readdir(folder)).toSorted()).toEqual(['FS-1-2.pdf', 'FS-1-3.pdf', 'FS-1.pdf']);
  expect(await readFile(path.join(folder, 'FS-1-3.pdf'), 'utf8')).toBe('two');
  expect(await readFile(path.join(folder, 'FS-1.pdf'), 'utf8')).toBe('of somebody else');
});

it.each([
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['con', 'receipt-con.pdf'],
  ['..', 'receipt.pdf'],
  ['č/ž', 'receipt.pdf'],
  ['a'.repeat(300), `${'a'.repeat(100)}.pdf`],
])('gives names that every system knows: %s', async (name, file) => {
  const folder = await temporaryFolder();
  const printer = await folderPrinter(folder, '.pdf')(never);
  await printer.print(job(name, 'x'), watch, never);
  expect(await readdir(folder)).toEqual([file]);
});

it('creates no folder, and says which is missing or not to be written to', async () => {
  const folder = path.join(await temporaryFolder(), 'share');
  await expect(folderPrinter(folder, '.pdf')(never)).rejects.toMatchObject({ fault: 'folder' });
  await writeFile(folder, 'a file');
  await expect(folderPrinter(folder, '.pdf')(never)).rejects.toMatchObject({ fault: 'folder' });
  await rm(folder);
  await mkdir(folder);
  const printer = await folderPrinter(folder, '.pdf')(never);
  await rm(folder, { recursive: true });
  expect(await printer.print(job('FS-1'), watch, never)).toEqual({ kind: 'refused', trouble: 'folder' });
  expect(await printer.ended).toMatchObject({ fault: 'folder' });
});

it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'says that it has no rights',
  async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    await expect(folderPrinter(folder, '.pdf')(never)).rejects.toMatchObject({ fault: 'rights' });
  },
);

it('refuses a job that there is no room for, and leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const printer = await folderPrinter(folder, '.pdf')(never);
  const full = vi
    .spyOn(fs, 'link')
    .mockRejectedValueOnce(Object.assign(new Error('disk'), { code: 'ENOSPC' }));
  onTestFinished(() => full.mockRestore());
  expect(await printer.print(job('FS-1'), watch, never)).toEqual({ kind: 'refused', trouble: 'full' });
  expect(await readdir(folder)).toEqual([]);
  expect(await printer.print(job('FS-1'), watch, never)).toEqual({ kind: 'printed' });
});

it('replaces no file on a drive that cannot link, either', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'FS-1.pdf'), 'of somebody else');
  const printer = await folderPrinter(folder, '.pdf')(never);
  const link = vi.spyOn(fs, 'link').mockRejectedValue(Object.assign(new Error('no'), { code: 'ENOTSUP' }));
  onTestFinished(() => link.mockRestore());
  expect(await printer.print(job('FS-1', 'mine'), watch, never)).toEqual({ kind: 'printed' });
  expect((await readdir(folder)).toSorted()).toEqual(['FS-1-2.pdf', 'FS-1.pdf']);
  expect(await readFile(path.join(folder, 'FS-1.pdf'), 'utf8')).toBe('of somebody else');
});
