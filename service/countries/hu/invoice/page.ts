/** What the page shows of invoices that this program issues, and of telling NAV. */
import type { PageSection } from '../../contract/described-page/page.ts';
import { words } from '../../contract/described-page/words.ts';
import { sendingSection, type OnlinePageInput } from '../../base/online/page.ts';

/** What these sections are made of. */
export interface InvoicePageInput extends OnlinePageInput {
  /** Technical user of NAV Online Számla; null: none. */
  user: string | null;
}

/** The login, and what is under way. */
export function invoiceSections(input: InvoicePageInput): PageSection[] {
  const isUsed = input.user !== null || input.waiting.count > 0;
  return [...(isUsed ? [sendingSection(input, false)] : []), loginSection(input)];
}

function loginSection({ user, environment }: InvoicePageInput): PageSection {
  return {
    name: 'nav',
    heading: words('nav.heading'),
    intro: words('nav.intro'),
    parts: [
      {
        kind: 'login',
        heading: words('nav.login'),
        user,
        save: {
          action: 'nav-login',
          where: words(`nav.where.${environment}`),
          user: {
            ...{
              label: words('nav.user'),
              most: 15,
              pattern: '[a-zA-Z0-9]{6,15}',
              rule: words('nav.userRule'),
            },
          },
          password: { label: words('nav.password'), most: 100 },
          fields: [
            {
              ...{ type: 'password', name: 'signKey', label: words('nav.signKey'), required: true, most: 60 },
              help: words('nav.signKeyRule'),
            },
            {
              ...{ type: 'password', name: 'exchangeKey', label: words('nav.exchangeKey'), required: true },
              ...{ most: 16, help: words('nav.exchangeKeyRule') },
            },
          ],
          done: words('nav.saved'),
        },
        forget: { action: 'forget-nav', consequence: words('nav.consequence'), done: words('nav.forgotten') },
        test: { action: 'echo', label: words('sending.echo'), done: words('sending.echoed') },
      },
    ],
  };
}
