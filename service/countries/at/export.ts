/** The export of the Datenerfassungsprotokoll (RKSV § 7): one file for each register, in constant memory. */
import { isTree } from '../../receipt/tree.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { CountryExport, ExportFile, ExportScope, ExportSource } from '../contract/exports.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { isUnsigned, unsignedFile } from './unsigned-file.ts';
import { certificatesOf, kasseOf } from './kasse.ts';
import { writeDep, type DepReceipt } from './rksv/dep.ts';
import { compactJws } from './rksv/jws.ts';
import { CLOSED_SYSTEM } from './rksv/machine-code.ts';
import { parseQr } from './rksv/printed.ts';

const EXPORTED = 'AT/exported';

/** The last export of everything up to a day. */
export interface LastExport {
  /** Last day in it. */
  till: string;
  /** When it was made, local time. */
  at: string;
}

/** The export type `dep`. */
export const dep: CountryExport = {
  archive: 'dep-export.zip',
  chained: true,
  files: depFiles,
};

async function* depFiles(scope: ExportScope): AsyncGenerator<ExportFile> {
  let records = 0;
  for (const source of scope.sources) {
    const ending = scope.sources.length === 1 ? '' : `-${fileName(source)}`;
    let unsigned = 0;
    const count = (page: readonly JournalRecord[]) => {
      unsigned += page.filter(isUnsigned).length;
      scope.progress((records += page.length));
    };
    yield { name: `dep-export${ending}.json`, content: writeDep(receipts(source, count)) };
    // Archives read one file after the other, so that this is reached when it has been read.
    await Promise.resolve();
    if (unsigned > 0) yield { name: `nicht-in-betrieb${ending}.json`, content: unsignedFile(source) };
  }
}

function fileName({ rn, state }: ExportSource): string {
  return (kasseOf(state)?.id ?? rn).replace(/[^\p{L}\p{N}.-]+/gu, '_');
}

async function* receipts(
  source: ExportSource,
  count: (page: readonly JournalRecord[]) => void,
): AsyncGenerator<DepReceipt> {
  const units = new Map<string, Omit<DepReceipt, 'jws'>>();
  for await (const page of source.pages()) {
    for (const record of page) {
      const receipt = depReceipt(record, source.state, units);
      if (receipt) yield receipt;
    }
    count(page);
  }
}

/**
 * A record as the DEP has it; null for records that are not signed.
 * @throws RangeError for a code that cannot be read: nothing may be left out silently
 */
function depReceipt(
  { Fis, SQ }: JournalRecord,
  state: State,
  units: Map<string, Omit<DepReceipt, 'jws'>>,
): DepReceipt | null {
  if (Fis?.Code === undefined) return null;
  const parsed = parseQr(Fis.Code);
  if ('fault' in parsed) throw new RangeError(`record ${SQ}: ${parsed.fault.text}`);
  const { provider, certificate } = parsed.value.code;
  const name = `${provider} ${certificate}`;
  let unit = units.get(name);
  if (!unit) units.set(name, (unit = groupOf(state, provider, certificate)));
  return { jws: compactJws(parsed.value), ...unit };
}

function groupOf(state: State, provider: string, serial: string): Omit<DepReceipt, 'jws'> {
  if (provider === CLOSED_SYSTEM) return { certificate: '', authorities: [] };
  const [certificate = '', ...authorities] = certificatesOf(state, provider, serial)?.chain ?? [];
  return { certificate, authorities };
}

/** {@link Country.exported} of Austria. */
export function exported(
  { type, from, till }: { type: string; from: string; till: string },
  { now }: CountryContext,
): StateChange {
  return {
    event: 'export',
    details: { Type: type, From: from, Till: till },
    changes(state) {
      const started = kasseOf(state)?.started ?? '';
      const today = now.slice(0, 10);
      // Only what begins with the start receipt or where the last one ended is without a gap.
      const last = lastExport(state, today);
      const isWhole = from <= started.slice(0, 10) || (last !== null && from <= last.till);
      const end = till < today ? till : today;
      if (type !== 'dep' || !isWhole || (last !== null && end < last.till)) return {};
      return { [EXPORTED]: { till: end, at: now } };
    },
  };
}

/** The last export that was kept in mind; null when there was none. One of later days than today was made by a wrong clock. */
export function lastExport(state: State, today: string): LastExport | null {
  const kept = state.get(EXPORTED);
  const last = isTree(kept) ? (kept as unknown as LastExport) : null;
  return last && last.till <= today ? last : null;
}

/** First day after which an export is overdue: three months after the last one, or after the start; null before the start. */
export function exportDue(state: State, today: string): string | null {
  const since = lastExport(state, today)?.till ?? kasseOf(state)?.started.slice(0, 10);
  if (since === undefined) return null;
  const [year, month] = since.split('-').map(Number) as [number, number];
  // To the end of the third month: whoever saves at the end of each quarter is never reminded.
  return new Date(Date.UTC(year, month + 3, 0)).toISOString().slice(0, 10);
}
