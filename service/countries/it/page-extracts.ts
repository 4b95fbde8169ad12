/** What the page offers to have printed out of the memories of the printer, as data. */
import type { PageSection } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';
import type { Extract } from '../contract/fiscal-printer.ts';

/**
 * Reports of a period, and the whole memory.
 * @param extracts what the printer prints; @param today `YYYY-MM-DD`
 */
export function extractsSection(extracts: readonly Extract[], today: string): PageSection {
  const periods = extracts.filter((what) => what !== 'memory');
  const day = (name: 'from' | 'till') => ({
    ...{ type: 'date' as const, name, label: words(`extracts.${name}`), required: true as const },
    ...{ most: today, value: today },
  });
  return {
    name: 'extracts',
    heading: words('extracts.heading'),
    intro: words('extracts.intro'),
    parts: [
      {
        kind: 'form',
        action: {
          action: 'extract',
          label: words('extracts.print'),
          done: words('extracts.printed'),
          fields: [
            {
              ...{ type: 'select', name: 'what', label: words('extracts.what'), required: true },
              value: periods[0]!,
              options: periods.map((what) => ({ value: what, label: words(`extracts.kinds.${what}`) })),
            },
            day('from'),
            day('till'),
          ],
        },
      },
      ...(extracts.includes('memory')
        ? [
            {
              kind: 'actions' as const,
              actions: [
                {
                  action: 'memory-report',
                  label: words('extracts.memory'),
                  confirm: {
                    heading: words('extracts.memoryHeading'),
                    consequences: [words('extracts.memoryLong')],
                    submit: words('extracts.memory'),
                  },
                  done: words('extracts.printed'),
                },
              ],
            },
          ]
        : []),
    ],
  };
}
