/** What the portal tells of digital receipts (`service/portal/operations/receipts.ts`). */

/** What a company wants of the pages of its receipts. */
export interface ReceiptRules {
  active: boolean;
  days: number;
  personal: 'asks' | 'closed';
  /** Data URL. */
  logo: string | null;
}

/** A receipt as its page shows it. */
export interface Example {
  registerId: number;
  sq: number;
  company: string;
  place: string;
  text: string;
  language: string;
}

/** Why a receipt can be taken down. */
export const HIDING_REASONS = ['customer', 'mistake', 'other'] as const;

/** How the page of a receipt stands. */
export interface DigitalReceipt {
  registerId: number;
  sq: number;
  standing: 'shown' | 'hidden' | 'off' | 'over' | 'personal';
  link: string;
  endsTimestamp: string;
  hidden: {
    hiddenTimestamp: string;
    reason: (typeof HIDING_REASONS)[number];
    finalTimestamp: string;
  } | null;
}
