/** What Belgian receipts say, in the language of the region. */
import { isTraining, type Esr, type JournalRecord, type Tax } from '../../receipt/tra.ts';
import { minor } from '../../receipt/money.ts';
import type { Mutation } from '../contract/fdm.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { signedOf, vatOf } from './kept.ts';
import { hasLines } from './kind.ts';
import { placeOf, placeText } from './place.ts';
import { languageOf, LANGUAGES, type ReceiptLanguage } from './settings.ts';
import { money } from './sums.ts';
import { VAT_TAG } from './tags.ts';
import { labelOf } from './taxes.ts';
import { WORDS } from './words.ts';

type TitleWord = keyof (typeof WORDS)['nl'];

const TITLES: Partial<Record<Mutation, TitleWord>> = {
  signOrder: 'order',
  signCostCenterChange: 'transfer',
  signPreBill: 'preBill',
  signPaymentCorrection: 'correction',
  signMoneyInOut: 'money',
  signDrawerOpen: 'drawer',
  signInvoice: 'invoice',
  signWorkIn: 'workIn',
  signWorkOut: 'workOut',
  signReportTurnoverX: 'turnoverX',
  signReportTurnoverZ: 'turnoverZ',
  signReportUserX: 'userX',
  signReportUserZ: 'userZ',
  signCopy: 'copy',
};
const PRO_FORMA: readonly Mutation[] = ['signOrder', 'signPreBill', 'signCostCenterChange'];

/** {@link Country.paper} of Belgium. */
export function paper({ ESR: esr, ...record }: JournalRecord): PaperTexts {
  const kept = signedOf(record);
  const language = LANGUAGES.find((one) => one === kept?.Lang) ?? languageOf({});
  const words = WORDS[language];
  if (!esr || !kept) return { title: '', marks: [words.nonfiscal] };
  const vat = (record.Fis?.Tag ?? []).map(({ Name }) => Name).filter((name) => name.startsWith(VAT_TAG));
  const shown = [...vat, 'Training'];
  const title = TITLES[kept.Event];
  const about = { number: numberOf(esr, kept), head: placesOf(esr, kept.Event, language) };
  if (isTraining(esr)) return { title: words.title, ...about, marks: [words.training], shown };
  if (title !== undefined) {
    const isProForma = PRO_FORMA.includes(kept.Event);
    const marks = isProForma ? [words.proForma] : kept.Event === 'signInvoice' ? [] : [words.nonfiscal];
    return { title: words[title], ...about, marks, shown };
  }
  const taxes = kept.Gen === 2 ? vatOf(kept).map(taxOf) : (esr.TaxA ?? []).map(withLabel);
  const name = minor(esr.T, 2) < 0 ? words.refund : words.title;
  return { title: name, ...about, marks: [], shown, ...(taxes.length > 0 && { taxes }) };
}

/** An invoice is known by the number that the till gave it; the ticket's stands among its notes. */
function numberOf({ DN }: Esr, { Event, Ticket }: { Event: Mutation; Ticket: number }): string {
  return Event === 'signInvoice' && typeof DN === 'string' ? DN : `${Ticket}`;
}

/** The table that it is for, or the tables that it went from and to. */
function placesOf({ TP, BE_FromTP }: Esr, event: Mutation, language: ReceiptLanguage): string[] {
  if (!hasLines(event) && event !== 'signInvoice') return [];
  const places = [event === 'signCostCenterChange' ? placeOf(BE_FromTP) : null, placeOf(TP)];
  const text = places.flatMap((place) => (place ? [placeText(place, language)] : [])).join(' > ');
  return text === '' ? [] : [text];
}

/** A line of the tax table as the FDM worked it out. */
function taxOf({
  label,
  rate,
  taxableAmount,
  vatAmount,
  totalAmount,
}: ReturnType<typeof vatOf>[number]): Tax {
  const Prc = rate.replace(/\.0+$/, '');
  const [Net, TAmt, Amt] = [taxableAmount, vatAmount, totalAmount].map((text) => money(minor(text, 2)));
  return { _: 'Tax', TaxG: label, Prc, Net: Net!, TAmt: TAmt!, Amt: Amt! };
}

function withLabel(tax: Tax): Tax {
  const label = labelOf(tax);
  return label === null ? tax : { ...tax, TaxG: label };
}
