/** Receipts in the journal export: sales, returns, copies, training. */
import type { Cfg } from '../../receipt/cfg.ts';
import { isPosition, type CompleteEsr, type JournalRecord, type Position } from '../../receipt/tra.ts';
import { articleOf, type Line, type Transaction } from '../base/cash-register/transaction.ts';
import { textElement } from '../base/xml-writer.ts';
import { predefined } from '../base/cash-register/predefined.ts';
import { bounded } from '../base/cash-register/texts.ts';
import type { Sent, SwedishEntry } from './books.ts';
import { companyNumber } from './company.ts';
import { branch, known, kronor, leaf, leaves, twoDecimals } from './export-names.ts';

/** Categories (Cat) that are services: treatment, haircuts, entrance fees, cloakrooms, accommodation. */
const SERVICES: ReadonlySet<string> = new Set([
  ...['04001', '04004', '04005', '04015', '04016', '04017', '04018', '04019', '04020', '04021'],
]);
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
}

/** Name, number and address that begin each receipt and report. */
export function sellerXml({ cfg }: Owner, withAddress: boolean): string {
  return leaves({
    ForetagetsNamn: known(cfg.Cmp.Nam),
    OrganisationsnummerEllerPersonnummer: companyNumber(cfg),
    ...(withAddress && { DenAdressDarForsaljningSker: addressOf(cfg) }),
  });
}

/** Address of the sale, one line. */
export function addressOf({ Cmp, Loc = {} }: Cfg): string {
  const place = Loc.City === undefined ? Cmp : Loc;
  const parts = [place.Adr, place.AdrNr, place.Zip, place.City];
  return known(parts.filter((part) => typeof part === 'string' && part !== '').join(' '));
}

/**
 * A receipt; null for a record that is none of the schema's.
 * @param sold by the receipt itself, of a copy by its original
 * @param made the transaction that this is
 */
export function receiptXml(
  record: JournalRecord,
  sold: CompleteEsr,
  made: Transaction,
  place: SwedishEntry,
  sent: Sent,
  owner: Owner,
): string | null {
  const goods = soldXml(sold, made);
  switch (sent.kind) {
    case 'normal':
      return sent.total < 0 || record.ESR!.Void === '1'
        ? content('Returkvitto', record, goods, place, sent, owner)
        : content('Kassakvitto', record, goods, place, sent, owner);
    case 'ovning':
      return content('Ovningskvitto', record, goods, place, sent, owner);
    case 'kopia':
      return copy(record, goods, place, sent, owner);
    case 'profo':
      return null;
  }
}

const NUMBERS = { Ovningskvitto: 'LopnummerForOvningskvitto' } as Readonly<Record<string, string>>;

function content(
  name: 'Kassakvitto' | 'Returkvitto' | 'Ovningskvitto',
  record: JournalRecord,
  goods: string,
  place: SwedishEntry,
  sent: Sent,
  owner: Owner,
): string {
  const time =
    name === 'Returkvitto'
      ? 'DatumOchKlockslagNarReturkvittoFramstalls'
      : 'DatumOchKlockslagNarKvittoFramstalls';
  return branch(
    name,
    sellerXml(owner, true) +
      leaves({
        [time]: record.ESR!.D!.slice(0, 19),
        [NUMBERS[name] ?? 'LopnummerForKassakvitto']: place.nr,
      }) +
      leaf('Kassabeteckning', place.register) +
      goods +
      // Nobody needs the code of what is no sale: the schema has it for those alone.
      unitXml(place, name === 'Ovningskvitto' ? { ...sent, code: '' } : sent, owner),
  );
}

function copy(record: JournalRecord, goods: string, place: SwedishEntry, sent: Sent, owner: Owner): string {
  return branch(
    'KopiaAvKassakvitto',
    sellerXml(owner, true) +
      leaves({
        DatumOchKlockslagNarKvittoFramstalls: record.ESR!.D!.slice(0, 19),
        DatumOchKlockslagNarOriginalkvittoFramstalldes: sent.original?.time.slice(0, 19),
        LopnummerForKvittokopia: place.nr,
        LopnummerPaOriginalkvitto: sent.original?.number,
        Kassabeteckning: place.register,
      }) +
      goods +
      codeXml('KontrollkodPaKopiaAvKassakvitto', sent.code) +
      unitXml(place, { ...sent, code: '' }, owner) +
      codeXml('KontrollkodForKvittotSomKopianAvser', sent.original?.code ?? ''),
  );
}

/** The unit's part of a receipt. */
function unitXml({ z = 0 }: SwedishEntry, { unit, code, isServer }: Sent, { closed }: Owner): string {
  return (
    leaves({
      LopnummerForZDagrapportPaKvitto: z <= closed ? z : 0,
      [isServer ? 'TillverkningsnummerForKontrollsystemet' : 'TillverkningsnummerForKontrollenheten']: unit,
    }) + codeXml(isServer ? 'Avstamningskod' : 'Kontrollkod', code)
  );
}

/** A code; empty without. Those of servers are longer than the schema's texts, and are not cut. */
function codeXml(name: string, code: string): string {
  return code === '' ? '' : `${textElement(`utreko:${name}`, code)}\n`;
}

function soldXml(esr: CompleteEsr, made: Transaction): string {
  const positions = esr.PosA.filter(isPosition);
  const sold = made.lines.map((line, i) => soldLine(line, positions[i]!, esr));
  const tax = made.taxes.reduce((sum, each) => sum + each.tax, 0);
  const payments = new Map<string, number>();
  for (const { code, amount } of made.payments)
    payments.set(meansOf(code), (payments.get(meansOf(code)) ?? 0) + amount);
  const rates = new Map<string, number>();
  for (const { rate, tax: part } of made.taxes)
    rates.set(twoDecimals(rate), (rates.get(twoDecimals(rate)) ?? 0) + part);
  return (
    branch('SaldaArtiklarLISTA', sold.join('')) +
    leaves({
      TotaltForsaljningsbeloppISvenskaKronor: kronor(made.gross),
      MervardesskattPaForsaljningsbeloppet: kronor(tax),
    }) +
    paymentsXml(payments) +
    taxesXml(rates)
  );
}

/** What the schema wants one of at least: nothing was paid, nothing bears a tax. */
const NO_PAYMENT: ReadonlyMap<string, number> = new Map([['Kontant', 0]]);
const NO_TAX: ReadonlyMap<string, number> = new Map([['0', 0]]);

/** Sums by means of payment, öre. */
export function paymentsXml(payments: ReadonlyMap<string, number>): string {
  return branch(
    'TotalaForsaljningssummorPerBetalningsmedelLISTA',
    [...(payments.size === 0 ? NO_PAYMENT : payments)]
      .map(([Betalningsmedel, amount]) =>
        branch(
          'TotalForsaljningssummaPerBetalningsmedel',
          leaves({ Betalningsmedel, ForsaljningssummaPerBetalningsmedel: kronor(amount) }),
        ),
      )
      .join(''),
  );
}

/** Taxes by percentage, öre. */
export function taxesXml(rates: ReadonlyMap<string, number>): string {
  return branch(
    'MervardesskattPaOlikaSkattesatserLISTA',
    [...(rates.size === 0 ? NO_TAX : rates)]
      .map(([Mervardesskattesats, tax]) =>
        branch(
          'MervardesskattPerSkattesats',
          leaves({ Mervardesskattesats, TotaltMervardesskattebeloppPerSkattesats: kronor(tax) }),
        ),
      )
      .join(''),
  );
}

/** Goods or a service. */
export function articleType({ Cat, SvcStartD }: Position): 'VARA' | 'TJANST' {
  const category = typeof Cat === 'string' ? Cat.trim() : '';
  const isService = predefined('04', category)
    ? SERVICES.has(category)
    : ['tjänst', 'tjanst'].includes(category.toLowerCase());
  return isService || SvcStartD !== undefined ? 'TJANST' : 'VARA';
}

/** When an article was registered: TS, a time of day or a moment; else the time of the receipt. */
export function registeredAt({ TS }: Position, D: string): string {
  const text = typeof TS === 'string' ? TS.trim() : '';
  const moment = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?/.exec(text);
  const clock = /^(\d\d:\d\d)(:\d\d)?$/.exec(text);
  const told = moment
    ? `${moment[1]}T${moment[2]}${moment[3] ?? ':00'}`
    : clock
      ? `${D.slice(0, 10)}T${clock[1]}${clock[2] ?? ':00'}`
      : '';
  return told !== '' && !Number.isNaN(Date.parse(`${told}Z`)) ? told : D.slice(0, 19);
}

/** Units of a quantity that is counted, which need no name. */
const PIECES = /^(?:st|styck|pcs?|piece|x)\.?$/i;

/** What an article is, in the order of the schema. @param names of the elements, which differ by event */
export function articleXml(
  line: Line,
  position: Position,
  names: { count: string; price: string; discounts: string; discount: string; rate: string; tax: string },
): string {
  const { quantity, gross, net, discount, rate, text } = line;
  const unit = typeof position.QtyU === 'string' ? bounded(position.QtyU, 72) : '';
  return (
    leaves({
      TypAvArtikel: articleType(position),
      Artikelnummer: typeof position.IN === 'string' ? articleOf(position).id : undefined,
      Artikelnamn: text,
      [names.count]: twoDecimals(quantity),
      EnhetForViktLangdTidEllerVolym: PIECES.test(unit) ? undefined : unit,
      PrisPerEnhet: unitPrice(position, gross + discount, quantity),
      [names.price]: kronor(gross),
    }) +
    (discount === 0
      ? ''
      : branch(names.discounts, branch(names.discount, leaves({ RabattensBelopp: kronor(discount) })))) +
    leaves({ [names.rate]: twoDecimals(rate), [names.tax]: kronor(gross - net) })
  );
}

function soldLine(line: Line, position: Position, { D }: CompleteEsr): string {
  const names = {
    ...{ count: 'AntalAvSaldArtikel', price: 'PrisPaSaldArtikel', discounts: 'RabatterPaSaldArtikelLISTA' },
    ...{ discount: 'RabattPaSaldArtikel', rate: 'MervardesskattesatsForSaldArtikel' },
    tax: 'MervardesskattPaSaldArtikel',
  };
  return branch(
    'SaldArtikel',
    articleXml(line, position, names) + leaf('ArtikelnsRegistreringstidpunkt', registeredAt(position, D)),
  );
}

function unitPrice({ Pri }: Position, amount: number, quantity: string): string {
  if (Pri !== undefined) return twoDecimals(Pri);
  const [, sign = '', whole = '1', decimals = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/.exec(quantity) ?? [];
  const divisor = BigInt(whole + decimals);
  if (divisor === 0n) return kronor(amount);
  const scaled = BigInt(amount) * 10n ** BigInt(decimals.length);
  const half = (2n * (scaled < 0n ? -scaled : scaled) + divisor) / (2n * divisor);
  return kronor(scaled < 0n !== (sign === '-') ? -half : half);
}
