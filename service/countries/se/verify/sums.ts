/** Sums of receipts in the journal export, as a reader counts them; all amounts in öre. */
import { centsOf, textOf, within, type Element } from '../../base/cash-register/verify/reader.ts';

/** An amount of an element; NaN for what is none. */
export function amountOf(element: Element, name: string): number {
  return centsOf(textOf(element, name)) ?? NaN;
}

/** Amounts by name, such as a rate or a means of payment. */
export type Amounts = Map<string, number>;

/** Adds an amount under a name. */
export function add(amounts: Amounts, name: string, amount: number): void {
  amounts.set(name, (amounts.get(name) ?? 0) + amount);
}

/** The first name under which two have different amounts; none is the same as 0. */
export function difference(one: Amounts, other: Amounts): string | null {
  const names = new Set([...one.keys(), ...other.keys()]);
  for (const name of names) if ((one.get(name) ?? 0) !== (other.get(name) ?? 0)) return name;
  return null;
}

/** A rate in one spelling: `25.00` is `25`. */
export function rateOf(text: string): string {
  const [whole = '', decimals = ''] = text.split('.');
  const rest = decimals.padEnd(2, '0');
  return rest === '00' ? whole : `${whole}.${rest}`;
}

/** Taxes by rate of a receipt or report, as it says them. */
export function taxesOf(element: Element): Amounts {
  const amounts: Amounts = new Map();
  for (const each of within(element, 'MervardesskattPerSkattesats')) {
    const rate = rateOf(textOf(each, 'Mervardesskattesats'));
    add(amounts, rate, amountOf(each, 'TotaltMervardesskattebeloppPerSkattesats'));
  }
  return amounts;
}

/** Payments by means of a receipt or report, as it says them. */
export function paymentsOf(element: Element): Amounts {
  const amounts: Amounts = new Map();
  for (const each of within(element, 'TotalForsaljningssummaPerBetalningsmedel'))
    add(amounts, textOf(each, 'Betalningsmedel'), amountOf(each, 'ForsaljningssummaPerBetalningsmedel'));
  return amounts;
}

/** Cash is rounded to whole kronor. */
const MOST_ROUNDING = 50;

/** What does not add up in a receipt, English; null where all does. */
export function sumsOf(receipt: Element): string | null {
  const total = amountOf(receipt, 'TotaltForsaljningsbeloppISvenskaKronor');
  const tax = amountOf(receipt, 'MervardesskattPaForsaljningsbeloppet');
  let sold = 0;
  const taxes: Amounts = new Map();
  for (const article of within(receipt, 'SaldArtikel')) {
    const [price, part] = [
      amountOf(article, 'PrisPaSaldArtikel'),
      amountOf(article, 'MervardesskattPaSaldArtikel'),
    ];
    const rate = textOf(article, 'MervardesskattesatsForSaldArtikel');
    sold += price;
    add(taxes, rateOf(rate), part);
    // Lines share the tax of their rate to the öre.
    if (Math.abs((price * Number(rate)) / (100 + Number(rate)) - part) > 2)
      return `an article at ${price} öre with ${rate} % bears ${part} öre of tax`;
  }
  if (sold !== total) return `its articles come to ${sold} öre, its total is ${total}`;
  const said = taxesOf(receipt);
  const sum = [...said.values()].reduce((all, each) => all + each, 0);
  if (sum !== tax) return `its rates come to ${sum} öre of tax, its tax is ${tax}`;
  const rate = difference(taxes, said);
  if (rate !== null) return `the tax of its articles with ${rate} % is not that of its rate`;
  if (receipt.name === 'ProFormaKvitto') return null;
  const paid = [...paymentsOf(receipt).values()].reduce((all, each) => all + each, 0);
  // Training may end without a payment.
  if (receipt.name === 'Ovningskvitto' && paid === 0) return null;
  return Math.abs(paid - total) > MOST_ROUNDING ? `${paid} öre are paid, its total is ${total}` : null;
}

/** Whether an article is given back, also where that costs nothing. */
function isTakenBack(article: Element): boolean {
  const price = amountOf(article, 'PrisPaSaldArtikel');
  return price < 0 || (price === 0 && amountOf(article, 'AntalAvSaldArtikel') < 0);
}

/** What receipts of a day come to, held against its Z report. */
export class Day {
  private readonly counts = { sales: 0, returns: 0, copies: 0, training: 0 };
  private readonly amounts = { sales: 0, returns: 0, copies: 0, discounts: 0, takenBack: 0, training: 0 };
  /** Articles, and hundredths of what was sold by their type. */
  private articles = 0;
  private readonly sold = { VARA: 0, TJANST: 0 };
  private readonly taxes: Amounts = new Map();
  private readonly payments: Amounts = new Map();
  /** Numbers of Z reports that its receipts name. */
  readonly named = new Set<string>();

  /** Counts a receipt. */
  add(receipt: Element): void {
    this.named.add(textOf(receipt, 'LopnummerForZDagrapportPaKvitto'));
    const total = amountOf(receipt, 'TotaltForsaljningsbeloppISvenskaKronor');
    switch (receipt.name) {
      case 'Ovningskvitto':
        this.counts.training++;
        this.amounts.training += Math.abs(total);
        return;
      case 'KopiaAvKassakvitto':
        this.counts.copies++;
        this.amounts.copies += Math.abs(total);
        return;
      case 'Returkvitto':
        this.counts.returns++;
        this.amounts.returns += Math.abs(total);
        break;
      default:
        this.counts.sales++;
        this.amounts.sales += total;
    }
    for (const article of within(receipt, 'SaldArtikel')) {
      let discount = 0;
      for (const each of within(article, 'RabattPaSaldArtikel'))
        discount += amountOf(each, 'RabattensBelopp');
      this.amounts.discounts += discount;
      if (receipt.name === 'Returkvitto' || isTakenBack(article)) this.amounts.takenBack += discount;
      this.articles++;
      const type = textOf(article, 'TypAvArtikel') === 'TJANST' ? 'TJANST' : 'VARA';
      this.sold[type] += amountOf(article, 'AntalAvSaldArtikel');
    }
    for (const [rate, amount] of taxesOf(receipt)) add(this.taxes, rate, amount);
    for (const [means, amount] of paymentsOf(receipt)) add(this.payments, means, amount);
  }

  /** What a Z report says otherwise, English. */
  against(report: Element): string[] {
    const of = (...names: string[]) => names.reduce((sum, name) => sum + amountOf(report, name), 0);
    const lessened = 'AntalOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp';
    const pairs: [what: string, said: number, counted: number][] = [
      ['TotalForsaljningssumma', of('TotalForsaljningssumma'), this.amounts.sales],
      ['AntalKassakvitton', of('AntalKassakvitton') / 100, this.counts.sales],
      // Voids are other registrations that lessen the day's sales, and return receipts.
      ['AntalReturer', of('AntalReturer', lessened) / 100, this.counts.returns],
      [
        'ReturernasBelopp',
        of('ReturernasBelopp', 'TotaltBeloppAvOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp'),
        this.amounts.returns,
      ],
      ['AntalKvittokopior', of('AntalKvittokopior') / 100, this.counts.copies],
      ['TotaltBeloppPaKvittokopior', of('TotaltBeloppPaKvittokopior'), this.amounts.copies],
      [
        'AntalKvittonSomTagitsFramIOvningslage',
        of('AntalKvittonSomTagitsFramIOvningslage') / 100,
        this.counts.training,
      ],
      ['TotaltBeloppIOvningslage', of('TotaltBeloppIOvningslage'), this.amounts.training],
    ];
    const { discounts, takenBack } = this.amounts;
    const granted = of('RabatternasBelopp');
    // Discounts of what is taken back are none that were granted; versions before took some for such.
    if (granted !== discounts) pairs.push(['RabatternasBelopp', granted, discounts - takenBack]);
    for (const [what, counted] of [
      ['AntalSaldaVaror', this.sold.VARA],
      ['AntalSaldaTjanster', this.sold.TJANST],
    ] as const) {
      if (textOf(report, what) === '') continue;
      const said = of(what);
      // Quantities have two decimals on receipts; reports add up all that there are.
      pairs.push([what, said, Math.abs(said - counted) <= this.articles ? said : counted]);
    }
    const groups = [...within(report, 'TotalForsaljningssummaForHuvudgrupp')];
    const grouped = groups.reduce((sum, { text }) => sum + (centsOf(text) ?? NaN), 0);
    if (groups.length > 0)
      pairs.push(['TotalForsaljningssummaForHuvudgrupp', grouped, this.amounts.sales - this.amounts.returns]);
    const problems = pairs
      .filter(([, said, counted]) => said !== counted)
      .map(([what, said, counted]) => `${what} is ${said}, its receipts come to ${counted}`);
    const rate = difference(taxesOf(report), this.taxes);
    if (rate !== null) problems.push(`its tax with ${rate} % is not that of its receipts`);
    const means = difference(paymentsOf(report), this.payments);
    if (means !== null) problems.push(`what was paid by ${means} is not that of its receipts`);
    return problems;
  }

  /** Sales and returns with voids, öre. */
  get totals(): { sales: number; returns: number } {
    return { sales: this.amounts.sales, returns: this.amounts.returns };
  }
}
