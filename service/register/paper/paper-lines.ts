/** The lines of a printed receipt: articles, each followed by what belongs to it. */
import type { Country } from '../../countries/contract/country.ts';
import { allocate } from '../../receipt/modifiers.ts';
import { localDate } from '../../receipt/local-format.ts';
import { amountText, decimalText, minor, negatedDecimal } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import { isPosition, type Esr, type Position, type Tax } from '../../receipt/tra.ts';
import type { PaperLine } from '../../wire.ts';
import { word } from '../messages.ts';
import { referenceText, type Reference } from './paper-parts.ts';

/** What the lines are written with. */
export interface LineStyle {
  country: Country;
  /** An amount or quantity as this document prints it: with its sign, in the receipt's language. */
  signed: (text: string) => string;
  /** The same for what has no sign of its own, such as a unit price. */
  written: (text: string) => string;
  /** Receipts that the fiscal data say it refers to, where they do. */
  referred?: readonly string[] | undefined;
}

/** More articles than this are not named at a discount they share. */
const MOST_NAMES = 4;

/** A line with its amount as in the record; without one where it adds nothing to the total. */
export interface CountedLine {
  line: PaperLine;
  amount?: string | undefined;
}

/** The lines of a receipt in the order in which they are read. */
export function linesOf(esr: Esr, style: LineStyle): CountedLine[] {
  const positions = esr.PosA ?? [];
  const { targets } = allocate(positions, style.country.currency.digits);
  /** Articles with what is printed below them; a discount may be sent before its article. */
  const articles = positions.map((p): CountedLine[] | null => {
    if (!isPosition(p)) return null;
    const tax = taxLineOf(p, esr.TaxA ?? []);
    const isExempt = tax !== undefined && /^0+(\.0+)?$/.test(tax.Prc ?? '0');
    const line = itemOf(p, groupAt(p, tax), notesOf(p, esr, style, isExempt), style);
    return [{ line, amount: p.Amt }];
  });
  const byNumber = new Map<string, CountedLine[]>();
  positions.forEach(({ PN }, i) => {
    const article = articles[i];
    if (article && PN !== undefined && !byNumber.has(PN)) byNumber.set(PN, article);
  });
  const blocks: CountedLine[][] = [];
  const newBlock = () => {
    const block: CountedLine[] = [];
    blocks.push(block);
    return block;
  };
  positions.forEach((p, i) => {
    const article = articles[i];
    const own = targets[i] ?? [];
    const home =
      p._ === 'Lin'
        ? (byNumber.get(p.PN ?? '') ?? blocks.at(-1))
        : own.length === 1
          ? articles[own[0]!]
          : undefined;
    if (article) blocks.push(article);
    else if (p._ === 'Lin') (home ?? newBlock()).push({ line: printLineOf(p) });
    else if (home) home.push({ line: modifierOf(p, style), amount: p.Amt });
    else newBlock().push({ line: sharedModifier(p, own, positions, style), amount: p.Amt });
  });
  return [...blocks.flat(), ...taxAdded(esr, style).map((line) => ({ line }))];
}

/** The tax group as the tax table calls it; a percentage stands for itself. */
function groupAt({ TaxG }: Position, tax: Tax | undefined): string | undefined {
  return TaxG === undefined || /[\s%]/.test(TaxG.trim()) ? TaxG : (tax?.TaxG ?? TaxG);
}

/** @param notes what has to be read at it besides quantity and price */
function itemOf(
  p: Position,
  taxGroup: string | undefined,
  notes: readonly string[],
  { country, signed, written }: LineStyle,
): PaperLine {
  const unit = p.QtyU === undefined || p.QtyU === 'pc' ? '' : ` ${p.QtyU}`;
  // `1 x -2.00` is `-1 x 2.00`: prices have no sign on paper.
  const isNegative = p.Pri?.startsWith('-') === true;
  const pieces = p.Qty !== undefined && isNegative ? negatedDecimal(p.Qty) : p.Qty;
  const quantity = pieces === undefined ? '' : `${signed(pieces)}${unit}`;
  const price =
    p.Pri === undefined ? '' : written(priceText(p.Pri.replace(/^-/, ''), country.currency.digits));
  const note = notes.join(' · ');
  const single = /^-?1$/.test(quantity);
  const counted = price ? [quantity, price].filter(Boolean).join(' x ') : single ? '' : quantity;
  const detail = [quantity && counted, note].filter(Boolean).join(' · ');
  return {
    kind: 'item',
    text: p.Dsc ?? '',
    ...(detail && { detail }),
    ...(taxGroup !== undefined && { taxGroup }),
    ...amountOf(p, signed),
    ...(quantity && { quantity }),
    ...(price && { price }),
    ...(note && { note }),
  };
}

/** What has to be read at an article besides quantity and price. */
function notesOf(p: Position, esr: Esr, style: LineStyle, isExempt: boolean): string[] {
  const { country } = style;
  const reference = ownReference(p, esr, style);
  const reason = text(p.Rsn);
  const [from, till] = [p.SvcStartD, p.SvcEndD].map((d) => localDate(text(d).slice(0, 10), country.language));
  return [
    p.Void === '1' ? word(country.language, 'void') : '',
    // Info is what Note was called before.
    text(p.Note) || text(p.Info),
    text(p.VouN),
    [from, till].filter(Boolean).join(' - '),
    reference === undefined ? '' : `${word(country.language, 'reference')}: ${reference}`,
    reason === '' || reason === esr.Rsn ? '' : `${word(country.language, 'reason')}: ${reason}`,
    country.exemption?.(p, isExempt) ?? '',
  ].filter(Boolean);
}

/** The receipt that this article was sold on, where the document does not say so for all of them. */
function ownReference(p: Position, esr: Esr, { country, referred = [] }: LineStyle): string | undefined {
  const own: Reference = p;
  const reference = referenceText(own, esr, country);
  if (reference === undefined || reference === referenceText(esr, esr, country)) return undefined;
  // Who looks for receipts by their transactions prints what they are called.
  const isSaid = referred.some((text) => own.RFN === undefined || text.includes(own.RFN.trim()));
  return isSaid ? undefined : reference;
}

function printLineOf(p: Position): PaperLine {
  return { kind: 'text', text: p.Dsc ?? '', ...(p.LAmt !== undefined && { amount: p.LAmt }) };
}

function modifierOf(p: Position, { signed, written }: LineStyle): PaperLine {
  const percent = (p.Prc ?? '').replace(/%$/, '').trim();
  const isSaid = percent === '' || says(p.Dsc ?? '', percent);
  const text = isSaid ? (p.Dsc ?? '') : `${p.Dsc ?? ''} ${written(percent)}%`.trimStart();
  return { kind: 'modifier', text, ...amountOf(p, signed) };
}

/** True where the POS has written the percentage into the description already: `Desconto 10 %`. */
function says(description: string, percent: string): boolean {
  const wanted = decimalText(percent);
  const said = description.matchAll(/(?<![\d.,])(\d{1,9}(?:[.,]\d{1,9})?)\s?%/g);
  return wanted !== null && said.some(([, text = '']) => decimalText(text.replace(',', '.')) === wanted);
}

/** Indented below the last article it would look as if it belonged to that one alone. */
function sharedModifier(
  p: Position,
  targets: readonly number[],
  positions: readonly Position[],
  style: LineStyle,
): PaperLine {
  const line: PaperLine = { ...modifierOf(p, style), kind: 'item' };
  const names = [...new Set(targets.map((t) => positions[t]!.Dsc ?? ''))].filter(Boolean);
  const some = targets.length < positions.filter(isPosition).length && names.length <= MOST_NAMES;
  const note = some ? names.join(', ') : '';
  return note ? { ...line, detail: note, note } : line;
}

/** Net prices do not add up to the total: shows the step between them. */
function taxAdded(esr: Esr, { country, signed }: LineStyle): PaperLine[] {
  if (esr.TaxN !== '1' || esr.TaxA === undefined) return [];
  const { digits } = country.currency;
  const sum = (name: 'Net' | 'TAmt') =>
    signed(
      amountText(
        esr.TaxA!.reduce((all, tax) => all + minor(tax[name], digits), 0),
        digits,
      ),
    );
  return [
    { kind: 'text', text: word(country.language, 'withoutTax'), amount: sum('Net') },
    { kind: 'text', text: word(country.language, 'tax'), amount: sum('TAmt') },
  ];
}

function amountOf(p: Position, signed: LineStyle['signed']): false | { amount: string } {
  return p.Amt !== undefined && { amount: signed(p.Amt) };
}

/** Unit prices show at least the currency's digits: 1.7 as 1.70, but 1.599 as it is. */
function priceText(price: string, digits: number): string {
  const [whole = '', fraction = ''] = price.split('.');
  return digits === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(digits, '0')}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
