/** Receipts in the journal export: sales, returns, copies, training, bills. */
import type { Cfg } from '../../receipt/cfg.ts';
import { isPosition, type CompleteEsr } from '../../receipt/tra.ts';
import type { Transaction } from '../base/cash-register/transaction.ts';
import { textElement } from '../base/xml-writer.ts';
import type { Sent, SwedishEntry } from './books.ts';
import { exportedNumber } from './company.ts';
import { soldXml } from './export-articles.ts';
import { branch, known, kronor, leaf, leaves, plain, twoDecimals } from './export-names.ts';

/** What means of payment are called, by their predefined code. */
const MEANS: Readonly<Record<string, string>> = {
  ...{ '12001': 'Kontant', '12002': 'Betalkort', '12003': 'Kreditkort', '12004': 'Bankkonto' },
  ...{ '12005': 'Presentkort', '12006': 'Kundkort', '12007': 'Bonus', '12008': 'Pant' },
  ...{ '12009': 'Check', '12010': 'Tillgodokvitto', '12011': 'Mobilbetalning' },
};

/** Name of a means of payment. */
export function meansOf(code: string): string {
  return MEANS[code] ?? 'Övrigt';
}

/** Whose records they are. */
export interface Owner {
  cfg: Cfg;
  /** Number of the last Z report: a receipt behind it is of a day that is not closed. */
  closed: number;
  /** Name and number that begin reports, as elements; and those of receipts, with the address of the sale. */
  seller: string;
  shop: string;
}

/** @param today `YYYY-MM-DD` */
export function ownerOf(cfg: Cfg, closed: number, today: string): Owner {
  const seller = leaves({
    ForetagetsNamn: known(cfg.Cmp.Nam),
    OrganisationsnummerEllerPersonnummer: exportedNumber(cfg, today),
  });
  return { cfg, closed, seller, shop: seller + leaf('DenAdressDarForsaljningSker', addressOf(cfg)) };
}

/** Address of the sale, one line. */
export function addressOf({ Cmp, Loc = {} }: Cfg): string {
  const place = Loc.City === undefined ? Cmp : Loc;
  const parts = [place.Adr, place.AdrNr, place.Zip, place.City];
  return known(parts.filter((part) => typeof part === 'string' && part !== '').join(' '));
}

/** What a receipt is made of. */
export interface Registered {
  /** The receipt itself. */
  esr: CompleteEsr;
  place: SwedishEntry;
  sent: Sent;
  /** What was sold: by the receipt itself, of a copy by its original; and the transaction that this is. */
  sold: CompleteEsr;
  made: Transaction;
}

/** The document that a receipt is. */
export function receiptXml(registered: Registered, owner: Owner): string {
  const { esr, sent } = registered;
  switch (sent.kind) {
    case 'normal':
      return sent.total < 0 || esr.Void === '1' ? givenBack(registered, owner) : sale(registered, owner);
    case 'ovning':
      return training(registered, owner);
    case 'kopia':
      return copy(registered, owner);
    case 'profo':
      return bill(registered, owner);
  }
}

const moment = (D: string) => D.slice(0, 19);

function sale(registered: Registered, owner: Owner): string {
  const { esr, place, sent } = registered;
  return branch(
    'Kassakvitto',
    owner.shop +
      plain('DatumOchKlockslagNarKvittoFramstalls', moment(esr.D)) +
      plain('LopnummerForKassakvitto', place.nr ?? 0) +
      leaf('Kassabeteckning', place.register) +
      parkingXml(esr) +
      goodsXml(registered) +
      unitXml(place, sent, owner) +
      codeXml(sent.isServer ? 'Avstamningskod' : 'Kontrollkod', sent.code),
  );
}

function givenBack(registered: Registered, owner: Owner): string {
  const { esr, place, sent } = registered;
  return branch(
    'Returkvitto',
    owner.shop +
      plain('DatumOchKlockslagNarReturkvittoFramstalls', moment(esr.D)) +
      plain('LopnummerForKassakvitto', place.nr ?? 0) +
      leaf('LopnummerForUrsprungligtKassakvitto', originalOf(esr, place)) +
      leaf('Kassabeteckning', place.register) +
      goodsXml(registered) +
      unitXml(place, sent, owner) +
      codeXml(sent.isServer ? 'Avstamningskod' : 'Kontrollkod', sent.code),
  );
}

/** Number of the receipt that is given back; of another register it stands at the end of what the POS names. */
function originalOf({ RFN }: CompleteEsr, { original }: SwedishEntry): string | undefined {
  if (original !== undefined) return String(original);
  return typeof RFN === 'string' ? /(?:^|\D)(\d{1,12})$/.exec(RFN.trim())?.[1] : undefined;
}

/** Nobody needs the code of what is no sale: the schema has it for those alone. */
function training(registered: Registered, owner: Owner): string {
  const { esr, place, sent } = registered;
  return branch(
    'Ovningskvitto',
    owner.shop +
      plain('DatumOchKlockslagNarKvittoFramstalls', moment(esr.D)) +
      plain('LopnummerForOvningskvitto', place.nr ?? 0) +
      leaf('Kassabeteckning', place.register) +
      parkingXml(esr) +
      goodsXml(registered) +
      unitXml(place, sent, owner),
  );
}

/** A bill (pro forma) has no number, and nothing is paid. */
function bill({ esr, place, sent, made }: Registered, owner: Owner): string {
  return branch(
    'ProFormaKvitto',
    owner.shop +
      plain('DatumOchKlockslagNarProFormaKvittoFramstalls', moment(esr.D)) +
      leaf('Kassabeteckning', place.register) +
      parkingXml(esr) +
      soldXml(made.lines, esr.PosA.filter(isPosition), esr) +
      totalXml(made) +
      taxesXml(taxesOf(made)) +
      serialXml(sent),
  );
}

function copy(registered: Registered, owner: Owner): string {
  const { esr, place, sent } = registered;
  const { isServer, original } = sent;
  return branch(
    'KopiaAvKassakvitto',
    owner.shop +
      plain('DatumOchKlockslagNarKvittoFramstalls', moment(esr.D)) +
      leaf('DatumOchKlockslagNarOriginalkvittoFramstalldes', original?.time.slice(0, 19)) +
      plain('LopnummerForKvittokopia', place.nr ?? 0) +
      leaf('LopnummerPaOriginalkvitto', original?.number) +
      leaf('Kassabeteckning', place.register) +
      goodsXml(registered) +
      // The schema has none of a control server.
      (isServer ? '' : codeXml('KontrollkodPaKopiaAvKassakvitto', sent.code)) +
      unitXml(place, sent, owner) +
      codeXml(
        isServer ? 'AvstamningskodForKvittotSomKopianAvser' : 'KontrollkodForKvittotSomKopianAvser',
        original?.code ?? '',
      ),
  );
}

/** The parked sale that a receipt names. */
function parkingXml({ ResumeFN }: CompleteEsr): string {
  return leaf('IdentitetsbeteckningPaParkering', typeof ResumeFN === 'string' ? ResumeFN : undefined);
}

/** Serial number of the unit or server. */
export function serialXml({ unit, isServer }: Pick<Sent, 'unit' | 'isServer'>): string {
  return leaf(
    isServer ? 'TillverkningsnummerForKontrollsystemet' : 'TillverkningsnummerForKontrollenheten',
    unit,
  );
}

function unitXml({ z = 0 }: SwedishEntry, sent: Sent, { closed }: Owner): string {
  return plain('LopnummerForZDagrapportPaKvitto', z <= closed ? z : 0) + serialXml(sent);
}

/** A code; empty without. Those of servers are longer than the schema's texts, and are not cut. */
function codeXml(name: string, code: string): string {
  return code === '' ? '' : `${textElement(`utreko:${name}`, code)}\n`;
}

/** What was sold, what it came to and how it was paid. */
function goodsXml({ sold, made }: Registered): string {
  const payments = new Map<string, number>();
  for (const { code, amount } of made.payments)
    payments.set(meansOf(code), (payments.get(meansOf(code)) ?? 0) + amount);
  return (
    soldXml(made.lines, sold.PosA.filter(isPosition), sold) +
    totalXml(made) +
    paymentsXml(payments) +
    taxesXml(taxesOf(made))
  );
}

function totalXml({ gross, taxes }: Transaction): string {
  return (
    plain('TotaltForsaljningsbeloppISvenskaKronor', kronor(gross)) +
    plain('MervardesskattPaForsaljningsbeloppet', kronor(taxes.reduce((sum, { tax }) => sum + tax, 0)))
  );
}

function taxesOf({ taxes }: Transaction): Map<string, number> {
  const rates = new Map<string, number>();
  for (const { rate, tax } of taxes) {
    const name = twoDecimals(rate);
    rates.set(name, (rates.get(name) ?? 0) + tax);
  }
  return rates;
}

/** What the schema wants one of at least: nothing was paid, nothing bears a tax. */
const NO_PAYMENT: ReadonlyMap<string, number> = new Map([['Kontant', 0]]);
const NO_TAX: ReadonlyMap<string, number> = new Map([['0', 0]]);

/** Sums by means of payment, öre. */
export function paymentsXml(payments: ReadonlyMap<string, number>): string {
  let all = '';
  for (const [means, amount] of payments.size === 0 ? NO_PAYMENT : payments)
    all += branch(
      'TotalForsaljningssummaPerBetalningsmedel',
      plain('Betalningsmedel', means) + plain('ForsaljningssummaPerBetalningsmedel', kronor(amount)),
    );
  return branch('TotalaForsaljningssummorPerBetalningsmedelLISTA', all);
}

/** Taxes by percentage, öre. */
export function taxesXml(rates: ReadonlyMap<string, number>): string {
  let all = '';
  for (const [rate, tax] of rates.size === 0 ? NO_TAX : rates)
    all += branch(
      'MervardesskattPerSkattesats',
      plain('Mervardesskattesats', rate) + plain('TotaltMervardesskattebeloppPerSkattesats', kronor(tax)),
    );
  return branch('MervardesskattPaOlikaSkattesatserLISTA', all);
}
