/** Exports on the page of a German register. */
import type { PageSection } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';

/**
 * What an audit asks for: DSFinV-K first, what the TSEs have signed, then the journal.
 * @param today `YYYY-MM-DD`
 * @param hasSigned a TSE has signed here: there are log messages of it
 */
export function exportsSection(today: string, hasSigned: boolean): PageSection {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const day = (of: number, monthIndex: number, date: number) =>
    new Date(Date.UTC(of, monthIndex, date)).toISOString().slice(0, 10);
  const lastMonth = { from: day(year, month - 2, 1), till: day(year, month - 1, 0) };
  return {
    name: 'exports',
    heading: words('exports.heading'),
    intro: words('exports.intro'),
    parts: [
      {
        kind: 'exports',
        types: [
          {
            type: 'dsfinvk',
            label: words('exports.dsfinvk'),
            periods: [
              {
                ...lastMonth,
                label: words('exports.month', { month: lastMonth.from.slice(0, 7) }),
                primary: true,
              },
              { from: `${year}-01-01`, till: today, label: words('exports.year', { year: String(year) }) },
              {
                from: `${year - 1}-01-01`,
                till: `${year - 1}-12-31`,
                label: words('exports.year', { year: String(year - 1) }),
              },
            ],
          },
          ...(hasSigned
            ? [
                {
                  ...{ type: 'tse', label: words('exports.tse'), timeless: true as const },
                  periods: [{ from: today, till: today, label: words('report.now'), primary: true as const }],
                },
              ]
            : []),
          { type: 'gobd', label: words('exports.gobd') },
        ],
      },
    ],
  };
}
