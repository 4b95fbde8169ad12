/** Where a journal of a cash register goes on: its chain, sums and key. All of it is state. */
import { configuredTerminal, type Cfg } from '../../../receipt/cfg.ts';
import type { Json } from '../../../receipt/json.ts';
import { isTree } from '../../../receipt/tree.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { Restored } from '../../contract/work.ts';
import type { Sums } from './sums.ts';
import type { Transaction } from './transaction.ts';
import { bounded } from './texts.ts';

type Reading = Pick<State, 'get'>;

/** State keys of a country. */
export interface Keys {
  chain: string;
  sums: string;
  grand: string;
  /** Number of the last Z report. */
  reports: string;
  key: string;
  /** Time of the last transaction. */
  last: string;
  /** Stands in the id of the register since the last restore. */
  space: string;
  /** A start of the service that has no end yet. */
  session: string;
  /** Day on which the open period began, `YYYY-MM-DD`; null while it has no records. */
  opened: string;
  /** What the POS calls its own article groups, by their ids. */
  groups: string;
  /** Version of the program that was started last. */
  program: string;
}

/** State keys of a country. */
export function keysOf(country: string): Keys {
  const names = [
    ...(['chain', 'sums', 'grand', 'reports', 'key', 'last', 'space', 'session', 'opened'] as const),
    ...(['groups', 'program'] as const),
  ];
  return Object.fromEntries(names.map((name) => [name, `${country}/${name}`])) as unknown as Keys;
}

/** The key in use: its name, its version, counted from 1, and what who issued it calls that; empty where nobody has said so. */
export interface KeyVersion extends Record<string, string | number> {
  name: string;
  version: number;
  label: string;
}

/** The key that a register signed with last; version 0 before the first one. */
export function keyVersionOf(state: Reading, keys: Keys): KeyVersion {
  const kept = state.get(keys.key);
  return { name: '', version: 0, label: '', ...(isTree(kept) && (kept as unknown as Partial<KeyVersion>)) };
}

/** State key of what an inspector verifies a version of the key with. */
export function shownKey(country: string, version: number): string {
  return `${country}/key ${version}`;
}

/** State key of what exports call a version of the key, where that is not its number. */
export function versionKey(country: string, version: number): string {
  return `${country}/key version ${version}`;
}

/** State key: the till has printed a copy of the receipt of this sequence number. */
export function copiedKey(country: string, sq: number): string {
  return `${country}/copied ${sq}`;
}

/** A text of the state; empty when there is none. */
export function textAt(state: Reading, key: string): string {
  const kept = state.get(key);
  return typeof kept === 'string' ? kept : '';
}

/** A number of the state; 0 when there is none. */
export function numberAt(state: Reading, key: string): number {
  const kept = state.get(key);
  return typeof kept === 'number' ? kept : 0;
}

/** Article groups of the POS whose names are kept, and letters of these: a till that makes up a category for each sale fills no state. */
const MOST_GROUPS = 200;
const MOST_LETTERS = 72;

/** What the POS calls its own article groups. */
export function groupNames(state: Reading, keys: Keys): Readonly<Record<string, string>> {
  const kept = state.get(keys.groups);
  return isTree(kept) ? (kept as unknown as Readonly<Record<string, string>>) : {};
}

/** State changes where a transaction calls groups by names that are not known yet; the newest name counts. */
export function groupsNamed(keys: Keys, { lines }: Transaction, state: Reading): Record<string, Json> {
  const known = groupNames(state, keys);
  const named = lines
    .map(({ group }) => ({ ...group, text: bounded(group.text, MOST_LETTERS) }))
    .filter(({ id, text, parent }) => id !== parent && known[id] !== text);
  const room = MOST_GROUPS - Object.keys(known).length;
  const kept = named.filter(({ id }, i) => Object.hasOwn(known, id) || i < room);
  if (kept.length === 0) return {};
  return { [keys.groups]: { ...known, ...Object.fromEntries(kept.map(({ id, text }) => [id, text])) } };
}

/** State changes when something was counted. @param now local time */
export function countedAs(keys: Keys, sums: Sums, state: Reading, now: string): Record<string, Json> {
  const opened = textAt(state, keys.opened);
  return {
    [keys.sums]: sums as unknown as Json,
    ...(opened === '' && { [keys.opened]: now.slice(0, 10) }),
  };
}

/** Id of a cash register: `TL-TT`; since a restore it is another one, with its time. */
export function registerId(state: Reading, cfg: Cfg, keys: Keys): string {
  const { TL, TT } = configuredTerminal(cfg);
  const space = textAt(state, keys.space);
  return `${bounded(`${TL}-${TT}`, 70).toUpperCase()}${space === '' ? '' : `-R${space}`}`;
}

/**
 * A register that was restored: numbers that were given since the backup are unknown, and must
 * not come twice. It goes on as another cash register, with a chain and numbers of its own.
 */
export function restoredAs(country: string): (state: State, context: CountryContext) => Restored {
  const keys = keysOf(country);
  return (_state, { now }) => {
    const space = now.replace(/\D/g, '');
    const changes: Record<string, Json> = { [keys.space]: space, [keys.chain]: null };
    return { details: { Register: space }, changes };
  };
}
