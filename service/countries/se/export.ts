/**
 * Export of the journal memory, SKVFS 2021:16: one file with everything that the chosen registers
 * have registered, in order of time. Nothing is kept of a record once it is written.
 */
import type { JournalRecord } from '../../receipt/tra.ts';
import type { CountryExport, ExportScope, ExportSource } from '../contract/exports.ts';
import type { CountryContext, Program } from '../contract/services.ts';
import { numberAt, textAt } from '../base/cash-register/books.ts';
import { pieces } from '../base/cash-register/pieces.ts';
import { KEYS, SERVER, UNIT } from './books.ts';
import { exportedNumber } from './company.ts';
import { eventsOf, type Teller } from './export-events.ts';
import { branch, known, leaf, leaves, PART_SPACE, ROOT, ROOT_SPACE } from './export-names.ts';
import { inOrder, type TimedEvent } from './export-order.ts';
import { addressOf, ownerOf, serialXml } from './export-receipt.ts';
import { machineXml } from './export-report.ts';
import { designation } from './unit.ts';

/** The export of a period. */
export const saft: CountryExport = {
  archive: 'export.zip',
  chained: true,
  types: ['Tra', 'log'],
  async *files(scope, context) {
    const digits = (day: string) => day.replaceAll('-', '');
    yield await Promise.resolve({
      name: `${ROOT}_${digits(scope.from)}-${digits(scope.till)}.xml`,
      content: pieces(contentOf(scope, context)),
    });
  },
};

async function* contentOf(
  scope: ExportScope,
  context: Omit<CountryContext, 'cfg'>,
): AsyncGenerator<string | Buffer> {
  const { sources } = scope;
  const first = sources[0];
  const opened = `xmlns:utrein="${ROOT_SPACE}" xmlns:utreko="${PART_SPACE}"`;
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<utrein:${ROOT} ${opened}>\n`;
  yield leaves({
    BeteckningPaDetKassaregisterSomExportAvDataFranJournalminnetSkerIfran: first && designation(first.cfg),
    TidpunktForNarExportAvDataFranJournalminnetSker: context.now.slice(0, 19),
  });
  yield branch(
    'ValdPeriodForExportAvDataFranJournalminne',
    leaves({
      ValdStarttidpunktForExportAvDataFranJournalminnet: `${scope.from}T00:00:00`,
      ValdSluttidpunktForExportAvDataFranJournalminnet: `${scope.till}T23:59:59`,
    }),
  );
  yield branch(
    'BeteckningPaValdaKassaregisterForExportAvDataFranJournalminnenLISTA',
    sources
      .map(({ cfg }) =>
        leaf('BeteckningPaValtKassaregisterForExportAvDataFranJournalminnet', designation(cfg)),
      )
      .join(''),
  );
  if (first) {
    const { Cmp, Loc = {} } = first.cfg;
    yield branch(
      'InformationOmForetaget',
      leaves({
        OrganisationsnummerEllerPersonnummer: exportedNumber(first.cfg, context.now.slice(0, 10)),
        ForetagetsNamn: known(Cmp.Nam),
        NamnPaVerksamheten: typeof Loc.Nam === 'string' ? Loc.Nam : undefined,
        DenAdressDarForsaljningSker: addressOf(first.cfg),
      }),
    );
    const systems = sources.map((source) => systemXml(source, context.program()));
    yield branch('KassaregistersystemLISTA', systems.join(''));
  }
  yield '<utreko:RegistreringLISTA>\n';
  yield* inOrder(registrations(scope, context));
  yield `</utreko:RegistreringLISTA>\n</utrein:${ROOT}>\n`;
}

/** The cash register, with its unit or server. */
function systemXml({ cfg, state }: ExportSource, program: Program): string {
  const unit = textAt(state, UNIT) || '-';
  return branch(
    'Kassaregistersystemet',
    machineXml(cfg, program) +
      leaf('Kassabeteckning', designation(cfg)) +
      serialXml({ unit, isServer: numberAt(state, SERVER) === 1 }),
  );
}

/** A register with its records, page by page. */
interface Reading {
  teller: Teller;
  pages: AsyncIterator<JournalRecord[]>;
  page: JournalRecord[];
  /** Place in the page. */
  at: number;
}

/** Goes to the next record; false behind the last one. */
async function advance(reading: Reading): Promise<boolean> {
  reading.at++;
  while (reading.at >= reading.page.length) {
    const next = await reading.pages.next();
    if (next.done) return false;
    reading.page = next.value;
    reading.at = 0;
  }
  return true;
}

/** Records whose events are handed on together. */
const TOGETHER = 100;

/** Everything that was registered, by time; those of one register stay in their order. */
async function* registrations(
  scope: ExportScope,
  { now, program }: Omit<CountryContext, 'cfg'>,
): AsyncGenerator<TimedEvent[]> {
  const open: Reading[] = [];
  for (const source of scope.sources) {
    const owner = ownerOf(source.cfg, numberAt(source.state, KEYS.reports), now.slice(0, 10));
    const teller = { source, owner, program: program() };
    const pages = source.pages()[Symbol.asyncIterator]();
    const reading: Reading = { teller, pages, page: [], at: -1 };
    if (await advance(reading)) open.push(reading);
  }
  let read = 0;
  let some: TimedEvent[] = [];
  while (open.length > 0) {
    let oldest = open[0]!;
    for (const each of open) if (each.page[each.at]!.D < oldest.page[oldest.at]!.D) oldest = each;
    const events = eventsOf(oldest.page[oldest.at]!, oldest.teller);
    some.push(...(Array.isArray(events) ? events : await events));
    if (++read % TOGETHER === 0) {
      yield some;
      some = [];
      scope.progress(read);
    }
    if (!(await advance(oldest))) open.splice(open.indexOf(oldest), 1);
  }
  scope.progress(read);
  yield some;
}
