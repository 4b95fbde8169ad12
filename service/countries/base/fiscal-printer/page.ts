/** What the pages of registers with a fiscal printer have in common. */
import type { PageField } from '../../contract/described-page/fields.ts';
import type { PageSection } from '../../contract/described-page/page.ts';
import { words, type PageFact, type PageState } from '../../contract/described-page/words.ts';
import type { Failure, FiscalPrinterState } from '../../contract/fiscal-printer.ts';

/** A fact about the printer, labelled `printer.<name>`. */
export const printerFact = (name: string, value: PageFact['value'], state?: PageState): PageFact => ({
  label: words(`printer.${name}`),
  value,
  ...(state && { state }),
});

/** How the printer is: what is in the way, as far as it tells. */
export function condition(failure: Failure | null, state: FiscalPrinterState | null): PageFact {
  if (failure) return printerFact('condition', words(`printer.trouble.${failure.trouble}`), 'bad');
  if (!state) return printerFact('condition', words('printer.unasked'), 'warn');
  if (!state.offline) return printerFact('condition', words('printer.ready'), 'good');
  const why = state.paperEnd ? 'trouble.paper' : state.coverOpen ? 'trouble.cover' : 'offline';
  return printerFact('condition', words(`printer.${why}`), 'bad');
}

/** A receipt that nobody knows the outcome of. */
export interface OpenReceipt {
  /** Decimal text. */
  total: string;
  /** ISO 4217. */
  currency: string;
  /** What names a document of the printer. */
  number: readonly PageField[];
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** Texts beneath this name speak of a server or a register in the cloud in place of a printer. */
  says?: 'open' | 'serverOpen' | 'cloud.open';
}

/** A manager says what became of a receipt: printed as a document of a day and time, or not. */
export function openReceipt({ total, currency, number, today, says = 'open' }: OpenReceipt): PageSection {
  return {
    name: 'open',
    heading: words('open.heading'),
    intro: words(`${says}.intro`),
    wide: true,
    parts: [
      {
        kind: 'notice',
        state: 'warn',
        title: words('open.title', { amount: { amount: total, currency } }),
        text: words(`${says}.text`),
      },
      {
        kind: 'actions',
        actions: [
          {
            action: 'printed',
            label: words(`${says}.printed`),
            fields: [
              ...number,
              {
                ...{ type: 'date', name: 'day', label: words('open.day'), required: true },
                ...{ most: today, value: today },
              },
              {
                ...{ type: 'text', name: 'time', label: words('open.time'), help: words('open.timeHelp') },
                ...{ rule: words('open.timeHelp'), required: true, most: 5 },
                pattern: '([01][0-9]|2[0-3]):[0-5][0-9]',
              },
            ],
            done: words('open.decided'),
          },
          {
            action: 'not-printed',
            label: words(`${says}.notPrinted`),
            confirm: {
              heading: words(`${says}.notPrinted`),
              consequences: [words(`${says}.again`), words(`${says}.twice`)],
              submit: words(`${says}.notPrinted`),
              danger: true,
            },
            done: words('open.decided'),
          },
        ],
      },
    ],
  };
}
