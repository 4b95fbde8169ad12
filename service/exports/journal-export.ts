/**
 * The export `jou`, the same for all countries: the journal as an auditor can
 * read it without Tillmark (docs/journal-format.md). It consists of all segments
 * that hold a record dated in the period, each as a whole: so nothing is missing
 * between two lines of a file, and a file is the same, byte for byte, in every
 * export and backup. Taken from the database, which knows the last second, too.
 */
import type { CountryExport, ExportFile, ExportScope } from '../countries/contract/exports.ts';
import type { Journal } from '../journal/journal.ts';
import { FolderNames } from '../journal/segments/folder-names.ts';
import { bytesOf } from '../journal/segments/line.ts';
import { firstSqOf, lastSqOf, segmentName } from '../journal/segments/name.ts';

type Source = Pick<Journal, 'lastSq' | 'segmentsBetween' | 'linesBetween'>;

/** The export of a journal; days are those of the documents, and of registration for other records. */
export function journalExport(journal: Source): CountryExport {
  return { archive: 'jou.zip', files: (scope) => files(journal, scope) };
}

async function* files(journal: Source, scope: ExportScope): AsyncGenerator<ExportFile> {
  const { sources, from, till } = scope;
  // What is registered after an export began is not in it.
  const lastSqs = await Promise.all(sources.map(({ rn }) => journal.lastSq(rn)));
  const names = new FolderNames();
  let read = 0;
  for (const [i, { rn }] of sources.entries()) {
    for (const segment of await journal.segmentsBetween(rn, from, till)) {
      const before = firstSqOf(segment) - 1;
      const until = Math.min(lastSqOf(segment), lastSqs[i]!);
      if (until <= before) continue;
      const lines = journal.linesBetween(rn, before, until);
      const name = segmentName(segment);
      yield {
        name: sources.length > 1 ? `${names.of(rn)}_${name}` : name,
        content: (async function* () {
          for await (const page of lines) {
            yield bytesOf(page);
            scope.progress((read += page.length));
          }
        })(),
      };
    }
  }
}
