/** Articles in the journal export: sold, registered, parked, deleted, asked for. */
import type { CompleteEsr, Position } from '../../receipt/tra.ts';
import type { Line } from '../base/cash-register/transaction.ts';
import { branch, kronor, leaf, leaves, plain, twoDecimals } from './export-names.ts';
import { REPORT_WORDS } from './report-words.ts';

/** Before, no time is one of the schema. */
const FIRST_YEAR = '2010';

/**
 * When an article was registered: TS, a time of day or a moment; else the time of the receipt. A time of
 * day that is hours later than the receipt is of the evening before; what else is later, is not believed.
 */
export function registeredAt({ TS }: Position, D: string): string {
  const receipt = D.slice(0, 19);
  if (typeof TS !== 'string') return receipt;
  const [, day, clock, seconds = ':00'] =
    /^(?:(\d{4}-\d\d-\d\d)[T ])?((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?/.exec(TS.trim()) ?? [];
  if (clock === undefined) return receipt;
  const told = `${day ?? receipt.slice(0, 10)}T${clock}${seconds}`;
  const time = Date.parse(`${told}Z`);
  const isTime = !Number.isNaN(time) && new Date(time).toISOString().startsWith(told);
  if (!isTime || told < FIRST_YEAR) return receipt;
  if (told <= receipt) return told;
  const isEvening = day === undefined && time - Date.parse(`${receipt}Z`) > HALF_DAY_MS;
  return isEvening ? new Date(time - 2 * HALF_DAY_MS).toISOString().slice(0, 19) : receipt;
}

const HALF_DAY_MS = 12 * 3600 * 1000;

/** Units of a quantity that is counted, which need no name. */
const PIECES = /^(?:st|styck|pcs?|piece|x)\.?$/i;

/** Names of elements that differ by what is told of an article. */
interface Names {
  count: string;
  price: string;
  discounts: string;
  discount: string;
  rate: string;
  tax: string;
}

const SOLD: Names = {
  ...{ count: 'AntalAvSaldArtikel', price: 'PrisPaSaldArtikel', discounts: 'RabatterPaSaldArtikelLISTA' },
  ...{ discount: 'RabattPaSaldArtikel', rate: 'MervardesskattesatsForSaldArtikel' },
  tax: 'MervardesskattPaSaldArtikel',
};

const REGISTERED: Names = {
  ...{ count: 'AntalAvRegistreradArtikel', price: 'PrisPaRegistreradArtikel' },
  ...{ discounts: 'RabatterPaRegistreradArtikelLISTA', discount: 'RabattPaRegistreradArtikel' },
  ...{ rate: 'MervardesskattesatsForRegistreradArtikel', tax: 'MervardesskattPaRegistreradArtikel' },
};

/** Main group of an article, and its number; either is left out where the POS has none. */
function identity({ group, article }: Line, { Cat, IN }: Position): string {
  const name = Object.hasOwn(REPORT_WORDS.groups, group.id) ? REPORT_WORDS.groups[group.id] : group.text;
  return (
    (Cat === undefined ? '' : leaf('NamnPaHuvudgrupp', name)) +
    (typeof IN === 'string' ? leaf('Artikelnummer', article) : '')
  );
}

/** What an article is, in the order of the schema. */
function articleXml(line: Line, position: Position, names: Names): string {
  const { quantity, gross, net, discount, undiscounted, rate, text, isService } = line;
  const { QtyU } = position;
  const unit = typeof QtyU === 'string' && !PIECES.test(QtyU.trim()) ? QtyU : undefined;
  return (
    plain('TypAvArtikel', isService ? 'TJANST' : 'VARA') +
    identity(line, position) +
    leaf('Artikelnamn', text) +
    plain(names.count, twoDecimals(quantity)) +
    leaf('EnhetForViktLangdTidEllerVolym', unit) +
    plain('PrisPerEnhet', unitPrice(position, undiscounted, quantity)) +
    plain(names.price, kronor(gross)) +
    (discount === 0
      ? ''
      : branch(names.discounts, branch(names.discount, plain('RabattensBelopp', kronor(discount))))) +
    plain(names.rate, twoDecimals(rate)) +
    plain(names.tax, kronor(gross - net))
  );
}

/** Articles of a receipt. @param positions that have lines, in their order */
export function soldXml(lines: readonly Line[], positions: readonly Position[], { D }: CompleteEsr): string {
  let sold = '';
  lines.forEach((line, i) => {
    const position = positions[i]!;
    const at = plain('ArtikelnsRegistreringstidpunkt', registeredAt(position, D));
    sold += branch('SaldArtikel', articleXml(line, position, SOLD) + at);
  });
  return branch('SaldaArtiklarLISTA', sold === '' ? nothingSold(D) : sold);
}

/** What the schema wants one of at least, on a receipt without articles. */
function nothingSold(D: string): string {
  return branch(
    'SaldArtikel',
    leaves({
      ...{ TypAvArtikel: 'VARA', Artikelnamn: '-', AntalAvSaldArtikel: '0', PrisPaSaldArtikel: '0.00' },
      ...{ MervardesskattesatsForSaldArtikel: '0', MervardesskattPaSaldArtikel: '0.00' },
      ArtikelnsRegistreringstidpunkt: D.slice(0, 19),
    }),
  );
}

/** An article that was registered, parked or deleted. @param more what stands behind it */
export function registeredXml(name: string, line: Line, position: Position, more = ''): string {
  return branch(name, articleXml(line, position, REGISTERED) + more);
}

/** An article whose price was asked for. */
export function askedXml(line: Line, position: Position): string {
  return branch(
    'StallaPrisforfragan',
    identity(line, position) +
      leaf('Artikelnamn', line.text) +
      plain('PrisPaEfterfragadArtikel', kronor(line.gross)),
  );
}

function unitPrice({ Pri }: Position, amount: number, quantity: string): string {
  if (Pri !== undefined) return twoDecimals(Pri);
  if (quantity === '1') return kronor(amount);
  const [, sign = '', whole = '1', decimals = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/.exec(quantity) ?? [];
  const divisor = BigInt(whole + decimals);
  if (divisor === 0n) return kronor(amount);
  const scaled = BigInt(amount) * 10n ** BigInt(decimals.length);
  const half = (2n * (scaled < 0n ? -scaled : scaled) + divisor) / (2n * divisor);
  return kronor(scaled < 0n !== (sign === '-') ? -half : half);
}
