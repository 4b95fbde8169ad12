/** A sale as an order for the printer, and what of it no printer takes. Pure: the printer is not asked. */
import { allocate } from '../../receipt/modifiers.ts';
import { minor } from '../../receipt/money.ts';
import type { Issue } from '../../receipt/issue.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import { isPosition, type CompleteEsr, type Position, type TextBlock } from '../../receipt/tra.ts';
import { cancellations, countedAs, modifierName, MOST_CENTS, rests } from '../base/fiscal-printer/items.ts';
import { linesOf as paperLines } from '../base/fiscal-printer/printer.ts';
import type { Item, Order } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';
import { electronicOf, invoiceOf } from './invoice.ts';
import { printable } from './letters.ts';
import { buyerOf } from './nip.ts';
import { printerPayments } from './payments.ts';
import { groupOf } from './taxes.ts';

/** An item with the tax group that a place in the printer's table has to be found for. */
export type PlannedItem = Omit<Item, 'department'> & { group: string };

/** An order before the printer's table of rates is known. */
export interface Plan extends Omit<Order, 'of' | 'items'> {
  items: readonly PlannedItem[];
}

/** Characters of a line of text, and of a name: what all protocols take. */
export const LINE = 40;
/** Lines of text behind a receipt, and positions: the least of all protocols. */
const MOST_LINES = 50;
const MOST_ITEMS = 250;
/** Positions with their modifiers, and payments, before anything is worked out of them. */
const MOST_ENTRIES = 1000;
const MOST_UNIT = 4;
/** Stands on an item whose description has nothing that can be printed. */
const NAMELESS = 'TOWAR';
const DISCOUNT = 'RABAT';

/** @returns what the printer is to be told, with what is cut off there; or all that is wrong */
export function planOf(esr: CompleteEsr): { plan: Plan; warnings: string[] } | { issues: Issue[] } {
  if (esr.PosA.length + esr.PayA.length > MOST_ENTRIES)
    return {
      issues: [issue('#PL_TOO_MUCH', 'ESR.PosA', `at most ${MOST_ENTRIES} positions and payments`)],
    };
  const issues: Issue[] = [];
  const warnings: string[] = [];
  if (esr.TaxN === '1')
    issues.push(issue('#PL_NET', 'ESR.TaxN', 'the printer works out the tax; send amounts with their tax'));
  const items = itemsOf(esr, issues, warnings);
  const paid = printerPayments(esr.PayA);
  if ('wrong' in paid)
    issues.push(...paid.wrong.map(({ at, text }) => issue('#PL_PAYMENT', `ESR.PayA[${at}]`, text)));
  const total = minor(esr.T, 2);
  if (total > MOST_CENTS) issues.push(issue('#PL_TOO_MUCH', 'ESR.T', 'a printer counts to 9999999.99'));
  if (items.length > MOST_ITEMS)
    issues.push(issue('#PL_TOO_MUCH', 'ESR.PosA', `at most ${MOST_ITEMS} positions`));
  const buyer = buyerOf(esr.Ctm ?? {});
  if (buyer === null)
    issues.push(
      issue('#PL_CUSTOMER', 'ESR.Ctm.TaxId', 'must be a NIP: ten digits with the right check digit'),
    );
  const more = { ...invoiceOf(esr, issues), ...electronicOf(esr, issues) };
  if (issues.length > 0) return { issues };
  const lines = [esr.Head, esr.Txt, esr.Foot].flatMap(linesOf);
  if (lines.length > MOST_LINES) warnings.push(`ESR.Foot: the printer prints ${MOST_LINES} lines of text`);
  const customer = buyer && { kind: 'company' as const, number: buyer };
  const payments = 'payments' in paid ? paid.payments : [];
  const foot = lines.slice(0, MOST_LINES);
  const plan: Plan = { kind: 'sale', items, payments, total, foot, ...(customer && { customer }), ...more };
  return { plan, warnings };
}

function itemsOf({ PosA, TaxA, D }: CompleteEsr, issues: Issue[], warnings: string[]): PlannedItem[] {
  const { amounts, targets } = allocate(PosA, 2);
  const cancelled = cancellations(PosA, amounts, 1);
  // A storno repeats a whole line; where a modifier has changed it, neither is printed.
  const changed = [...cancelled].filter(([, of]) => amounts[of] !== minor(PosA[of]!.Amt, 2));
  const gone = new Set(changed.flat());
  const left = rests(PosA, amounts, 1, new Set([...cancelled].flat()));
  const items: PlannedItem[] = [];
  /** Where positions are among the items. */
  const places = new Map<number, number>();
  PosA.forEach((sent, i) => {
    const path = `ESR.PosA[${i}]`;
    const rest = left.get(i);
    const position = rest?.position ?? sent;
    if (position._ === 'Lin') {
      warnings.push(`${path}: lines are printed on documents that are no receipts alone`);
      return;
    }
    if (!isPosition(position) || gone.has(i)) return;
    const of = cancelled.get(i);
    const place = of === undefined ? undefined : places.get(of);
    if (place !== undefined) {
      items.push({ ...items[place]!, cancels: place });
      return;
    }
    if (rest?.amount === 0) return;
    const { before, amount } = rest ?? { before: minor(sent.Amt, 2), amount: amounts[i]! };
    if (amount < 0 || before < 0) {
      const text =
        'no such position before it has as much; a line void has the name of its line, or Void, and its tax group; send a return as a receipt of its own';
      issues.push(issue('#PL_NEGATIVE', `${path}.Amt`, text));
      return;
    }
    const value = Math.max(before, amount);
    if (value === 0) {
      warnings.push(`${path}: has no value, which printers refuse; it is not on the paper`);
      return;
    }
    if (value > MOST_CENTS) {
      issues.push(issue('#PL_TOO_MUCH', `${path}.Amt`, 'a printer counts to 9999999.99'));
      return;
    }
    const line = taxLineOf(position, TaxA);
    const group = line ? groupOf(line, D.slice(0, 10)) : null;
    if (group === null)
      issues.push(issue('#PL_TAX', `${path}.TaxG`, `${line?.Prc ?? '?'} % is no Polish rate`));
    const discount = amount < before && {
      text: printable(modifierName(PosA, targets, i)).trim() || DISCOUNT,
      amount: before - amount,
    };
    places.set(i, items.length);
    items.push({
      text: nameOf(position, path, warnings),
      // A markup is part of the price.
      ...countedAs(position, value),
      group: group ?? '',
      ...unitOf(position),
      ...(discount && { discount }),
    });
  });
  return items;
}

function nameOf({ Dsc = '' }: Position, path: string, warnings: string[]): string {
  const text = printable(Dsc).replace(/\s+/g, ' ').trim();
  // A name without letters and digits is none to the printer.
  if (!/[\p{L}\d]/u.test(text.slice(0, LINE))) return NAMELESS;
  if (text.length > LINE) warnings.push(`${path}.Dsc: the printer prints ${LINE} characters of it`);
  return text.slice(0, LINE).trimEnd();
}

function unitOf({ QtyU = '' }: Position): { unit?: string } {
  const unit = printable(QtyU).trim();
  return unit === '' || unit === 'pc' ? {} : { unit: unit.slice(0, MOST_UNIT).trimEnd() };
}

/** Blocks of text as lines that fit on the paper. */
export function linesOf(blocks: readonly TextBlock[] = []): string[] {
  return paperLines(blocks, LINE, printable);
}
