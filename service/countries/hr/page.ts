/** What the control page shows of a Croatian register and lets a manager do, as data. */
import type { PageField } from '../contract/described-page/fields.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';
import {
  authoritySection,
  certificateSection,
  lastNumberSection,
  sendingSection,
  type TrustingPageInput,
} from '../base/online/page.ts';
import type { Announced } from './hours.ts';
import { workingHours } from './page-hours.ts';

/** What the page is made of besides what all online countries have. Times of day are `hh:mm` to `24:00`. */
export interface CroatiaPageInput extends TrustingPageInput {
  /** OznPosPr and OznNapUr of this register. */
  premises: string;
  device: string;
  /** Working hours that are announced. */
  hours: Announced['hours'];
  exceptions: Announced['exceptions'];
  /** In the VAT system, as the till has configured it. */
  inVat: boolean;
  /** Numbers given since the backup are not known: the highest that is. Null: all are. */
  restored: number | null;
}

/** The page of a register. */
export function croatiaPage(input: CroatiaPageInput): DescribedPage {
  return {
    sections: [
      ...(input.restored === null ? [] : [lastNumberSection(input.restored)]),
      sendingSection(input),
      certificateSection(input),
      authoritySection(input.trusted),
      numbers(input),
      corrections(),
      workingHours(input),
    ],
  };
}

/** Means of payment that a receipt may be changed to. */
const PAYMENTS = ['G', 'K', 'T', 'O'] as const;

/** What can be told of a receipt that has its JIR. */
function corrections(): PageSection {
  const number: PageField = {
    type: 'text',
    name: 'number',
    label: words('receipts.number'),
    help: words('receipts.numberRule'),
    rule: words('receipts.numberRule'),
    required: true,
    pattern: '[1-9][0-9]*',
    most: 20,
  };
  const payment: PageField = {
    type: 'select',
    name: 'payment',
    label: words('receipts.payment'),
    required: true,
    options: PAYMENTS.map((value) => ({ value, label: words(`receipts.payments.${value}`) })),
  };
  const amount: PageField = {
    type: 'number',
    name: 'amount',
    label: words('receipts.amount'),
    help: words('receipts.amountHelp'),
    required: true,
    digits: 2,
    least: '0.01',
    most: '999999.99',
  };
  const buyer: PageField = {
    type: 'text',
    name: 'buyer',
    label: words('receipts.buyer'),
    help: words('receipts.buyerHelp'),
    rule: words('error.oib'),
    pattern: '[0-9]{11}',
    most: 11,
  };
  return {
    name: 'receipts',
    heading: words('receipts.heading'),
    intro: words('receipts.intro'),
    parts: [
      {
        kind: 'actions',
        actions: [
          {
            action: 'payment-change',
            label: words('receipts.change'),
            fields: [number, payment],
            done: words('receipts.changed'),
          },
          {
            action: 'tip',
            label: words('receipts.tip'),
            fields: [number, amount, payment],
            done: words('receipts.tipped'),
          },
          {
            action: 'data-change',
            label: words('receipts.data'),
            fields: [number, payment, buyer],
            done: words('receipts.dataChanged'),
          },
        ],
      },
    ],
  };
}

function numbers({ premises, device, inVat }: CroatiaPageInput): PageSection {
  return {
    name: 'numbers',
    heading: words('numbers.heading'),
    intro: words('numbers.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: words('numbers.premises'), value: premises, copy: true },
          { label: words('numbers.device'), value: device, copy: true },
          {
            label: words('sending.vat'),
            value: words(inVat ? 'sending.yes' : 'sending.no'),
            explanation: words('sending.vatText'),
          },
        ],
      },
    ],
  };
}
