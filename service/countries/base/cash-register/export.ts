/**
 * SAF-T Cash Register: a file for each cash register of the period, whose transactions are
 * numbered without gaps. The journal is read once for what stands before the events, then for
 * the events and for the transactions; nothing is kept of a transaction.
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

/** One file: a cash register of a source. */
interface Journal {
  source: ExportSource;
  register: string;
  masters: Masters;
}

/** The export of a country. */
export function journalExport(law: ExportLaw): CountryExport {
  return {
    archive: 'export.zip',
    chained: true,
    types: ['Tra', 'TraS', 'TraV', 'log'],
    async *files(scope, context) {
      const journals = await journalsOf(scope, law);
      const time = context.now.replace(/\D/g, '').slice(0, 14);
      for (const [i, journal] of journals.entries()) {
        const company = law.company(journal.source.cfg);
        const part = journals.length === 1 && !law.hasCertificate ? '' : `_${i + 1}_${journals.length}`;
        yield {
          name: `SAF-T Cash Register_${company}_${time}${part}.xml`,
          content: pieces(contentOf(journal, scope, law, context)),
        };
      }
    },
  };
}

/** The journals of the period. The first reading. */
async function journalsOf(scope: ExportScope, law: ExportLaw): Promise<Journal[]> {
  const journals: Journal[] = [];
  let read = 0;
  for (const source of scope.sources) {
    const found = new Map<string, Journal>();
    const journal = (register: string) => {
      const known = found.get(register);
      if (known) return known;
      const made = { source, register, masters: new Masters(scope.from) };
      found.set(register, made);
      return made;
    };
    for await (const page of source.pages()) {
      for (const record of page) {
        const entry = placeOf(record);
        if (entry) journal(entry.register).masters.take(record, entry);
      }
      read += page.length;
      scope.progress(read);
    }
    if (found.size === 0) journal(registerId(source.state, source.cfg, keysOf(law.country)));
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
  journal: Journal,
  { from, till, comment }: ExportScope,
  law: ExportLaw,
  context: Omit<CountryContext, 'cfg'>,
): AsyncGenerator<string> {
  const { source, register, masters } = journal;
  const { cfg } = source;
  const head: HeadInput = { law, cfg, from, till, now: context.now, comment, program: context.program() };
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<auditfile xmlns="${law.namespace}">\n${headerXml(head)}<company>\n`;
  yield* companyXml(head, masters);
  const { Loc = {}, Cmp } = cfg;
  const name = typeof Loc.Nam === 'string' ? bounded(Loc.Nam, 100) : '';
  yield `<location>\n${leaf('name', name)}${address(Loc.City === undefined ? Cmp : Loc, law.country)}`;
  yield `<cashregister>\n${leaf('registerID', register)}`;
  for await (const [record, entry] of recordsOf(journal)) {
    if (entry.event === EVENT.start) yield stopXml(record);
    yield eventXml(record, entry, { law, cfg });
  }
  const shown = new Map<number, string>();
  for await (const [record, entry] of recordsOf(journal)) {
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

async function* recordsOf({ source, register }: Journal): AsyncGenerator<[JournalRecord, Entry]> {
  for await (const page of source.pages())
    for (const record of page) {
      const entry = placeOf(record);
      if (entry?.register === register) yield [record, entry];
    }
}
