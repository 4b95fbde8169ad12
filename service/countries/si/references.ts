/** Receipts that another one changes or takes back: FURS is told of them by number and time. */
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { CompleteEsr, Fis } from '../../receipt/tra.ts';
import type { Original, ReceiptContext } from '../contract/fiscalise.ts';
import type { Sought } from '../contract/receipts.ts';
import type { CountryContext } from '../contract/services.ts';
import { bookNumber } from './receipt-data.ts';

/** A receipt of a device, or one from the pre-numbered book. */
export type Reference =
  | { premises: string; device: string; number: string; time: string }
  | { book: { number: string; set: string; serial: string }; day: string };

/** `TRGOVINA1-BLAG2-145`, as it is printed. */
const NUMBER = /^([\dA-Za-z]{1,20})-([\dA-Za-z]{1,20})-(\d{1,20})$/;
/** Number, set and serial number of the book. */
const BOOK = /^([^/]{1,20})\/([^/]{2})\/([^/]{12})$/;
const DAY = /^\d{4}-\d\d-\d\d/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** {@link CountryReceipts.soughtBy} of Slovenia: by the number as it is printed, of a device or of the book. */
export function soughtBy(number: string, RD: unknown, { cfg }: Pick<CountryContext, 'cfg'>): Sought | null {
  const [, premises, device, count] = NUMBER.exec(number) ?? [];
  if (premises !== undefined) {
    const own = configuredTerminal(cfg);
    const [TL, TT] = [spelt(premises, own.TL), spelt(device!, own.TT)];
    return { TL, TT, TN: count!.replace(/^0+(?=\d)/, '') };
  }
  const [, ...of] = BOOK.exec(number) ?? [];
  if (of.length === 0) return null;
  const day = momentIn(RD, DAY);
  return {
    spans: [...(day === null ? [] : [{ from: day, till: day }]), 'newest'],
    text: /"SI_BookSerial":/,
    isIt: ({ ESR }) => {
      const book = ESR ? bookNumber(ESR) : null;
      return book !== null && [book.number, book.set, book.serial].every((part, i) => part === of[i]);
    },
  };
}

/** As the configuration spells it, where only that differs. */
function spelt(name: string, configured: string): string {
  return name.toUpperCase() === configured.toUpperCase() ? configured : name;
}

/** What a receipt refers to, and English texts about what cannot be reported. */
export async function referencesOf(
  esr: CompleteEsr,
  { originals, receipt }: Pick<ReceiptContext, 'originals' | 'receipt'>,
): Promise<{ references: Reference[]; warnings: string[] }> {
  const found = new Map<string, Reference>();
  const warnings: string[] = [];
  for (const original of originals) {
    const reference = await referenceOf(original, esr, receipt);
    if (reference) found.set(JSON.stringify(reference), reference);
    else
      warnings.push(
        `${original.path}: ${original.name} cannot be reported as reference; send RTL, RTT, RTN or RFN with its time in RD`,
      );
  }
  return { references: [...found.values()], warnings };
}

async function referenceOf(
  { record, name, RFN, RD }: Original,
  esr: CompleteEsr,
  receipt: ReceiptContext['receipt'],
): Promise<Reference | null> {
  const day = momentIn(RD, DAY);
  if (record?.ESR) {
    const { TL, TT, TN, D } = record.ESR as CompleteEsr;
    const book = bookNumber(record.ESR);
    if (book) return { book, day: D.slice(0, 10) };
    return { premises: TL, device: TT, number: TN!, time: D };
  }
  const [, number, set, serial] = BOOK.exec(RFN ?? '') ?? [];
  if (number !== undefined && day !== null) return { book: { number, set: set!, serial: serial! }, day };
  const [, premises, device, count] = NUMBER.exec(RFN ?? name.replaceAll('/', '-')) ?? [];
  if (premises === undefined) return null;
  const time = momentIn(RD, TIME);
  if (time !== null) return { premises, device: device!, number: count!, time };
  if (premises !== esr.TL || device !== esr.TT) return null;
  const own = (await receipt?.(count!))?.ESR;
  return own?.D === undefined ? null : { premises, device, number: count!, time: own.D };
}

/** The day or time at the beginning of a text; null for none that there is. */
function momentIn(text: unknown, form: RegExp): string | null {
  const found = typeof text === 'string' ? form.exec(text)?.[0] : undefined;
  if (found === undefined) return null;
  const ms = Date.parse(found.length > 10 ? `${found}Z` : found);
  // The 31st of February rolls over.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(found) ? found : null;
}

/** As they are kept with the receipt: its data are reported as they were when it was registered. */
export function writtenReferences(references: readonly Reference[]): string[] {
  return references.map((one) =>
    'book' in one
      ? `${one.book.number}/${one.book.set}/${one.book.serial} ${one.day}`
      : `${one.premises}-${one.device}-${one.number} ${one.time}`,
  );
}

/** Reads what {@link writtenReferences} has written. */
export function keptReferences(fis: Fis | undefined): Reference[] {
  const kept = Array.isArray(fis?.SI_References) ? (fis.SI_References as unknown[]) : [];
  return kept.flatMap((entry): Reference[] => {
    const at = String(entry).lastIndexOf(' ');
    const [name, time] = [String(entry).slice(0, at), String(entry).slice(at + 1)];
    const [, number, set, serial] = BOOK.exec(name) ?? [];
    if (number !== undefined) return [{ book: { number, set: set!, serial: serial! }, day: time }];
    const [, premises, device, count] = NUMBER.exec(name) ?? [];
    return premises === undefined ? [] : [{ premises, device: device!, number: count!, time }];
  });
}
