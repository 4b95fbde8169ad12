import { beforeEach, expect, it, vi } from 'vitest';
import { record, resetElectron } from '../testing/electron-double.ts';
import { textsFor } from '../texts.ts';
import { installAfterAsking } from './ask.ts';
import type { Quiet } from './quiet.ts';
import type { InstallRefusal } from './updates.ts';

vi.mock('electron', () => import('../testing/electron-double.ts'));

let quiet: Quiet;
const install = vi.fn<() => Promise<InstallRefusal>>();
const ask = () =>
  installAfterAsking({
    ...{ texts: textsFor('en'), current: '3.0.0', version: '3.1.0', install },
    quiet: () => Promise.resolve(quiet),
  });
const messages = () => record.questions.map((question) => (question as { message: string }).message);

beforeEach(() => {
  resetElectron();
  install.mockReset().mockResolvedValue({ refused: 'busy' });
  quiet = { isQuiet: true, waiting: 0 };
});

it('installs nothing unless somebody says yes', async () => {
  record.pressed = 1;
  await ask();
  expect(record.questions).toMatchObject([{ buttons: ['Install', 'Later'], defaultId: 1, cancelId: 1 }]);
  expect(install).not.toHaveBeenCalled();
});

it('does not even ask while somebody sells', async () => {
  quiet = { isQuiet: false };
  await ask();
  expect(messages()).toEqual(['Not now: somebody is selling']);
  expect(install).not.toHaveBeenCalled();
});

it('says what waits to be sent before it asks', async () => {
  quiet = { isQuiet: true, waiting: 7 };
  await ask();
  expect(record.questions[0]).toMatchObject({
    detail: expect.stringContaining('Records that wait to be sent: 7. They are kept') as string,
  });
});

it('says why it was not installed: a sale came in between, or the system refused', async () => {
  await ask();
  install.mockResolvedValue({ refused: 'failed', text: 'EBUSY' });
  await ask();
  expect(messages().filter((_message, at) => at % 2 === 1)).toEqual([
    'Not now: somebody is selling',
    'Version 3.1.0 could not be installed',
  ]);
  expect(record.questions.at(-1)).toMatchObject({
    detail: 'Tillmark goes on with version 3.0.0. Nothing was lost. EBUSY',
  });
});
