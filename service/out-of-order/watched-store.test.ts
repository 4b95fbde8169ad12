import { expect, it } from 'vitest';
import type { Row } from '../journal/row.ts';
import type { Store } from '../journal/store.ts';
import { OutageError } from '../register/outage.ts';
import { ControlledStore } from '../testing/controlled-store.ts';
import { WatchedStore } from './watched-store.ts';

const coded = (code: string) => Object.assign(new Error(`${code}: says SQLite`), { code });

/** A store that fails as told. */
function watched(isDiskFull = false) {
  const failing = { commit: null as Error | null, select: null as Error | null, write: null as Error | null };
  const inner: Pick<Store, 'commit'> & Partial<Store> = {
    commit: () => (failing.commit ? Promise.reject(failing.commit) : Promise.resolve()),
    write: () => (failing.write ? Promise.reject(failing.write) : Promise.resolve()),
    select: () => (failing.select ? Promise.reject(failing.select) : Promise.resolve([])),
  };
  const store = new WatchedStore(new ControlledStore(inner), () => isDiskFull);
  const outages: string[] = [];
  let changes = 0;
  store.on('outage', ({ outage }) => outages.push(outage));
  store.on('trouble', () => changes++);
  return { store, failing, outages, changes: () => changes };
}

const rows: Row[] = [];

it.each(['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY', 'SQLITE_CONSTRAINT'])(
  'goes on after a commit that failed with %s, and says so until the next one',
  async (code) => {
    const { store, failing, outages, changes } = watched();
    failing.commit = coded(code);
    for (let i = 0; i < 3; i++) await expect(store.commit(rows)).rejects.toThrow(code);
    expect(store.trouble?.reason).toBe(`${code}: says SQLite`);
    expect(changes()).toBe(1);
    failing.commit = null;
    await store.commit(rows);
    expect(store.trouble).toBeNull();
    expect([changes(), outages]).toEqual([2, []]);
  },
);

it.each([
  ['commit', 'SQLITE_CORRUPT', 'damaged'],
  ['commit', 'SQLITE_READONLY', 'denied'],
  ['select', 'SQLITE_CORRUPT', 'damaged'],
  ['select', 'SQLITE_NOTADB', 'damaged'],
  ['select', 'SQLITE_IOERR', 'io'],
] as const)('does nothing any more once a %s has failed with %s', async (what, code, cause) => {
  const { store, failing, outages } = watched();
  failing[what] = coded(code);
  const work = () => (what === 'commit' ? store.commit(rows) : store.select('SELECT 1', {}));
  await expect(work()).rejects.toThrow(OutageError);
  failing[what] = null;
  // Whatever the database says now.
  await expect(store.commit(rows)).rejects.toMatchObject({ outage: cause });
  await expect(store.select('SELECT 1', {})).rejects.toMatchObject({ outage: cause });
  expect(outages).toEqual([cause]);
});

it('bears a search that fails for want of room', async () => {
  const { store, failing, outages } = watched();
  failing.select = coded('SQLITE_FULL');
  await expect(store.select('SELECT 1', {})).rejects.toMatchObject({ outage: 'full' });
  failing.select = null;
  await store.select('SELECT 1', {});
  expect([store.trouble, outages]).toEqual([null, []]);
});

it('asks the disk what the database means', async () => {
  const { store, failing } = watched(true);
  failing.commit = coded('SQLITE_IOERR');
  await expect(store.commit(rows)).rejects.toMatchObject({ outage: 'full' });
  expect(store.trouble?.cause).toBe('full');
});

it('calls no sale into question because of other work that has a defect', async () => {
  const { store, failing } = watched();
  failing.write = coded('SQLITE_ERROR');
  await expect(store.write([])).rejects.toThrow('SQLITE_ERROR');
  expect(store.trouble).toBeNull();
  failing.write = coded('SQLITE_FULL');
  await expect(store.write([])).rejects.toThrow('SQLITE_FULL');
  expect(store.trouble?.cause).toBe('full');
});

it('is given up once, from outside too', async () => {
  const { store, outages } = watched();
  store.giveUp(new OutageError('lost', 'gone'));
  store.giveUp(new OutageError('damaged', 'torn'));
  await expect(store.commit(rows)).rejects.toThrow('gone');
  expect(outages).toEqual(['lost']);
});
