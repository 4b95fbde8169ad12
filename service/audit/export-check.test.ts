import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exported } from '../countries/de/dsfinvk/testing/exported.ts';
import { Till } from '../countries/de/dsfinvk/testing/till.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { verify, type AuditPlaces } from './command.ts';

const nowhere = () => {
  throw new Error('a journal was asked for');
};
const places: AuditPlaces = { journal: nowhere, publicKeys: nowhere, vault: nowhere };

async function command(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const end = (lines: string[]) => ({ write: (text: string) => lines.push(text) });
  const code = await verify(args, places, { stdout: end(out), stderr: end(err) });
  return { code, stdout: out.join(''), stderr: err.join('') };
}

async function exportFolder(): Promise<string> {
  const till = new Till();
  const [line, payment] = [
    { _: 'Pos', Dsc: 'Ware', Amt: '5.00', TaxG: 'A' },
    { _: 'Pay', Dsc: 'Bar', Amt: '5.00', PayG: 'cash' },
  ];
  till.register({ PosA: [line], PayA: [payment] });
  till.close();
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(await exported([till])))
    await fs.writeFile(path.join(folder, name), text);
  return folder;
}

describe('npm run verify -- --dsfinvk', () => {
  it('says what was checked, and OK', async () => {
    const folder = await exportFolder();
    expect(await command('--dsfinvk', folder)).toEqual({
      code: 0,
      stdout: `dsfinvk ${folder}\n  closings 1\n  processes 2\nOK\n`,
      stderr: '',
    });
  });

  it('names what is wrong by file and record, with exit code 1', async () => {
    const folder = await exportFolder();
    const file = path.join(folder, 'datapayment.csv');
    await fs.writeFile(file, (await fs.readFile(file, 'utf8')).replace('5,00', '4,00'));
    const { code, stdout } = await command('--dsfinvk', folder);
    expect(code).toBe(1);
    expect(stdout).toContain('datapayment.csv: process 1: payments are 4.00, UMS_BRUTTO is 5.00');
    expect(JSON.parse((await command(`--dsfinvk=${folder}`, '--json')).stdout)).toMatchObject({
      counts: { closings: 1 },
    });
  });

  it.each([
    [['--dsfinvk', '/nowhere/at/all'], 'cannot be read (ENOENT)'],
    [['--dsfinvk='], 'must name the folder'],
    [['--dsfinvk', 'x', '--rn', 'y'], '--rn'],
  ])('%j', async (args, text) => {
    const { code, stderr } = await command(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  });
});
