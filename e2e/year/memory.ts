/** What a till remembers of its documents, for those that refer to them later. */
import type { Chance } from './chance.ts';
import type { Referred } from './documents.ts';

/** A document on its way or registered. */
export interface Issued extends Referred {
  /** Resolves when FN and TN are known. */
  answered: Promise<void>;
  /** Cents that no credit note has taken. */
  left: number;
  /** Numbers of the positions that have come back one by one. */
  returned: Set<string>;
  /** A debit note adds to it. */
  debited: boolean;
  /** Cents that nobody has paid yet. */
  unpaid: number;
  /** Nothing may happen to it any more: void, invoiced, or a void would tear others along. */
  done: boolean;
  /** For a credit note: what it corrects. */
  corrects: Issued | null;
}

/** More are not kept in mind: people bring things back soon. */
const MOST = 400;

/** Documents by what may become of them. */
export class Memory {
  /** Can be corrected or taken back. */
  private readonly sales: Issued[] = [];
  /** Can become invoices. */
  private readonly orders: Issued[] = [];
  /** Wait for their money. */
  private readonly invoices: Issued[] = [];
  /** Can only be taken back. */
  private readonly others: Issued[] = [];

  keep(kind: 'sales' | 'orders' | 'invoices' | 'others', issued: Issued): void {
    this[kind].push(issued);
    if (this[kind].length > MOST) this[kind].shift();
  }

  /** A sale of which something can come back. */
  correctable(chance: Chance): Issued | null {
    return pickFrom(chance, this.sales, ({ left, done }) => left > 0 && !done);
  }

  /** Takes a sale out, for somebody else to remember. */
  takeSale(chance: Chance): Issued | null {
    const sale = this.correctable(chance);
    if (sale) this.sales.splice(this.sales.indexOf(sale), 1);
    return sale;
  }

  /** Takes something out that can become an invoice. */
  takeOrder(chance: Chance): Issued | null {
    const order = pickFrom(chance, this.orders, ({ done }) => !done);
    if (order) this.orders.splice(this.orders.indexOf(order), 1);
    return order;
  }

  /** Takes out an invoice that waits for money. */
  takeUnpaid(chance: Chance): Issued | null {
    const invoice = pickFrom(chance, this.invoices, ({ done, left, unpaid }) => !done && left === unpaid);
    if (invoice) this.invoices.splice(this.invoices.indexOf(invoice), 1);
    return invoice;
  }

  /** A document that nobody has touched, from before a day if there is one. */
  voidable(chance: Chance, before: string): Issued | null {
    const all = [this.sales, this.orders, this.others][chance.between(0, 2)]!;
    const untouched = ({ done, debited, left, basket }: Issued) =>
      !done && !debited && left === Math.abs(basket.cents);
    return (
      pickFrom(chance, all, (issued) => untouched(issued) && issued.day < before) ??
      pickFrom(chance, all, untouched)
    );
  }
}

/** One of a list that fits; looks at a few only, since most do. */
function pickFrom(chance: Chance, list: readonly Issued[], fits: (issued: Issued) => boolean): Issued | null {
  for (let tries = 0; tries < 8 && list.length > 0; tries++) {
    const found = chance.pick(list);
    if (fits(found)) return found;
  }
  return null;
}
