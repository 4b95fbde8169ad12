/**
 * Export of the journal memory, SKVFS 2021:16: one file with everything that the chosen registers
 * have registered, in order of time. Nothing is kept of a record once it is written.
 */
import type { Cfg } from '../../receipt/cfg.ts';
import { isPosition, type CompleteEsr, type JournalRecord } from '../../receipt/tra.ts';
import type { CountryExport, ExportScope, ExportSource } from '../contract/exports.ts';
import type { CountryContext, Program } from '../contract/services.ts';
import { numberAt, textAt } from '../base/cash-register/books.ts';
import { EVENT } from '../base/cash-register/codes.ts';
import { entryOf } from '../base/cash-register/entry.ts';
import { pieces } from '../base/cash-register/pieces.ts';
import { transactionOf, type Transaction } from '../base/cash-register/transaction.ts';
import { KEYS, sentOf, UNIT, type SwedishEntry } from './books.ts';
import {
  branch,
  kronor,
  known,
  leaf,
  leaves,
  PART_SPACE,
  ROOT,
  ROOT_SPACE,
  twoDecimals,
} from './export-names.ts';
import {
  addressOf,
  articleXml,
  meansOf,
  paymentsXml,
  receiptXml,
  registeredAt,
  sellerXml,
  taxesXml,
  type Owner,
} from './export-receipt.ts';
import { companyNumber } from './company.ts';
import { isDiscard } from './kind.ts';
import { inOrder, type TimedEvent } from './export-order.ts';
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
    yield branch(
      'InformationOmForetaget',
      leaves({
        OrganisationsnummerEllerPersonnummer: companyNumber(first.cfg),
        ForetagetsNamn: known(first.cfg.Cmp.Nam),
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

/** The cash register, with its unit. */
function systemXml({ cfg, state }: ExportSource, program: Program): string {
  const unit = textAt(state, UNIT) || '-';
  return branch(
    'Kassaregistersystemet',
    registerXml(cfg, program) +
      leaves({ Kassabeteckning: designation(cfg), TillverkningsnummerForKontrollenheten: unit }),
  );
}

function registerXml({ Trm = {} }: Cfg, program: Program): string {
  return leaves({
    TillverkningsnummerForKassaregistret: known(Trm.Serial),
    ModellbeteckningForKassaregistret: known(Trm.HWModel),
    ModellEllerProgramForKassaregistret: known(Trm.SW ?? program.product),
    VersionsnummerForKassaregistret: known(Trm.SWVersion ?? program.version),
  });
}

/** Records of one register, one after the other. */
async function* recordsOf(source: ExportSource): AsyncGenerator<JournalRecord> {
  for await (const page of source.pages()) yield* page;
}

/** Everything that was registered, by time; those of one register stay in their order. */
async function* registrations(
  scope: ExportScope,
  context: Omit<CountryContext, 'cfg'>,
): AsyncGenerator<TimedEvent[]> {
  const open = [];
  for (const source of scope.sources) {
    const records = recordsOf(source);
    const next = await records.next();
    if (!next.done) open.push({ source, records, record: next.value });
  }
  let read = 0;
  while (open.length > 0) {
    let oldest = open[0]!;
    for (const each of open) if (each.record.D < oldest.record.D) oldest = each;
    yield await eventsOf(oldest.record, oldest.source, context);
    scope.progress(++read);
    const next = await oldest.records.next();
    if (next.done) open.splice(open.indexOf(oldest), 1);
    else oldest.record = next.value;
  }
}

/** What a record is in the file; nothing for what the schema has no element for. */
async function eventsOf(
  record: JournalRecord,
  source: ExportSource,
  context: Omit<CountryContext, 'cfg'>,
): Promise<TimedEvent[]> {
  if (record._ === 'log') return startAndStop(record);
  const place: SwedishEntry | null = entryOf(record);
  const { ESR: esr, D } = record;
  if (record._ !== 'Tra' || !esr || !place) return [];
  const owner: Owner = { cfg: source.cfg, closed: numberAt(source.state, KEYS.reports) };
  const user = typeof esr.Opr === 'string' ? esr.Opr : undefined;
  const one = (content: string) => [happened(place.register, D, content, user)];
  const given = (name: string) =>
    articles(esr as CompleteEsr, transactionOf(esr as CompleteEsr), place, user, name);
  const sent = sentOf(record);
  if (sent) {
    const original = sent.original ? await source.record(sent.original.sq) : null;
    const isSold = sent.kind === 'normal' || sent.kind === 'ovning';
    // A copy shows what its original sold.
    const sold = isSold ? esr : original?.ESR;
    const made = sold ? transactionOf(sold as CompleteEsr) : null;
    const receipt = made && receiptXml(record, sold as CompleteEsr, made, place, sent, owner);
    const articles = isSold && made ? articleEvents(esr as CompleteEsr, made, place, user) : [];
    return receipt === null ? articles : [...articles, ...one(receipt)];
  }
  if (place.report) return one(reportXml(record, place, owner, context));
  if (isDiscard(esr)) return given('RaderaRegistreradArtikel');
  switch (place.event) {
    case EVENT.login:
      return one(leaf('InloggningIKassaregister', 'JA'));
    case EVENT.logout:
      return one(leaf('UtloggningUrKassaregister', 'JA'));
    case EVENT.suspend:
      return given('ParkeraRegistreradArtikel');
    default:
      return [];
  }
}

function happened(register: string, at: string, content: string, user?: string): TimedEvent {
  const time = at.slice(0, 19);
  const head = leaves({ InloggadAnvandare: user, Kassabeteckning: register, Registreringstidpunkt: time });
  return { time, xml: branch('Handelse', head + content) };
}

/** A start of the service, and the end of the one before as it was known then. */
function startAndStop({ CashRegister, CashRegisterEvent, Ended, D }: JournalRecord): TimedEvent[] {
  if (typeof CashRegister !== 'string' || CashRegisterEvent !== EVENT.start) return [];
  const stop = typeof Ended === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(Ended) ? Ended : null;
  return [
    ...(stop === null ? [] : [happened(CashRegister, stop, leaf('StoppAvKassaregister', 'JA'))]),
    happened(CashRegister, D, leaf('StartAvKassaregister', 'JA')),
  ];
}

/** Articles whose time of registration the POS has sent. */
function articleEvents(
  esr: CompleteEsr,
  made: Transaction,
  place: SwedishEntry,
  user: string | undefined,
): TimedEvent[] {
  return articles(esr, made, place, user, 'RegistreraArtikel', ({ TS }) => TS !== undefined);
}

const REGISTERED = {
  ...{ count: 'AntalAvRegistreradArtikel', price: 'PrisPaRegistreradArtikel' },
  ...{ discounts: 'RabatterPaRegistreradArtikelLISTA', discount: 'RabattPaRegistreradArtikel' },
  ...{ rate: 'MervardesskattesatsForRegistreradArtikel', tax: 'MervardesskattPaRegistreradArtikel' },
};

function articles(
  esr: CompleteEsr,
  made: Transaction,
  place: SwedishEntry,
  user: string | undefined,
  name: string,
  isMeant: (position: CompleteEsr['PosA'][number]) => boolean = () => true,
): TimedEvent[] {
  const positions = esr.PosA.filter(isPosition);
  const identity = place.parking ?? (typeof esr.ResumeFN === 'string' ? esr.ResumeFN : undefined);
  return made.lines.flatMap((line, i) => {
    const position = positions[i]!;
    if (!isMeant(position)) return [];
    const content =
      articleXml(line, position, REGISTERED) +
      (name === 'RegistreraArtikel' ? '' : leaf('IdentitetsbeteckningPaParkering', identity));
    const time = name === 'RegistreraArtikel' ? registeredAt(position, esr.D) : esr.D;
    return [happened(place.register, time, branch(name, content), user)];
  });
}

/** An X or Z report. */
function reportXml(
  { D }: JournalRecord,
  { register, report, parked = [0, 0] }: SwedishEntry,
  owner: Owner,
  { program }: Omit<CountryContext, 'cfg'>,
): string {
  const { kind, number, sums, grand } = report!;
  const count = (name: string) => sums.pairs[name]![0];
  const amount = (name: string) => kronor(sums.pairs[name]![1]);
  const payments = new Map<string, number>();
  for (const [code, [, sum]] of Object.entries(sums.payments))
    payments.set(meansOf(code), (payments.get(meansOf(code)) ?? 0) + sum);
  const rates = new Map<string, number>();
  for (const [key, [, tax]] of Object.entries(sums.taxes)) {
    const rate = twoDecimals(key.slice(key.lastIndexOf(' ') + 1));
    rates.set(rate, (rates.get(rate) ?? 0) + tax);
  }
  const isZ = kind === 'Z';
  return branch(
    isZ ? 'ZDagrapport' : 'XDagrapport',
    sellerXml(owner, false) +
      leaves({
        DatumOchKlockslagNarRapportFramstalls: D.slice(0, 19),
        LopnummerForZDagrapport: isZ ? number : undefined,
        Kassabeteckning: register,
      }) +
      (isZ ? registerXml(owner.cfg, program()) : '') +
      leaf('TotalForsaljningssumma', kronor(sums.sales)) +
      taxesXml(rates) +
      leaves({
        VaxelkassansBeloppISvenskaKronor: kronor(sums.opening),
        AntalKassakvitton: count('receipts'),
        AntalKassaladoppningar: count('drawer'),
        AntalKvittokopior: count('copies'),
        TotaltBeloppPaKvittokopior: amount('copies'),
        AntalKvittonSomTagitsFramIOvningslage: count('training'),
      }) +
      paymentsXml(payments) +
      leaves({
        AntalReturer: count('returns'),
        ReturernasBelopp: amount('returns'),
        RabatternasBelopp: amount('discounts'),
        AntalOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp: count('voids'),
        TotaltBeloppAvOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp: amount('voids'),
        AntalOavslutadeForsaljningar: parked[0],
        TotaltBeloppAvOavslutadeForsaljningar: kronor(parked[1]),
        GrandTotalForsaljning: kronor(BigInt(grand.sales)),
        GrandTotalRetur: kronor(BigInt(grand.returns)),
        GrandTotalNetto: kronor(BigInt(grand.sales) - BigInt(grand.returns)),
      }),
  );
}
