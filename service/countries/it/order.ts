/** A receipt as an order for the printer, and what of it no printer takes. Pure: the printer is not asked. */
import { decimalText, minor, quantityTimesPrice, sameDecimal } from '../../receipt/money.ts';
import { allocate } from '../../receipt/modifiers.ts';
import type { Issue } from '../../receipt/issue.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import type { CompleteEsr, Position, TextBlock } from '../../receipt/tra.ts';
import { countedAs, leftOver, modifierName, MOST_CENTS, priceOf } from '../base/fiscal-printer/items.ts';
import { linesOf as paperLines } from '../base/fiscal-printer/printer.ts';
import { inLettersOf } from '../base/fiscal-printer/text.ts';
import type { Deduction, Item, Order } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';
import { printerPayments } from './payments.ts';
import { customerOf } from './tax-id.ts';
import { groupOf, natureOf, type Departments } from './taxes.ts';

/** An order without the document that it takes back. */
export type Plan = Omit<Order, 'of'>;

/** Characters of a line of text, and of a description. */
const LINE = 46;
const DESCRIPTION = 38;
/** Lines of text, items and payments together: a printer takes about 1000 operations for one receipt. */
const MOST_LINES = 200;
const MOST_ENTRIES = 400;
const LOTTERY = /^[\dA-Z]{8}$/;
/** Stands on an item whose description has nothing that can be printed. */
const NAMELESS = 'ARTICOLO';
const DISCOUNT = 'SCONTO';
const GIFT = 'OMAGGIO';

/**
 * @param kind of {@link kindOf}
 * @param isServer documents go to an RT server, which wants a nature of all that bears no tax
 * @returns what the printer is to be told, with what is cut off there; or all that is wrong
 */
export function planOf(
  esr: CompleteEsr,
  kind: Order['kind'],
  departments: Departments,
  isServer = false,
): { plan: Plan; warnings: string[] } | { issues: Issue[] } {
  // Nothing else is worked out of what no printer takes.
  if (esr.PosA.length + esr.PayA.length > MOST_ENTRIES)
    return {
      issues: [issue('#IT_TOO_MUCH', 'ESR.PosA', `at most ${MOST_ENTRIES} positions and payments`)],
    };
  const issues: Issue[] = [];
  const warnings: string[] = [];
  const sign = kind === 'sale' ? 1 : -1;
  if (esr.TaxN === '1')
    issues.push(issue('#IT_NET', 'ESR.TaxN', 'the printer works out the tax; send amounts with their tax'));
  const items = itemsOf(esr, sign, { departments, isServer }, issues, warnings);
  const paid = printerPayments(esr.PayA, sign);
  if ('wrong' in paid)
    issues.push(...paid.wrong.map(({ at, text }) => issue('#IT_PAYMENT', `ESR.PayA[${at}]`, text)));
  const total = sign * minor(esr.T, 2);
  if (total > MOST_CENTS) issues.push(issue('#IT_TOO_MUCH', 'ESR.T', 'a printer counts to 9999999.99'));
  const head = linesOf(esr.Head);
  const foot = [...linesOf(esr.Txt), ...linesOf(esr.Foot)];
  if (head.length + foot.length > MOST_LINES)
    issues.push(issue('#IT_TOO_MUCH', 'ESR.Foot', `at most ${MOST_LINES} lines of ${LINE} characters`));
  const named = customerAndLottery(esr, issues);
  if (issues.length > 0) return { issues };
  const payments = 'payments' in paid ? paid.payments : [];
  return { plan: { kind, items, payments, total, head, foot, ...named }, warnings };
}

function itemsOf(
  { PosA, TaxA, D }: CompleteEsr,
  sign: 1 | -1,
  { departments, isServer }: { departments: Departments; isServer: boolean },
  issues: Issue[],
  warnings: string[],
): Item[] {
  const { amounts, targets } = allocate(PosA, 2);
  const items: (Item & { group: string | null; left: number })[] = [];
  leftOver(PosA, amounts, sign).forEach(({ position, before, amount }, i) => {
    const path = `ESR.PosA[${i}]`;
    const line = taxLineOf(position, TaxA);
    const group = line ? groupOf(line, D.slice(0, 10)) : null;
    if (position._ === 'Vou' && amount < 0 && amount === before && sign === 1) {
      // A voucher that was sold with its tax (buono monouso): what was taken for it before is not taken again.
      const item = items.findLast((one) => one.group === group && one.left >= -amount);
      if (item) {
        const taken: Deduction = {
          kind: 'voucher',
          text: descriptionOf(position, path, warnings),
          amount: -amount,
        };
        item.deductions = [...(item.deductions ?? []), taken];
        item.left += amount;
        return;
      }
    }
    if (amount < 0 || before < 0) {
      const text =
        'no such position before it has as much; a line void has the name of its line, or Void, and its tax group; send a return as a receipt of its own';
      issues.push(issue('#IT_NEGATIVE', `${path}.Amt`, text));
      return;
    }
    if (Math.max(before, amount) > MOST_CENTS) {
      issues.push(issue('#IT_TOO_MUCH', `${path}.Amt`, 'a printer counts to 9999999.99'));
      return;
    }
    const department = group === null ? undefined : departments?.get(group);
    const nature = natureOf(group ?? '');
    const isBare = isServer && group !== null && nature === undefined && sameDecimal(line?.Prc ?? '0', '0');
    if (isBare) {
      const text = `${group} has no nature, which an RT server wants; use ES, EE, NS, NI or RM for what bears no VAT`;
      issues.push(issue('#IT_TAX', `${path}.TaxG`, text));
    } else if (group === null)
      issues.push(issue('#IT_TAX', `${path}.TaxG`, `${line?.Prc ?? '?'} % is no Italian rate`));
    else if (department === undefined) {
      const text = `no department of the printer stands for ${group} (profile attribute IT_Departments)`;
      issues.push(issue('#IT_DEPARTMENT', `${path}.TaxG`, text));
    }
    const text = descriptionOf(position, path, warnings);
    // A markup is part of the price; the printer knows no other one.
    const gift = position._ === 'FoC' && amount === 0 ? before || giftOf(position) : 0;
    const counted = countedAs(position, Math.max(before, amount, gift));
    const discount = gift === 0 &&
      amount < before && {
        text: printable(modifierName(PosA, targets, i)).trim() || DISCOUNT,
        amount: before - amount,
      };
    items.push({
      ...{ text, ...counted, department: department ?? 0, rate: line?.Prc ?? '0' },
      ...(nature !== undefined && { nature }),
      ...(discount && { discount }),
      ...(gift > 0 && { deductions: [{ kind: 'gift', text: GIFT, amount: gift }] }),
      ...{ group, left: amount },
    });
  });
  return items.map(({ group: _group, left: _left, ...item }) => item);
}

/** What a gift would cost whose amount is zero: its quantity at its price; 0 where it has none. */
function giftOf({ Qty = '1', Pri = '' }: Position): number {
  const price = priceOf(Pri);
  const quantity = decimalText(Qty.replace(/^-/, ''));
  if (price === null || quantity === null) return 0;
  return quantityTimesPrice(quantity, Pri.replace(/^-/, ''), 2);
}

function descriptionOf({ Dsc = '' }: Position, path: string, warnings: string[]): string {
  const text = printable(Dsc).trim();
  if (text.length > DESCRIPTION)
    warnings.push(`${path}.Dsc: the printer prints ${DESCRIPTION} characters of it`);
  return text === '' ? NAMELESS : text.slice(0, DESCRIPTION).trimEnd();
}

function customerAndLottery({ Ctm = {} }: CompleteEsr, issues: Issue[]): Pick<Order, 'lottery' | 'customer'> {
  const customer = customerOf(Ctm);
  if (customer === null)
    issues.push(
      issue(
        '#IT_CUSTOMER',
        'ESR.Ctm.TaxId',
        'must be a VAT number of 11 digits or a tax code of 16 characters',
      ),
    );
  const lottery = typeof Ctm.IT_CodiceLotteria === 'string' ? Ctm.IT_CodiceLotteria.toUpperCase() : undefined;
  if (lottery !== undefined && !LOTTERY.test(lottery))
    issues.push(issue('#IT_LOTTERY', 'ESR.Ctm.IT_CodiceLotteria', 'must be 8 letters and digits'));
  else if (lottery !== undefined && customer)
    issues.push(
      issue(
        '#IT_LOTTERY',
        'ESR.Ctm.IT_CodiceLotteria',
        'a receipt with the customer’s tax id takes no part in the lottery',
      ),
    );
  return { ...(customer && { customer }), ...(lottery !== undefined && { lottery }) };
}

/** Blocks of text as lines that fit on the paper. */
export function linesOf(blocks: readonly TextBlock[] = []): string[] {
  return paperLines(blocks, LINE, printable);
}

const LETTERS = /^[\u0020-\u007E\u00A0-\u00FF\u20AC]$/u;

/** What the printer has letters for. */
function printable(text: string): string {
  return inLettersOf(text, LETTERS);
}
