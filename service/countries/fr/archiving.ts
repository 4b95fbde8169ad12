/** What a register notes of exports and archives: an archive is signed, and both are events. */
import type { Json } from '../../receipt/json.ts';
import type { ExportSource } from '../contract/exports.ts';
import type { CountryContext, CountryServices } from '../contract/services.ts';
import type { StateChange } from '../contract/work.ts';
import { isFiscalYear, withArchive, type Days } from './archived.ts';
import { KEYS, openPeriods } from './books.ts';
import { signDefect } from './defect.ts';
import { registerName, signingFor } from './entries.ts';
import { archiveText, timeText } from './signed-text.ts';

/** Name of the archive among the exports. */
export const ARCHIVE = 'nf525-jou';

/** What the documents of an archive come to, cents by rate. */
export interface ArchiveSums {
  rates: Map<string, bigint>;
  total: bigint;
}

function memoryKey({ from, till }: Days, { cfg }: Pick<ExportSource, 'cfg'>): string {
  return `FR/archive ${cfg.Cmp.TaxId} ${registerName(cfg)} ${from} ${till}`;
}

/** Remembers what an archive has come to until it is noted. */
export function noteArchive(
  sums: ArchiveSums,
  days: Days,
  source: Pick<ExportSource, 'cfg'>,
  { memory }: Pick<CountryServices, 'memory'>,
): void {
  memory.set(memoryKey(days, source), sums);
}

/** {@link CountryExports.exported} of France. */
export function exported(
  { type, from, till }: Days & { type: string },
  context: CountryContext,
): StateChange {
  const details: Record<string, Json> = { Type: type, From: from, Till: till };
  return {
    event: type === ARCHIVE ? 'archive' : 'export',
    details,
    changes(state) {
      const signing = signingFor(state, context);
      if (!signing || openPeriods(state) === null) return {};
      const days = `${timeText(from)}-${timeText(till)}`;
      const defect = signDefect(signing, state, context);
      if (type !== ARCHIVE) {
        signing.event('110', `${type} ${days}`);
        Object.assign(details, signing.details);
        return { ...signing.changes, ...defect };
      }
      const kept = context.memory.get(memoryKey({ from, till }, context)) as ArchiveSums | undefined;
      const { rates: split, total } = kept ?? { rates: new Map<string, bigint>(), total: 0n };
      const { now: time, register } = signing;
      signing.add('archive', (_number, before) =>
        archiveText({ split, total, time, register }, days, before),
      );
      signing.event(isFiscalYear({ from, till }, state, context) ? '30' : '20', `Archive ${days}`);
      Object.assign(details, signing.details);
      const archives = withArchive({ from, till }, state);
      return { ...signing.changes, ...defect, ...(archives !== null && { [KEYS.archives]: archives }) };
    },
  };
}
