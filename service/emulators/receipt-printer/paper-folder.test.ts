import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { PaperFolder } from './paper-folder.ts';
import { EmulatedPrinter } from './printer.ts';

it('takes a picture for each piece of paper, and overwrites none', async () => {
  const folder = path.join(await temporaryFolder(), 'paper');
  const printer = new EmulatedPrinter();
  printer.receive(Buffer.from('one\n\x1dVB\x00'));
  const put = async () => (await PaperFolder.open(folder)).put(printer.sheets[0]!, printer.model);
  expect([await put(), await put()].map((file) => path.basename(file))).toEqual(['0001.png', '0002.png']);
  expect(await readdir(folder)).toEqual(['0001.png', '0002.png']);
});
