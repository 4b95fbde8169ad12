import { beforeEach, expect, it, vi } from 'vitest';
import { record, resetElectron, shell } from '../testing/electron-double.ts';
import { openExternal } from './external.ts';

vi.mock('electron', () => import('../testing/electron-double.ts'));

beforeEach(resetElectron);

it('opens https pages of listed hosts', async () => {
  expect(await openExternal('https://finanzonline.bmf.gv.at/fon/')).toBe(true);
  expect(record.opened).toEqual(['https://finanzonline.bmf.gv.at/fon/']);
});

it.each([
  'http://finanzonline.bmf.gv.at/',
  'https://finanzonline.bmf.gv.at.evil.example/',
  'https://finanzonline.bmf.gv.at@evil.example/',
  'https://user@finanzonline.bmf.gv.at/',
  'https://finanzonline.bmf.gv.at:8443/',
  'https://evil.example/finanzonline.bmf.gv.at',
  'file:///C:/Windows/System32/calc.exe',
  'smb://finanzonline.bmf.gv.at/share',
  'ms-msdt:/id',
  'javascript:alert(1)',
  '',
])('refuses %s', async (url) => {
  expect(await openExternal(url)).toBe(false);
  expect(record.opened).toEqual([]);
});

it('says so when the system cannot open a page', async () => {
  vi.spyOn(shell, 'openExternal').mockRejectedValueOnce(new Error('no browser'));
  expect(await openExternal('https://www.elster.de/')).toBe(false);
});
