/** What channels say of themselves when somebody tries them. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startAccessPoint } from '../../emulators/access-point/emulator.ts';
import { Attributes } from '../../settings/attributes.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { AccessPointChannel } from './access-point.ts';
import { FolderChannel } from './folder.ts';

const TOKEN = 'T0ken-of-the-access-point';
const never = new AbortController().signal;

const settings = (list: string, secret: string | null = null) => {
  const attributes = Attributes.parse(list);
  return { attributes: () => attributes, secret: () => secret };
};

it('tells what is the matter with an access point, and hands nothing over', async () => {
  const point = await startAccessPoint({ token: TOKEN, background: true });
  onTestFinished(() => point.stop());
  const tried = (secret: string | null, list = `EInvoice_Url="${point.url}"`) =>
    new AccessPointChannel(settings(list, secret)).test(false, never);
  expect(await tried(TOKEN)).toBeNull();
  expect(await tried('another')).toMatchObject({ cause: { code: 'login' } });
  expect(await tried(null)).toMatchObject({ cause: { code: 'tokenMissing' } });
  expect(await tried(TOKEN, '')).toMatchObject({
    cause: { code: 'urlMissing', params: { attribute: 'EInvoice_Url' } },
  });
  point.fail(500);
  expect(await tried(TOKEN)).toMatchObject({ cause: { code: 'answer' } });
  point.down();
  expect(await tried(TOKEN)).toMatchObject({ cause: { code: 'unreachable' } });
  expect(point.documents).toEqual([]);
});

it('writes into the folder and leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const tried = (name: string) => new FolderChannel(settings(`EInvoice_Folder="${name}"`)).test(false);
  expect(await tried(folder)).toBeNull();
  expect(await fs.readdir(folder)).toEqual([]);
  const missing = path.join(folder, 'none');
  expect(await tried(missing)).toMatchObject({
    cause: { code: 'folderAbsent', params: { folder: missing } },
  });
  const unset = await new FolderChannel(settings('')).test(true);
  expect(unset).toMatchObject({
    cause: { code: 'folderMissing', params: { attribute: 'EInvoice_TestFolder' } },
  });
});
