/**
 * SAF-T Cash Register: a file for each cash register of the period, whose transactions are
 * numbered without gaps; of long ones several, one behind the other. The journal is read once for
 * what stands before the events, then for the events and for the transactions of each file; nothing
 * is kept of a transaction.
 */
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { CountryExport, ExportScope, ExportSource } from '../../contract/exports.ts';
import type { CountryContext } from '../../contract/services.ts';
import { keysOf, registerId, shownKey } from './books.ts';
import { EVENT } from './codes.ts';
import { entryOf, type Entry } from './entry.ts';
import { eventXml, stopXml } from './event-xml.ts';
import type { ExportLaw } from './export-law.ts';
import { address, companyXml, headerXml, type HeadInput } from './head-xml.ts';
import { Masters } from './masters.ts';
import { pieces } from './pieces.ts';
import { bounded } from './texts.ts';
import { transactionXml } from './transaction-xml.ts';
import { leaf } from './xml.ts';

/** A cash register of a source. */
interface Journal {
  source: ExportSource;
  register: string;
  masters: Masters;
  records: number;
  /** First sequence number of each file; the first one has all that comes before the second. */
  parts: number[];
}

/** One file: a cash register, and the sequence numbers of its records. */
interface Part extends Omit<Journal, 'records' | 'parts'> {
  from: number;
  before: number;
}

/** Records of a file: some 400 MB, which programs of authorities can still open. */
const MOST_RECORDS = 250_000;

/** The export of a country. @param most records of a file */
export function journalExport(law: ExportLaw, most = MOST_RECORDS): CountryExport {
  return {
    archive: 'export.zip',
    chained: true,
    types: ['Tra', 'TraS', 'TraV', 'log'],
    async *files(scope, context) {
      const parts = (await journalsOf(scope, law, most)).flatMap(partsOf);
      const time = context.now.replace(/\D/g, '').slice(0, 14);
      for (const [i, part] of parts.entries()) {
        const company = law.company(part.source.cfg);
        const which = parts.length === 1 && !law.hasCertificate ? '' : `_${i + 1}_${parts.length}`;
        yield {
          name: `SAF-T Cash Register_${company}_${time}${which}.xml`,
          content: pieces(contentOf(part, scope, law, context)),
        };
      }
    },
  };
}

function partsOf({ parts, source, register, masters }: Journal): Part[] {
  const journal = { source, register, masters };
  return parts.map((from, i) => ({ ...journal, from: i === 0 ? 0 : from, before: parts[i + 1] ?? Infinity }));
}

/** The journals of the period. The first reading. */
async function journalsOf(scope: ExportScope, law: ExportLaw, most: number): Promise<Journal[]> {
  const journals: Journal[] = [];
  let read = 0;
  for (const source of scope.sources) {
    const found = new Map<string, Journal>();
    const journal = (register: string) => {
      const known = found.get(register);
      if (known) return known;
      const made: Journal = { source, register, masters: new Masters(scope.from), records: 0, parts: [] };
      found.set(register, made);
      return made;
    };
    for await (const page of source.pages()) {
      for (const record of page) {
        const entry = placeOf(record);
        if (!entry) continue;
        const its = journal(entry.register);
        if (its.records++ % most === 0) its.parts.push(record.SQ);
        its.masters.take(record, entry);
      }
      read += page.length;
      scope.progress(read);
    }
    // A period without records is a file, too.
    if (found.size === 0) journal(registerId(source.state, source.cfg, keysOf(law.country))).parts.push(0);
    journals.push(...found.values());
  }
  return journals;
}

/** The place of a receipt, or of a log record that is an event. */
function placeOf(record: JournalRecord): Entry | null {
  if (record._ !== 'log') return entryOf(record);
  const { CashRegister: register, CashRegisterEvent: event } = record;
  return typeof register === 'string' && typeof event === 'string' ? { register, event } : null;
}

async function* contentOf(
  part: Part,
  { from, till, comment }: ExportScope,
  law: ExportLaw,
  context: Omit<CountryContext, 'cfg'>,
): AsyncGenerator<string> {
  const { source, register, masters } = part;
  const { cfg } = source;
  const head: HeadInput = { law, cfg, from, till, now: context.now, comment, program: context.program() };
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<auditfile xmlns="${law.namespace}">\n${headerXml(head)}<company>\n`;
  yield* companyXml(head, masters);
  const { Loc = {}, Cmp } = cfg;
  const name = typeof Loc.Nam === 'string' ? bounded(Loc.Nam, 100) : '';
  yield `<location>\n${leaf('name', name)}${address(Loc.City === undefined ? Cmp : Loc, law.country)}`;
  yield `<cashregister>\n${leaf('registerID', register)}`;
  for await (const [record, entry] of recordsOf(part)) {
    if (entry.event === EVENT.start) yield stopXml(record);
    yield eventXml(record, entry, { law, cfg });
  }
  const shown = new Map<number, string>();
  for await (const [record, entry] of recordsOf(part)) {
    if (entry.nr === undefined) continue;
    const { key = 0 } = entry;
    if (!shown.has(key)) {
      const kept = source.state.get(shownKey(law.country, key));
      shown.set(key, typeof kept === 'string' ? kept : '');
    }
    yield transactionXml(record, entry, law, shown.get(key)!);
  }
  yield '</cashregister>\n</location>\n</company>\n</auditfile>\n';
}

async function* recordsOf({ source, register, from, before }: Part): AsyncGenerator<[JournalRecord, Entry]> {
  for await (const page of source.pages())
    for (const record of page) {
      if (record.SQ < from || record.SQ >= before) continue;
      const entry = placeOf(record);
      if (entry?.register === register) yield [record, entry];
    }
}
