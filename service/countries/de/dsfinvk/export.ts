/**
 * The export `dsfinvk` (DSFinV-K 2.4): whole closings of one or several registers of a
 * company, 20 tables that an audit reads. The journal is read once, and nothing of it is
 * kept in memory.
 */
import type { State } from '../../contract/state.ts';
import type { CountryExport, ExportScope, ExportSource, SqRange } from '../../contract/exports.ts';
import type { CountryContext } from '../../contract/services.ts';
import { gdpduFiles, type Rows } from '../gdpdu/archive.ts';
import { closingsOf } from '../closings.ts';
import { keptOf } from '../kept.ts';
import { readClosings, type Closing } from './closing.ts';
import { closingRows } from './closing-rows.ts';
import { readBon } from './read-bon.ts';
import { DSFINVK_VERSION, TABLES, type TableName } from './tables.ts';
import { textOf } from './texts.ts';
import { Totals } from './totals.ts';
import { bonRows } from './transaction-rows.ts';

/** The export. A closing that is about a day of the period is in it as a whole (DE40). */
export const dsfinvk: CountryExport = {
  archive: 'export.zip',
  types: 'all',
  records: recordsOf,
  hasOpenDay: true,
  files(scope, { now }: Omit<CountryContext, 'cfg'>) {
    const company = scope.sources[0]?.cfg.Cmp;
    const head = {
      supplier: textOf(company?.Nam),
      location: textOf(company?.City),
      comment: `DSFinV-K ${DSFINVK_VERSION}`,
      media: 'DSFinV-K',
    };
    return gdpduFiles(head, TABLES, scope.folder, (rows) => writeRows(scope, now, rows));
  },
};

/** From the first record of the first closing to the last one of the last. */
function recordsOf(
  state: State,
  { lastSq, ...asked }: Parameters<NonNullable<CountryExport['records']>>[1],
): SqRange | null {
  const { closings, open } = closingsOf(state, asked);
  const first = closings[0]?.first ?? open?.first.SQ;
  return first === undefined ? null : { first, last: open ? lastSq : closings.at(-1)!.last };
}

async function writeRows(scope: ExportScope, now: string, rows: Rows<TableName>): Promise<void> {
  const read = { records: 0 };
  for (const source of scope.sources) await writeRegister(source, { scope, now, rows, read });
}

interface Writing {
  scope: ExportScope;
  now: string;
  rows: Rows<TableName>;
  /** Records read so far, of all registers. */
  read: { records: number };
}

async function writeRegister(source: ExportSource, { scope, now, rows, read }: Writing): Promise<void> {
  const closings = readClosings(source, { ...scope, now });
  const next = async () => {
    const step = await closings.next();
    return step.done ? null : new OpenClosing(step.value, rows);
  };
  let closing = await next();
  for await (const page of source.pages()) {
    for (const record of page) {
      while (closing && record.SQ > closing.last) {
        closing.end();
        closing = await next();
      }
      if (!closing) break;
      closing.take(record);
    }
    await rows.flush();
    scope.progress((read.records += page.length));
  }
  for (; closing; closing = await next()) closing.end();
}

/** A closing whose records are being read. */
class OpenClosing {
  readonly last: number;
  private readonly closing: Closing;
  private readonly rows: Rows<TableName>;
  private readonly totals = new Totals();

  constructor(closing: Closing, rows: Rows<TableName>) {
    this.closing = closing;
    this.last = closing.last;
    this.rows = rows;
  }

  take(record: Parameters<typeof readBon>[0]): void {
    const { first, keys, period } = this.closing;
    const process = keptOf(record).Process;
    if (!process || record.SQ < first) return;
    const bon = readBon(record, process, { register: keys.register, tses: period.tses });
    this.totals.take(bon);
    bonRows(keys, bon, (table, cells) => this.rows.take(table, cells));
  }

  end(): void {
    closingRows(this.closing, this.totals, (table, cells) => this.rows.take(table, cells));
  }
}
