import { beforeEach, expect, it, vi } from 'vitest';
import { app, resetElectron } from '../testing/electron-double.ts';
import { loadSource } from './load.ts';

vi.mock('electron', () => import('../testing/electron-double.ts'));

beforeEach(resetElectron);

it('has no updates from sources, and does without what a package has left out', () => {
  const log = vi.fn();
  const options = { feed: null, isPlain: true, log };
  expect(loadSource(options)).toBeNull();
  expect(log).not.toHaveBeenCalled();
  app.isPackaged = true;
  expect(loadSource(options)).toBeNull();
  expect(log.mock.calls[0]![0]).toMatch(/^Updates cannot be looked for: .*updater\.cjs/);
});
