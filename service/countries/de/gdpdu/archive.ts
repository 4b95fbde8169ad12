/** An export as files: `index.xml`, the DTD, and one CSV file for each table. */
import type { ExportFile } from '../../contract/exports.ts';
import { headRow, RowWriter, type Cell } from './csv.ts';
import { DTD, DTD_FILE, indexXml, type IndexHead } from './index-xml.ts';
import { Spool } from '../../base/spool.ts';
import type { Table } from './table.ts';

/** Takes rows of many tables at once. */
export interface Rows<Name extends string> {
  take(table: Name, cells: readonly Cell[]): void;
  /** Writes what has come together; now and then, so that it does not pile up. */
  flush(): Promise<void>;
}

/**
 * The files of an export.
 * @param tables in the order of their files
 * @param folder for rows until their file is written
 * @param write gives all rows; called once, when the first file of rows is read
 */
export async function* gdpduFiles<Name extends string>(
  head: IndexHead,
  tables: Readonly<Record<Name, Table>>,
  folder: string,
  write: (rows: Rows<Name>) => Promise<void>,
): AsyncGenerator<ExportFile> {
  const all = Object.entries(tables) as [Name, Table][];
  yield {
    name: 'index.xml',
    content: once(
      indexXml(
        head,
        all.map(([, table]) => table),
      ),
    ),
  };
  yield { name: DTD_FILE, content: once(DTD) };
  const spools = Object.fromEntries(all.map(([name]) => [name, new Spool(folder)])) as Record<Name, Spool>;
  const writers = Object.fromEntries(all.map(([name, table]) => [name, new RowWriter(table)])) as Record<
    Name,
    RowWriter
  >;
  let isLeft = false;
  const flush = async () => {
    if (isLeft) throw new Error('nobody takes the export any more');
    for (const [name] of all) await spools[name].flush();
  };
  const rows: Rows<Name> = { take: (to, cells) => spools[to].add(writers[to].row(cells)), flush };
  const writing: { done: Promise<void> | null } = { done: null };
  const content = async function* (name: Name) {
    writing.done ??= write(rows);
    await writing.done;
    yield Buffer.from(headRow(tables[name]));
    yield* spools[name].content();
    await spools[name].close();
  };
  try {
    for (const [name, { url }] of all) yield { name: url, content: content(name) };
  } finally {
    isLeft = true;
    // Whoever goes away in the middle waits for the page that is being read, and for no other.
    await writing.done?.catch(() => undefined);
    for (const [name] of all) await spools[name].close();
  }
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}
