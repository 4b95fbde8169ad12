/** What the service knows for a support bundle (support/bundle.ts). */
import os from 'node:os';
import { spaceOf } from '../disk/free-space.ts';
import { BYTES_PER_MB } from '../disk/usage.ts';
import { offsetTime } from '../clock.ts';
import type { Drills } from '../backup/drills.ts';
import type { Journal } from '../journal/journal.ts';
import type { Recorder } from '../recorder/recorder.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import { bundleFiles, type SupportRegister } from '../support/bundle.ts';
import { KnownValues } from '../support/known.ts';
import type { SupportFile } from '../support/wire.ts';
import { VERSION } from '../version.ts';
import type { Problem } from '../wire.ts';
import type { Installation } from './installation.ts';

/** Entries of the audit trail whose words are known, and registers that are looked at. */
const [MOST_ENTRIES, MOST_REGISTERS] = [2000, 200];

/** What the rooms know of the registers. */
export interface SupportRooms {
  registers(): Promise<SupportRegister[]>;
  /** Takes what must not leave the shop: names, configurations, the newest receipts. */
  tell(known: KnownValues): Promise<void>;
}

/** Records whose words are known: those that the newest lines of the log may be about. */
const MOST_RECORDS = 500;

/**
 * The rooms' part.
 * @param registers those of the service
 */
export function supportRooms({
  registers,
  journal,
  recorder,
  drills,
  problemsOf,
}: {
  registers: Registers;
  journal: Journal;
  recorder: Pick<Recorder, 'queued'>;
  drills: Drills;
  problemsOf: (register: Register) => Problem[];
}): SupportRooms {
  const all = async () => {
    const found = await Promise.all(registers.names.slice(0, MOST_REGISTERS).map((rn) => registers.find(rn)));
    return found.filter((register) => register !== null);
  };
  return {
    registers: async () =>
      (await all()).map((register) => {
        const { rn, cfg, country, undelivered, nextSq } = register;
        const drill = drills.resultOf(rn);
        return {
          ...{ country: country?.code ?? null, isConfigured: cfg !== null, records: nextSq - 1, undelivered },
          waitingForPortal: recorder.queued(rn, nextSq - 1),
          problems: problemsOf(register),
          drill: drill && {
            ...{ outcome: drill.outcome, ended: drill.ended, records: drill.backup?.records ?? 0 },
            findings: drill.findingCount,
          },
        };
      }),
    async tell(known) {
      for (const { rn, cfg, nextSq } of await all()) {
        known.add([rn, cfg]);
        const last = nextSq - 1;
        for await (const page of journal.linesBetween(rn, Math.max(0, last - MOST_RECORDS), last))
          for (const { text } of page) known.add(JSON.parse(text));
      }
    },
  };
}

/** Without a journal nothing is known of any register. */
export const NO_ROOMS: SupportRooms = { registers: async () => [], tell: async () => undefined };

/** The files of a bundle, as everything is now. */
export async function supportFiles(installation: Installation, rooms: SupportRooms): Promise<SupportFile[]> {
  const { clock, disk, dataRoot, log, profile, trail } = installation;
  const known = new KnownValues();
  known.add([os.hostname(), os.userInfo().username, os.homedir(), dataRoot.root]);
  known.add(installation.attributes().items.map(({ value }) => value));
  known.add([profile.attributeText, profile.taxId]);
  await rooms.tell(known);
  const [usage, space, part] = await Promise.all([
    disk.usage(),
    spaceOf(dataRoot.root),
    trail.read({}, undefined, MOST_ENTRIES),
  ]);
  for (const { who, from, rn, about, changes = [] } of part.entries)
    known.add([
      who.name ?? '',
      from,
      rn ?? '',
      about ?? '',
      changes.flatMap(({ before, after }) => [before, after]),
    ]);
  return bundleFiles({
    made: offsetTime(clock.now()),
    versions: {
      ...{ tillmark: VERSION, node: process.versions.node, sqlite: process.versions.sqlite ?? '' },
      ...{ platform: process.platform, arch: process.arch, system: os.release() },
    },
    uptime: process.uptime(),
    attributes: installation.attributes().items,
    registers: await rooms.registers(),
    disk: {
      ...{ used: usage.bytes, quota: disk.quota * BYTES_PER_MB, free: space?.free ?? null },
      folders: usage.folders.map(([name, { size }]) => ({ name, size })),
    },
    trail: { entries: part.total, damages: part.damages.length },
    log: log.recent(undefined),
    known,
  });
}
