/** What a record is in the journal export: receipts, reports and everything else that happens at a till. */
import { isPosition, type CompleteEsr, type JournalRecord, type Position } from '../../receipt/tra.ts';
import { EVENT } from '../base/cash-register/codes.ts';
import { transactionOf, type Line } from '../base/cash-register/transaction.ts';
import type { ExportSource } from '../contract/exports.ts';
import type { Program } from '../contract/services.ts';
import { placeOf, sentOf, type Sent, type SwedishEntry } from './books.ts';
import { askedXml, registeredAt, registeredXml } from './export-articles.ts';
import { branch, kronor, leaf, plain } from './export-names.ts';
import type { TimedEvent } from './export-order.ts';
import { receiptXml, type Owner } from './export-receipt.ts';
import { reportXml } from './export-report.ts';
import { isDiscard } from './kind.ts';

/** A register whose records are exported. */
export interface Teller {
  source: ExportSource;
  owner: Owner;
  program: Program;
}

/** Events that say nothing more than that they happened. */
const SIMPLE: Readonly<Record<string, string>> = {
  [EVENT.start]: 'StartAvKassaregister',
  [EVENT.stop]: 'StoppAvKassaregister',
  [EVENT.login]: 'InloggningIKassaregister',
  [EVENT.logout]: 'UtloggningUrKassaregister',
  [EVENT.drawerOpen]: 'OppnaKassaladaVidNollforsaljning',
  [EVENT.trainingOn]: 'StallaOmTillOvningslage',
  [EVENT.trainingOff]: 'StallaOmTillNormallage',
};

/** What a record is; nothing for what the schema has no element for. */
export function eventsOf(record: JournalRecord, teller: Teller): TimedEvent[] | Promise<TimedEvent[]> {
  if (record._ === 'log') return logged(record);
  const place = placeOf(record);
  if (record._ !== 'Tra' || !record.ESR || !place) return [];
  const told = new Told(record, record.ESR as CompleteEsr, place);
  const sent = sentOf(record);
  if (sent) return sent.kind === 'kopia' ? copied(told, sent, teller) : receipt(told, sent, teller);
  if (place.report) return [told.one(reportXml(record, place, place.report, teller.owner, teller.program))];
  if (place.float !== undefined) return [told.one(floatXml(place.float))];
  if (isDiscard(told.esr)) return discarded(told, teller);
  return happenings(told);
}

/** A record with what all of its events have in common. */
class Told {
  readonly record: JournalRecord;
  readonly esr: CompleteEsr;
  readonly place: SwedishEntry;
  private readonly user: string | undefined;

  constructor(record: JournalRecord, esr: CompleteEsr, place: SwedishEntry) {
    this.record = record;
    this.esr = esr;
    this.place = place;
    this.user = typeof esr.Opr === 'string' ? esr.Opr : undefined;
  }

  /** An event at the time of the record. */
  one(content: string, at = this.record.D): TimedEvent {
    return happened(this.place.register, at, content, this.user);
  }

  /** The name of the parked sale that the record takes up. */
  get resumed(): string | undefined {
    const { ResumeFN } = this.esr;
    return typeof ResumeFN === 'string' && ResumeFN !== '' ? ResumeFN : undefined;
  }
}

function happened(register: string, at: string, content: string, user?: string): TimedEvent {
  const time = at.slice(0, 19);
  const head =
    leaf('InloggadAnvandare', user) +
    leaf('Kassabeteckning', register) +
    plain('Registreringstidpunkt', time);
  return { time, xml: branch('Handelse', head + content) };
}

/** A sale, return, training or bill. */
function receipt(told: Told, sent: Sent, { owner }: Teller): TimedEvent[] {
  const { esr, place } = told;
  const made = transactionOf(esr, place);
  const document = told.one(receiptXml({ esr, place, sent, sold: esr, made }, owner));
  // A bill is of what stays registered.
  if (sent.kind === 'profo') return [document];
  const isTimed = esr.PosA.some(({ TS }) => TS !== undefined);
  const registered = (isTimed ? esr.PosA.filter(isPosition) : []).flatMap((position, i) =>
    position.TS === undefined
      ? []
      : [
          told.one(
            registeredXml('RegistreraArtikel', made.lines[i]!, position),
            registeredAt(position, esr.D),
          ),
        ],
  );
  return [...opened(told), ...registered, document];
}

/** A parked sale is opened when a receipt takes it up. */
function opened(told: Told): TimedEvent[] {
  const { resumed } = told;
  if (resumed === undefined) return [];
  return [told.one(branch('OppnaParkering', leaf('IdentitetsbeteckningPaParkering', resumed)))];
}

/** A copy shows what its original sold. */
async function copied(told: Told, sent: Sent, { source, owner }: Teller): Promise<TimedEvent[]> {
  const original = sent.original ? await source.record(sent.original.sq) : null;
  if (!original?.ESR) return [];
  const sold = original.ESR as CompleteEsr;
  const { esr, place } = told;
  const made = transactionOf(sold, placeOf(original) ?? {});
  return [told.one(receiptXml({ esr, place, sent, sold, made }, owner))];
}

/** A parked sale that is given up: its articles, of the receipt that says so or as they were parked. */
async function discarded(told: Told, { source }: Teller): Promise<TimedEvent[]> {
  const { wasParked } = told.place;
  const parked = wasParked ? await source.record(wasParked.sq) : null;
  const own = told.esr.PosA.length > 0 ? told.record : parked;
  if (!own) return [];
  const name = leaf('IdentitetsbeteckningPaParkering', told.resumed);
  const at = wasParked?.time ?? told.record.D;
  return articlesOf(own).map(([line, position]) =>
    told.one(registeredXml('RaderaParkeradArtikel', line, position, name + original(position, at))),
  );
}

/** When an article that is deleted was registered. */
function original(position: Position, at: string): string {
  return plain('UrsprungligRegistreringstidpunkt', registeredAt(position, at));
}

function articlesOf(record: JournalRecord): [Line, Position][] {
  const esr = record.ESR as CompleteEsr | undefined;
  if (!esr) return [];
  const positions = esr.PosA.filter(isPosition);
  return transactionOf(esr, placeOf(record) ?? {}).lines.map((line, i) => [line, positions[i]!]);
}

/** Everything that is no document. */
function happenings(told: Told): TimedEvent[] {
  const { place, record } = told;
  const simple = SIMPLE[place.event];
  if (simple !== undefined) return [told.one(plain(simple, 'JA'))];
  switch (place.event) {
    case EVENT.suspend: {
      const name = leaf('IdentitetsbeteckningPaParkering', place.parking);
      return [
        ...opened(told),
        ...articlesOf(record).map(([line, position]) =>
          told.one(registeredXml('ParkeraRegistreradArtikel', line, position, name)),
        ),
      ];
    }
    case EVENT.resume:
      return opened(told);
    case EVENT.lineDeleted:
      return articlesOf(record).map(([line, position]) =>
        told.one(registeredXml('RaderaRegistreradArtikel', line, position, original(position, record.D))),
      );
    case EVENT.priceInquiry:
      return articlesOf(record).map(([line, position]) => told.one(askedXml(line, position)));
    case EVENT.withdrawal:
    case EVENT.otherReceipt:
      return money(told);
    default:
      return [];
  }
}

/** Money that is no sale, as versions before kept it: without what it does to the float. */
function money(told: Told): TimedEvent[] {
  return [told.one(floatXml(transactionOf(told.esr).gross))];
}

/** What is put into the drawer or taken out besides sales. */
function floatXml(change: number): string {
  return branch('ForandraVaxelkassa', plain('ForandringAvVaxelkassaISvenskaKronor', kronor(change)));
}

/** A start of the service with the end of the one before as it was known then, and drawers that the register opened. */
function logged({ CashRegister, CashRegisterEvent, Ended, D }: JournalRecord): TimedEvent[] {
  if (typeof CashRegister !== 'string') return [];
  if (CashRegisterEvent === EVENT.drawerOpen)
    return [happened(CashRegister, D, plain('OppnaKassaladaVidNollforsaljning', 'JA'))];
  if (CashRegisterEvent !== EVENT.start) return [];
  const stop = typeof Ended === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(Ended) ? Ended : null;
  return [
    ...(stop === null ? [] : [happened(CashRegister, stop, plain('StoppAvKassaregister', 'JA'))]),
    happened(CashRegister, D, plain('StartAvKassaregister', 'JA')),
  ];
}
