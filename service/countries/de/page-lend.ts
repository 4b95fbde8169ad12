/** What other tills need to sign with the TSEs of this one (`SignServer`), on the page of a German register. */
import type { PageSection } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';

const MOST_PASSWORD = 200;

/** Whether there is a password, and how one is set. */
export function lendSection({ hasPassword }: { hasPassword: boolean }): PageSection {
  const value = words(hasPassword ? 'lend.hasPassword' : 'lend.noPassword');
  return {
    name: 'lend',
    heading: words('lend.heading'),
    intro: words('lend.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [{ label: words('settings.password'), value, state: hasPassword ? 'good' : 'warn' }],
      },
      {
        kind: 'actions',
        actions: [
          {
            action: 'lend',
            label: words('lend.set'),
            fields: [
              {
                ...{ type: 'password', name: 'password', most: MOST_PASSWORD },
                ...{ label: words('settings.password'), help: words('lend.hint') },
              },
            ],
            done: words('lend.done'),
          },
        ],
      },
    ],
  };
}
