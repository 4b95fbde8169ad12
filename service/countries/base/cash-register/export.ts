/**
 * SAF-T Cash Register: a file for each cash register of the period, whose transactions are
 * numbered without gaps; of long ones several, one behind the other. The journal is read once: events
 * and transactions wait on the disk until employees, articles and groups are known, which stand
 * before them; nothing is kept of a transaction.
 */
import type { CompleteEsr, JournalRecord } from '../../../receipt/tra.ts';
import type { CountryExport, ExportScope, ExportSource } from '../../contract/exports.ts';
import type { CountryContext } from '../../contract/services.ts';
import { Spool } from '../spool.ts';
import { keysOf, registerId, shownKey, textAt, versionKey } from './books.ts';
import { EVENT } from './codes.ts';
import { entryOf, type Entry } from './entry.ts';
import { eventXml, stopXml, updateXml } from './event-xml.ts';
import type { ExportLaw } from './export-law.ts';
import { address, companyXml, headerXml, type HeadInput } from './head-xml.ts';
import { Masters } from './masters.ts';
import { pieces } from './pieces.ts';
import { bounded } from './texts.ts';
import { transactionOf } from './transaction.ts';
import { transactionXml, type KeyXml } from './transaction-xml.ts';
import { leaf } from './xml.ts';

/** One file: a cash register, and what waits for its head. */
interface Part {
  source: ExportSource;
  register: string;
  masters: Masters;
  events: Spool;
  transactions: Spool;
}

/** Records of a file: some 400 MB, which programs of authorities can still open. */
const MOST_RECORDS = 250_000;

/** Records after which what waits is written: pages of the journal are long. */
const FLUSHED = 100;

/** The export of a country. @param most records of a file */
export function journalExport(law: ExportLaw, most = MOST_RECORDS): CountryExport {
  return {
    archive: 'export.zip',
    chained: true,
    types: ['Tra', 'TraS', 'TraV', 'log'],
    async *files(scope, context) {
      const reading = new Reading(scope, law, most);
      try {
        const parts = await reading.parts();
        const time = context.now.replace(/\D/g, '').slice(0, 14);
        for (const [i, part] of parts.entries()) {
          const company = law.company(part.source.cfg);
          const which = parts.length === 1 && !law.hasCertificate ? '' : `_${i + 1}_${parts.length}`;
          yield {
            name: `SAF-T Cash Register_${company}_${time}${which}.xml`,
            content: contentOf(part, scope, law, context),
          };
        }
      } finally {
        await reading.close();
      }
    },
  };
}

/** Reads the journals of the period, and writes down what waits. */
class Reading {
  private readonly scope: ExportScope;
  private readonly law: ExportLaw;
  private readonly most: number;
  private readonly found: Part[] = [];
  /** What the file says of the keys of a register, as elements, by their version. */
  private keys = new Map<number, KeyXml>();

  constructor(scope: ExportScope, law: ExportLaw, most: number) {
    this.scope = scope;
    this.law = law;
    this.most = most;
  }

  /** The files, in the order of their registers. */
  async parts(): Promise<Part[]> {
    let read = 0;
    for (const source of this.scope.sources) {
      this.keys = new Map();
      const registers = new Map<string, { last: Part; records: number }>();
      for await (const page of source.pages()) {
        for (const record of page) {
          const entry = placeOf(record);
          if (!entry) continue;
          let its = registers.get(entry.register);
          if (!its)
            registers.set(entry.register, (its = { last: this.begin(source, entry.register), records: 0 }));
          if (its.records > 0 && its.records % this.most === 0)
            its.last = this.begin(source, entry.register, its.last);
          its.records++;
          this.take(its.last, record, entry);
          if (its.records % FLUSHED === 0) await this.flush();
        }
        await this.flush();
        read += page.length;
        this.scope.progress(read);
      }
      // A period without records is a file, too.
      if (registers.size === 0)
        this.begin(source, registerId(source.state, source.cfg, keysOf(this.law.country)));
    }
    return this.found;
  }

  private async flush(): Promise<void> {
    for (const { events, transactions } of this.found) {
      await events.flush();
      await transactions.flush();
    }
  }

  /** Lets go of what waits. */
  async close(): Promise<void> {
    for (const { events, transactions } of this.found) {
      await events.close();
      await transactions.close();
    }
  }

  /** Begins a file. @param before the one before of the same register, which it stands behind */
  private begin(source: ExportSource, register: string, before?: Part): Part {
    const { folder, from } = this.scope;
    const part: Part = {
      ...{ source, register, masters: before?.masters ?? new Masters(from) },
      ...{ events: new Spool(folder), transactions: new Spool(folder) },
    };
    this.found.splice(before ? this.found.indexOf(before) + 1 : this.found.length, 0, part);
    return part;
  }

  private take(part: Part, record: JournalRecord, entry: Entry): void {
    const { source, events, transactions } = part;
    const { law } = this;
    const made = entry.nr === undefined ? null : transactionOf(record.ESR as CompleteEsr, entry);
    part.masters.take(record, entry, made);
    if (entry.event === EVENT.start) events.add(stopXml(record) + updateXml(record));
    events.add(eventXml(record, entry, { law, cfg: source.cfg }));
    if (!made) return;
    const { key = 0 } = entry;
    let its = this.keys.get(key);
    if (its === undefined) {
      const version = textAt(source.state, versionKey(law.country, key)) || key;
      const certificate = law.hasCertificate ? textAt(source.state, shownKey(law.country, key)) : '';
      its = { version: leaf('keyVersion', version), certificate: leaf('certificateData', certificate) };
      this.keys.set(key, its);
    }
    transactions.add(transactionXml(record, made, entry, law, its));
  }
}

/** The place of a receipt, or of a log record that is an event. */
function placeOf(record: JournalRecord): Entry | null {
  if (record._ !== 'log') return entryOf(record);
  const { CashRegister: register, CashRegisterEvent: event } = record;
  return typeof register === 'string' && typeof event === 'string' ? { register, event } : null;
}

async function* contentOf(
  part: Part,
  scope: ExportScope,
  law: ExportLaw,
  context: Omit<CountryContext, 'cfg'>,
): AsyncGenerator<Buffer> {
  yield* pieces(headOf(part, scope, law, context));
  yield* part.events.content();
  yield* part.transactions.content();
  yield Buffer.from('</cashregister>\n</location>\n</company>\n</auditfile>\n');
}

/** What stands before the events. */
async function* headOf(
  { source: { cfg }, register, masters }: Part,
  { from, till, comment }: ExportScope,
  law: ExportLaw,
  context: Omit<CountryContext, 'cfg'>,
): AsyncGenerator<string> {
  const head: HeadInput = { law, cfg, from, till, now: context.now, comment, program: context.program() };
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<auditfile xmlns="${law.namespace}">\n${headerXml(head)}<company>\n`;
  yield* companyXml(head, masters);
  const { Loc = {}, Cmp } = cfg;
  const name = typeof Loc.Nam === 'string' ? bounded(Loc.Nam, 100) : '';
  yield `<location>\n${leaf('name', name)}${address(Loc.City === undefined ? Cmp : Loc, law.country)}`;
  yield await Promise.resolve(`<cashregister>\n${leaf('registerID', register)}`);
}
