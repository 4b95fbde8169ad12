/** Looks for TSEs where the profile says, and takes new ones into use unless `TSE_install` says no. */
import type { ProfileAttributes } from '../countries/contract/services.ts';
import type { FoundTse, TseModel } from '../devices/tse/contract.ts';
import type { Log } from '../log.ts';
import { readMounts, readRanges } from './places.ts';

/** Whoever does not answer by then is none. */
const LOOK_MS = 3000;
/** Asked at the same time: a network is no place for hundreds of connections at once. */
const AT_ONCE = 32;

/** What finding needs. */
export interface FindingOptions {
  models: readonly TseModel[];
  attributes: () => ProfileAttributes;
  log: Log;
  /** TSEs that are known already. */
  known: () => readonly { model: string; settings: Readonly<Record<string, string>> }[];
  add: (found: FoundTse) => Promise<unknown>;
  lookMs?: number;
}

/** TSEs that are there and not in use. Never rejects. */
export async function findTses({
  models,
  attributes,
  log,
  known,
  lookMs = LOOK_MS,
}: FindingOptions): Promise<FoundTse[]> {
  const { addresses, unreadable } = readRanges(attributes().text('TSE_PortScan') ?? '');
  for (const part of unreadable) log.warn(`TSE_PortScan: ${part} is no address, range or network`);
  const places = readMounts(attributes().text('TSE_MountPoint') ?? '');
  for (const part of places.unreadable) log.warn(`TSE_MountPoint: ${part} is no whole path`);
  const found: FoundTse[] = [];
  for (const model of models) {
    if (!model.find) continue;
    const look = (where: { addresses: readonly string[]; mounts: readonly string[] }) =>
      model.find!({ ...where, signal: AbortSignal.timeout(lookMs) }).catch(() => []);
    if (places.mounts.length > 0) found.push(...(await look({ addresses: [], mounts: places.mounts })));
    for (let at = 0; at < addresses.length; at += AT_ONCE)
      found.push(...(await look({ addresses: addresses.slice(at, at + AT_ONCE), mounts: [] })));
  }
  return found.filter((one) => !known().some((other) => isSame(one, other)));
}

/** Takes those that are found into use; nothing is asked of them yet. Never rejects. */
export async function takeFound(options: FindingOptions): Promise<void> {
  const { attributes, log, add } = options;
  const install = attributes().text('TSE_install');
  if (['TSE_PortScan', 'TSE_MountPoint'].every((name) => attributes().text(name) === undefined)) return;
  for (const found of await findTses(options)) {
    if (install !== undefined && !attributes().flag('TSE_install'))
      log.info(`found and not taken into use (TSE_install): ${found.text}`);
    else {
      await add(found);
      log.info(`taken into use: ${found.text}`);
    }
  }
}

/** The settings that a place is known by say the same. */
function isSame(
  found: FoundTse,
  known: { model: string; settings: Readonly<Record<string, string>> },
): boolean {
  return (
    found.model === known.model &&
    Object.entries(found.settings).every(([name, value]) => (known.settings[name] ?? value) === value)
  );
}
