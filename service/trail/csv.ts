/** The audit trail as a table for a spreadsheet (RFC 4180). */
import { csvCell } from '../receipt/csv.ts';
import type { TrailEntry } from './wire.ts';

const COLUMNS = ['n', 'at', 'who', 'name', 'role', 'from', 'what', 'outcome', 'register', 'about', 'changes'];

/** Entries as CSV with a head, UTF-8 with the mark that spreadsheets know it by. */
export function csvOf(entries: readonly TrailEntry[]): string {
  const rows = entries.map(({ n, at, who, from, what, outcome, rn = '', about = '', changes = [] }) => [
    ...[String(n), at, who.kind, who.name ?? '', who.role ?? '', from, what, outcome, rn, about],
    changes.map(({ name, before, after }) => `${name}: ${before ?? '-'} -> ${after ?? '-'}`).join('; '),
  ]);
  const lines = [COLUMNS, ...rows].map((row) => row.map((text) => csvCell(text, ',')).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}
