/** Exports of Spain: the records as they were made, and the producer's declaration. */
import type { CountryExport, ExportFile, ExportScope } from '../contract/exports.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { declarationDocument } from './declaration.ts';
import { issuerOf } from './receipt-document.ts';
import { keptOf, type Kept } from './system.ts';
import { requestedMessage } from './verifactu/message.ts';

/** Records of one file, as of one message. */
const MOST_RECORDS = 1000;

/** See {@link Country.exports}. */
export const EXPORTS: Readonly<Record<string, CountryExport>> = {
  'es-records': {
    archive: 'registros.zip',
    chained: true,
    types: ['Tra', 'log'],
    files: recordFiles,
  },
  'es-declaration': {
    archive: 'declaracion-responsable.html',
    single: true,
    timeless: true,
    async *files(_scope, context): AsyncGenerator<ExportFile> {
      const text = declarationDocument(context, context.now.slice(0, 10));
      yield { name: 'declaracion-responsable.html', content: bytes(text) };
    },
  },
};

/**
 * The records of each register: those of the AEAT as messages of the service for requests (valid against
 * its schema), those of TicketBAI one by one.
 */
async function* recordFiles(scope: ExportScope): AsyncGenerator<ExportFile> {
  let count = 0;
  for (const source of scope.sources) {
    const folder = scope.sources.length > 1 ? `${source.rn.replace(/[^\w.-]/g, '_')}/` : '';
    let messages = 0;
    let waiting: string[] = [];
    const message = (): ExportFile => {
      const xml = requestedMessage(issuerOf(source.cfg), waiting);
      waiting = [];
      return { name: `${folder}registros-${String(++messages).padStart(5, '0')}.xml`, content: bytes(xml) };
    };
    for await (const page of source.pages()) {
      for (const record of page) {
        scope.progress(++count);
        const kept = keptOf(record);
        const xml = kept && xmlOf(kept);
        if (!kept || xml === null) continue;
        if (kept.region === 'verifactu' || kept.region === 'signed') waiting.push(xml);
        else yield { name: `${folder}${kept.region}-${nameOf(record, kept)}.xml`, content: bytes(xml) };
        if (waiting.length === MOST_RECORDS) yield message();
      }
    }
    if (waiting.length > 0) yield message();
  }
}

function xmlOf({ record }: Kept): string | null {
  const { xml } = record as { xml?: unknown };
  return typeof xml === 'string' ? xml : null;
}

function nameOf({ SQ }: JournalRecord, { document }: Kept): string {
  const { series, number } = document.id;
  return `${String(SQ).padStart(8, '0')}-${series}-${number}`.replace(/[^\w.-]/g, '_');
}

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
