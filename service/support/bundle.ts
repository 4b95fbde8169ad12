/** What a support bundle says: enough to find a fault, nothing about business, people or secrets. */
import { attributeRow, isSecret } from '../settings/attribute-table.ts';
import type { AttributeItem } from '../settings/attributes.ts';
import type { Problem } from '../wire.ts';
import type { KnownValues } from './known.ts';
import { plainLine } from './plain-line.ts';
import type { SupportFile } from './wire.ts';

/** A register, without its name. */
export interface SupportRegister {
  country: string | null;
  isConfigured: boolean;
  records: number;
  undelivered: number;
  waitingForPortal: number;
  problems: readonly Problem[];
  /** Of the last restore drill; null without one. */
  drill: { outcome: string; ended: string; records: number; findings: number } | null;
}

/** What a bundle is made of. */
export interface SupportFacts {
  /** Local time with offset. */
  made: string;
  versions: Readonly<Record<string, string>>;
  /** Time since the start, seconds. */
  uptime: number;
  attributes: readonly Pick<AttributeItem, 'name' | 'value'>[];
  registers: readonly SupportRegister[];
  /** Bytes. */
  disk: { used: number; quota: number; free: number | null; folders: { name: string; size: number }[] };
  trail: { entries: number; damages: number };
  /** Newest last. */
  log: readonly string[];
  known: KnownValues;
}

/** Lines of the log: what led to a fault is in the newest ones. */
const MOST_LINES = 600;
/** Folders of a data root; others would be somebody's. */
const FOLDERS = new Set([
  '.',
  'cer',
  'gbl',
  'log',
  'rn',
  'export',
  'req',
  'res',
  'err',
  'drill',
  'journal.db',
]);

/** The files of a bundle. */
export function bundleFiles(facts: SupportFacts): SupportFile[] {
  const { made, versions, uptime, registers, disk, trail, log, known } = facts;
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return [
    { name: 'versions.json', text: json({ made, uptimeSeconds: Math.round(uptime), ...versions }) },
    { name: 'settings.json', text: json(settingsOf(facts.attributes)) },
    {
      name: 'registers.json',
      text: json(
        registers.map(({ problems, drill: _drill, ...register }, i) => ({
          register: i + 1,
          ...register,
          // What they are about names printers, folders and people.
          problems: problems.map(({ code, severity }) => ({ code, severity })),
        })),
      ),
    },
    { name: 'disk.json', text: json({ ...disk, folders: foldersOf(disk.folders) }) },
    {
      name: 'checks.json',
      text: json({
        drills: registers.map(({ drill }, i) => ({ register: i + 1, drill })),
        auditTrail: trail,
      }),
    },
    {
      name: 'log.txt',
      text: `${log
        .slice(-MOST_LINES)
        .map((line) => plainLine(line, known))
        .join('\n')}\n`,
    },
  ];
}

/** Names of settings that Tillmark knows; of their values what can be nobody's: switches and small numbers. */
function settingsOf(items: SupportFacts['attributes']) {
  const settings: Record<string, string> = {};
  let unknown = 0;
  for (const { name, value } of items) {
    const row = attributeRow(name);
    if (!row) unknown++;
    else settings[row.name] = isPlain(row.name, value) ? value : 'set';
  }
  return { settings, unknownSettings: unknown };
}

function isPlain(name: string, value: string): boolean {
  return !isSecret(name) && /^(?:true|false|on|off|yes|no|\d{1,4})$/i.test(value);
}

/** Folders of registers together: their names have tax ids in them. */
function foldersOf(folders: SupportFacts['disk']['folders']) {
  const sums = new Map<string, number>();
  for (const { name, size } of folders) {
    const first = name.split('/')[0]!;
    const shown = FOLDERS.has(first) ? first : 'others';
    sums.set(shown, (sums.get(shown) ?? 0) + size);
  }
  return [...sums].map(([name, size]) => ({ name, size }));
}
