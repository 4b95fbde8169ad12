/** A journaled receipt made ready for paper and screen, in the language of its country. */
import { countryFor } from '../../countries/register-currency.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { printedAmount } from '../../receipt/currency.ts';
import { localDate, localDecimal } from '../../receipt/local-format.ts';
import { amountText, minor, negatedDecimal } from '../../receipt/money.ts';
import type { JournalRecord, Tag, TextBlock } from '../../receipt/tra.ts';
import { undisguised } from '../../receipt/tree.ts';
import type { Paper, PaperLine } from '../../wire.ts';
import { word, type Word } from '../messages.ts';
import { linesOf, type CountedLine, type LineStyle } from './paper-lines.ts';
import {
  buyerOf,
  buyerTaxId,
  groupOf,
  isWithoutMoney,
  nonfiscal,
  paymentOf,
  present,
  references,
} from './paper-parts.ts';

/** Why a receipt is printed, when it is not the first print of a registered one. */
export type Purpose = 'copy' | 'preview';

/** How a transaction is laid out. */
export interface PaperOptions {
  purpose?: Purpose | undefined;
  /** What the law wants on this copy, in the place of values of the same names on the original. */
  reprint?: readonly Tag[] | undefined;
  /** A void took it back: whoever sees it again must know. */
  voided?: boolean;
  /** Amounts and quantities as in the record; else as people of the receipt's language write them. */
  raw?: boolean;
}

/** What is read of a receipt before anything is drawn: all but its lines, which take their time. */
export type PaperHead = Omit<Paper, 'lines' | 'carried'>;

/** A receipt that is still to be laid out: plain values, which go to a thread. */
export interface Sheet {
  record: JournalRecord;
  cfg: Cfg;
  options: PaperOptions;
}

/** Lays out a transaction. The configuration gives the seller's data. */
export function paperOf(record: JournalRecord, cfg: Cfg, options: PaperOptions = {}): Paper {
  const { style, paper } = laidOut(record, cfg, options);
  const lines = linesOf(record.ESR ?? {}, style);
  const { code, digits } = style.country.currency;
  return undisguisedPaper({
    ...paper,
    lines: [
      ...lines.map(({ line }) => line),
      ...texts(record.ESR?.Txt).map((text): PaperLine => ({ kind: 'text', text })),
    ],
    carried: sumsSoFar(lines, style.turned, digits).map((text) => style.money(text, code)),
  });
}

/** Lays out what was put together for it. */
export function paperOfSheet({ record, cfg, options }: Sheet): Paper {
  return paperOf(record, cfg, options);
}

/** The same without lines: for lists, and for names of files. */
export function paperHeadOf(record: JournalRecord, cfg: Cfg, options: PaperOptions = {}): PaperHead {
  return undisguisedPaper(laidOut(record, cfg, options).paper);
}

function undisguisedPaper<T extends PaperHead>(paper: T): T {
  // The code is what was signed, and no text for people.
  return { ...shown(paper), qr: paper.qr };
}

function addressOf({ Adr, AdrNr, Zip, City }: Partial<Cfg['Cmp']>): string[] {
  return [[Adr, AdrNr].filter(Boolean).join(' '), [Zip, City].filter(Boolean).join(' ')];
}

/** The shop where it is somewhere else than the company: its name, and its address in a line. */
function shopOf({ Cmp, Loc = {} }: Cfg): (string | undefined)[] {
  const inLine = (at: Partial<Cfg['Cmp']>) => addressOf(at).filter(Boolean).join(', ');
  const place = inLine(Loc);
  return place === '' || place === inLine(Cmp) ? [] : [Loc.Nam === Cmp.Nam ? undefined : Loc.Nam, place];
}

/** The same with no text that looks like another one; hardly a receipt has such, and the others are not copied. */
function shown<T>(value: T): T {
  if (typeof value === 'string') return undisguised(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  let changed: T | null = null;
  for (const name of Object.keys(value) as (keyof T)[]) {
    const item = value[name];
    const seen = shown(item);
    if (seen === item) continue;
    changed ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as T;
    changed[name] = seen;
  }
  return changed ?? value;
}

/** How the lines of a receipt are written: besides, with amounts as the document counts them, and as money. */
interface SheetStyle extends LineStyle {
  turned: (text: string) => string;
  money: (text: string, code?: string) => string;
}

function laidOut(
  record: JournalRecord,
  cfg: Cfg,
  options: PaperOptions,
): { style: SheetStyle; paper: PaperHead } {
  const { purpose, voided, raw, reprint = [] } = options;
  const replaced = new Set(reprint.map(({ Name }) => Name));
  const country = countryFor(cfg);
  const say = (name: Word) => word(country.language, name);
  const esr = record.ESR ?? {};
  const lacking = (purpose === 'copy' ? country.copyLacks : undefined) ?? [];
  const {
    title,
    marks,
    legends = [],
    shown: elsewhere = [],
    tight = [],
    inverted = false,
    seller,
    barcode,
    codeFirst,
    largeHeadings,
    below = [],
    operator = null,
    head = [],
    number = esr.FN ?? `${esr.TL}/${esr.TT}/${esr.TN}`,
    taxes = esr.TaxA ?? [],
  } = country.paper(record);
  const turned = (text: string) => (inverted ? negatedDecimal(text) : text);
  const written = (text: string) => (raw ? text : localDecimal(text, country.language));
  const money = (text: string, code = country.currency.code) =>
    written(raw ? text : printedAmount(text, code));
  const signed = (text: string, code?: string) => money(turned(text), code);
  const exemptGroup = country.exemptGroup?.(esr);
  const { Cmp } = cfg;
  const Loc = cfg.Loc ?? {};
  const at = Loc.Adr === undefined ? Cmp : Loc;
  const left = (record.Fis?.Tag ?? []).filter(({ Name }) => !replaced.has(Name) && !lacking.includes(Name));
  const tags = [...left, ...reprint]
    .filter((t) => !elsewhere.includes(t.Name))
    .map((t) => ({ name: t.Name, label: t.Label, value: t.Value, isTight: tight.includes(t.Name) }));
  const referred = tags.filter((t) => t.name === 'Reference').map((t) => t.value);
  const taxId = buyerTaxId(
    esr,
    tags.find((t) => t.name === 'CustomerTaxId'),
    say,
  );
  const code = lacking.length > 0 ? undefined : record.Fis?.Code;
  const paper: PaperHead = {
    sq: record.SQ,
    title: title || nonfiscal(esr, country.language) || say('receipt'),
    number: purpose === 'preview' ? '' : number,
    date: esr.D ?? record.D,
    dateText: localDate(esr.D ?? record.D, country.language),
    currency: country.currency.code,
    country: country.code,
    language: country.language,
    seller:
      seller ??
      present([
        Cmp.Nam,
        ...addressOf(country.showsSeat ? Cmp : at),
        `${say('taxId')} ${Cmp.TaxId}`,
        ...(country.showsSeat ? shopOf(cfg) : []),
      ]),
    buyer: buyerOf(esr, country.code, country.language, taxId),
    marks: [
      ...(purpose === 'preview' ? [say('notRegistered')] : []),
      ...(purpose === 'copy' ? [say('copy')] : []),
      ...(esr.Void === '1' ? [say('void')] : []),
      ...(voided ? [say('voided')] : []),
      ...marks,
    ],
    head: [...head, ...texts(esr.Head)],
    total: esr.T === undefined || isWithoutMoney(esr, country.currency.digits) ? null : signed(esr.T),
    payments: (esr.PayA ?? []).map((p) => paymentOf(p, signed, country.language)),
    taxes: taxes.map((t) => ({
      group: exemptGroup?.(t) ?? groupOf(t),
      rate: written(t.Prc ?? ''),
      net: signed(t.Net ?? ''),
      tax: signed(t.TAmt ?? ''),
      gross: signed(t.Amt ?? ''),
    })),
    operator: esr.OprN ?? esr.Opr ?? operator,
    // References first: nothing may come between the last of Fis.Tag and the QR code.
    tags: [
      ...references(esr, tags, country, say),
      ...(purpose === 'preview' ? [] : legends.map((value) => ({ label: '', value }))),
      ...tags
        .filter((t) => t !== taxId?.tag)
        .map(({ label, value, isTight }) => ({ label, value, ...(isTight && { tight: true as const }) })),
    ],
    qr: code === undefined ? null : voided && country.voidedCode ? country.voidedCode(code) : code,
    ...(code !== undefined &&
      country.leastQrVersion !== undefined && { leastQrVersion: country.leastQrVersion }),
    ...(barcode && code !== undefined && { barcode }),
    ...(codeFirst && { codeFirst }),
    ...(below.length > 0 && code !== undefined && { below }),
    ...(largeHeadings && { largeHeadings }),
    foot: texts(esr.Foot),
    words: {
      total: say('total'),
      tax: say('tax'),
      net: say('net'),
      gross: say('gross'),
      rate: say('rate'),
      operator: say('operator'),
      description: say('description'),
      quantity: say('quantity'),
      price: say('price'),
      amount: say('amount'),
      customer: say('customer'),
      page: say('page'),
      carried: say('carried'),
    },
  };
  return { style: { country, signed, written: money, referred, turned, money }, paper };
}

/** Sum of the articles and discounts up to each line. */
function sumsSoFar(
  lines: readonly CountedLine[],
  turned: (text: string) => string,
  digits: number,
): string[] {
  let sum = 0;
  return lines.map(({ amount }) => {
    if (amount !== undefined) sum += minor(turned(amount), digits);
    return amountText(sum, digits);
  });
}

function texts(blocks: readonly TextBlock[] | undefined): string[] {
  return (blocks ?? []).flatMap((b) => (b.value === undefined ? [] : b.value.split(/\r\n|[\r\n]/)));
}
