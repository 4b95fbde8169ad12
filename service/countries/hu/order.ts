/** A receipt as an order for the printer, and what of it no printer takes. Pure: the printer is not asked. */
import { allocate } from '../../receipt/modifiers.ts';
import { minor } from '../../receipt/money.ts';
import type { Issue } from '../../receipt/issue.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import type { CompleteEsr, Position, TextBlock } from '../../receipt/tra.ts';
import { countedAs, leftOver, modifierName } from '../base/fiscal-printer/items.ts';
import { linesOf as paperLines } from '../base/fiscal-printer/printer.ts';
import { inLettersOf } from '../base/fiscal-printer/text.ts';
import type { Item, Order } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';
import { appKeyOf, buyerOf } from './customer.ts';
import { printerPayments } from './payments.ts';
import { reasonOf } from './reference.ts';
import { collectorIndex, groupOf } from './taxes.ts';

/** An order without the document that it takes back. */
export type Plan = Omit<Order, 'of'>;

const LINE = 42;
const DESCRIPTION = 38;
const MOST_LINES = 200;
const MOST_ENTRIES = 300;
/** Hundredths: nine digits before the point. */
export const MOST = 99_999_999_999;
/** Stands on an item whose description has nothing that can be printed. */
const NAMELESS = 'TÉTEL';
const DISCOUNT = 'ENGEDMÉNY';

/** @returns what the printer is to be told, with what is cut off there; or all that is wrong */
export function planOf(
  esr: CompleteEsr,
  kind: Order['kind'],
): { plan: Plan; warnings: string[] } | { issues: Issue[] } {
  // Nothing else is worked out of what no printer takes.
  if (esr.PosA.length + esr.PayA.length > MOST_ENTRIES)
    return {
      issues: [issue('#HU_TOO_MUCH', 'ESR.PosA', `at most ${MOST_ENTRIES} positions and payments`)],
    };
  const issues: Issue[] = [];
  const warnings: string[] = [];
  const sign = kind === 'sale' ? 1 : -1;
  if (esr.TaxN === '1') issues.push(issue('#HU_NET', 'ESR.TaxN', 'the printer takes amounts with their tax'));
  const items = itemsOf(esr, sign, issues, warnings);
  const paid = printerPayments(esr.PayA, sign);
  if ('wrong' in paid)
    issues.push(...paid.wrong.map(({ at, text }) => issue('#HU_PAYMENT', `ESR.PayA[${at}]`, text)));
  const total = sign * minor(esr.T, 2);
  const tooMuch = (path: string, text: string) => issues.push(issue('#HU_TOO_MUCH', path, text));
  if (total > MOST) tooMuch('ESR.T', 'a printer counts to 999999999.99');
  const head = linesOf(esr.Head);
  const foot = [...linesOf(esr.Txt), ...linesOf(esr.Foot)];
  if (head.length + foot.length > MOST_LINES)
    tooMuch('ESR.Foot', `at most ${MOST_LINES} lines of ${LINE} characters`);
  const customer = buyerOf(esr.Ctm);
  if ('wrong' in customer)
    issues.push(...customer.wrong.map(({ path, text }) => issue('#HU_CUSTOMER', path, text)));
  const buyer = 'buyer' in customer ? customer.buyer : null;
  const shown = appKeyOf(esr.Ctm);
  if ('wrong' in shown)
    issues.push(...shown.wrong.map(({ path, text }) => issue('#HU_CUSTOMER', path, text)));
  const appKey = 'appKey' in shown ? shown.appKey : null;
  const reason = kind === 'sale' ? null : reasonOf(esr, kind);
  if (kind === 'return' && reason === null)
    issues.push(issue('#HU_REASON', 'ESR.Rsn', 'must be V1 (faulty), V2 (customer returns) or V3 (other)'));
  if (kind === 'void' && esr.Rsn === undefined)
    warnings.push('ESR.Rsn: no reason was sent; the void is registered with S0 (other)');
  if (issues.length > 0) return { issues };
  const payments = 'payments' in paid ? paid.payments : [];
  return {
    plan: {
      ...{ kind, items, payments, total, head, foot },
      ...(buyer && { buyer }),
      ...(appKey && { appKey }),
      ...(reason !== null && { reason }),
    },
    warnings,
  };
}

function itemsOf({ PosA, TaxA, D }: CompleteEsr, sign: 1 | -1, issues: Issue[], warnings: string[]): Item[] {
  const { amounts, targets } = allocate(PosA, 2);
  const items: Item[] = [];
  leftOver(PosA, amounts, sign).forEach(({ position, before, amount }, i) => {
    const path = `ESR.PosA[${i}]`;
    if (amount < 0 || before < 0) {
      const text =
        'no such position before it has as much; a line void has the name of its line, or Void, and its tax group; send what goes the other way as a receipt of its own';
      issues.push(issue('#HU_NEGATIVE', `${path}.Amt`, text));
      return;
    }
    const line = taxLineOf(position, TaxA);
    const group = line ? groupOf(line, D.slice(0, 10)) : null;
    if (group === null)
      issues.push(issue('#HU_TAX', `${path}.TaxG`, `${line?.Prc ?? '?'} % is no Hungarian rate`));
    const department = group === null ? 0 : (collectorIndex(group) ?? 0);
    const text = descriptionOf(position, path, warnings);
    // A markup is part of the price; the printer knows no other one.
    const counted = countedAs(position, Math.max(before, amount), MOST);
    const name = () => printable(modifierName(PosA, targets, i)).trim() || DISCOUNT;
    const discount = amount < before && { text: name(), amount: before - amount };
    const unit = position.QtyU !== undefined && { unit: position.QtyU };
    items.push({ text, ...counted, department, ...unit, ...(discount && { discount }) });
  });
  if (items.length === 0)
    issues.push(
      issue('#HU_NEGATIVE', 'ESR.PosA', 'a document has at least one position that was not cancelled'),
    );
  return items;
}

function descriptionOf({ Dsc = '' }: Position, path: string, warnings: string[]): string {
  const text = printable(Dsc).trim();
  if (text.length > DESCRIPTION)
    warnings.push(`${path}.Dsc: the printer prints ${DESCRIPTION} characters of it`);
  return text === '' ? NAMELESS : text.slice(0, DESCRIPTION).trimEnd();
}

/** Blocks of text as lines that fit on the paper. */
export function linesOf(blocks: readonly TextBlock[] = []): string[] {
  return paperLines(blocks, LINE, printable);
}

const LETTERS = /^[\u0020-\u007E\u00A0-\u017F\u20AC]$/u;

/** What the printer has letters for. */
function printable(text: string): string {
  return inLettersOf(text, LETTERS);
}
