/** A process (Vorgang) as the export sees it: read from a record, not yet in rows. Amounts are cents unless said otherwise. */
import type { BusinessCase, PaymentType } from '../business-case.ts';
import type { BonType } from '../kept.ts';

/** Gross, net and tax of one VAT key; net and tax add up to gross. */
export interface VatAmounts {
  key: number;
  gross: number;
  net: number;
  tax: number;
}

/** Where the price of a line comes from. */
export interface PricePart extends VatAmounts {
  type: 'base_amount' | 'discount' | 'extra_amount';
}

/** What a line is made of, such as the drink of a menu. */
export interface BonComponent {
  article: string;
  gtin: string;
  name: string;
  groupId: string;
  group: string;
  /** Decimal text with at most three decimals. */
  quantity: string;
  unit: string;
  /** VAT key. */
  key: number;
  /** Of one unit; null where none was told. */
  price: Omit<VatAmounts, 'key'> | null;
}

/** A line. */
export interface BonLine {
  /** POS_ZEILE: unique in its receipt. */
  number: string;
  text: string;
  businessCase: BusinessCase;
  /** GV_NAME, where the till has a name of its own for it. */
  caseName: string;
  /** 0 for the shop's own business. */
  agency: number;
  voucher: string;
  /** Input device. */
  device: string;
  inHouse: boolean;
  cancelled: boolean;
  article: string;
  gtin: string;
  groupId: string;
  group: string;
  /** Decimal text with at most three decimals. */
  quantity: string;
  unit: string;
  /** Gross price of one unit, decimal text. */
  price: string;
  vat: VatAmounts;
  /** Empty when the price is the amount. */
  parts: readonly PricePart[];
  components: readonly BonComponent[];
}

/** A payment. */
export interface BonPayment {
  type: PaymentType;
  name: string;
  amount: number;
  /** ISO 4217 and amount as decimal text, where it was not paid in euros. */
  foreign: { currency: string; amount: string } | null;
}

/** What the TSE has signed of a process, or why it has not. */
export type BonTse =
  | {
      /** Of the TSE, {@link ClosingTse.id}. */
      id: number;
      transaction: number;
      /** UTC with milliseconds. */
      start: string;
      end: string;
      processType: string;
      counter: number;
      /** Base64. */
      signature: string;
      processData: string;
    }
  | {
      /** What was the matter. */
      failure: string;
      processType: string;
      processData: string;
    };

/** Something that a process refers to. */
export interface BonReference {
  /** Line that refers; empty for the process as a whole. */
  line: string;
  /** Another process of a register of the shop: its closing and id; else the name of something outside. */
  to:
    | { register: string; closing: number; id: string; date: string }
    | { type: OuterReference; name: string; date: string };
}

/** References to what is not in this register. */
export type OuterReference = 'ExterneRechnung' | 'ExternerLieferschein' | 'ExterneSonstige';

/** A customer. */
export interface BonCustomer {
  name: string;
  id: string;
  type: string;
  street: string;
  zip: string;
  city: string;
  /** ISO 3166 alpha-2. */
  country: string;
  vatId: string;
}

/** A process. */
export interface Bon {
  /** BON_ID. */
  id: string;
  number: number;
  type: BonType;
  name: string;
  device: string;
  /** RFC 3339. */
  start: string;
  end: string;
  operator: { id: string; name: string };
  customer: BonCustomer | null;
  note: string;
  /** Settlement group: table, department. */
  group: string;
  lines: readonly BonLine[];
  /** By VAT key, as printed. */
  vat: readonly VatAmounts[];
  payments: readonly BonPayment[];
  tse: BonTse | null;
  references: readonly BonReference[];
}

/** What every row begins with. */
export interface ClosingKeys {
  /** Z_KASSE_ID. */
  register: string;
  /** Z_ERSTELLUNG, RFC 3339. */
  created: string;
  number: number;
}
