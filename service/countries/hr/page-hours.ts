/** The working hours of premises on the page: what is announced, and how to change it. */
import type { PageAction, PageField } from '../contract/described-page/fields.ts';
import type { PageSection, TablePart } from '../contract/described-page/page.ts';
import { type Words, words } from '../contract/described-page/words.ts';
import type { Announced } from './hours.ts';

/** Times of day as the tax authority takes them. */
const TIME_OF_DAY = '(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00';

/** Who announces working hours. */
const OPERATOR: PageField = {
  type: 'text',
  name: 'operator',
  label: words('hours.operator'),
  rule: words('error.oib'),
  required: true,
  pattern: '[0-9]{11}',
  most: 11,
};

/** Fields for the hours of a day. */
function hoursOfDay(): NonNullable<PageAction['fields']> {
  return (['from', 'till'] as const).map((name) => ({
    type: 'text',
    name,
    label: words(`hours.${name}`),
    help: words('hours.timeHelp'),
    rule: words('hours.timeRule'),
    pattern: TIME_OF_DAY,
    most: 5,
    required: true,
  }));
}

/** What is announced, and how to change it. @param now local time */
export function workingHours({
  hours,
  exceptions,
  now,
}: Pick<Announced, 'hours' | 'exceptions'> & { now: string }): PageSection {
  const today = now.slice(0, 10);
  const days = ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((day) => ({
    value: String(day),
    label: words(`hours.days.${day}`),
  }));
  const regular = hours.map(({ id, day, from, till, since }) => {
    const when = words(`hours.days.${day}`);
    return row(id, 'remove-hours', when, [
      { value: when, ...(since > today && { remark: words('hours.since', { since: { day: since } }) }) },
      { value: words('hours.period', { from, till }) },
    ]);
  });
  const others = exceptions.map(({ id, date, from, till }) =>
    row(id, 'remove-exception', { day: date }, [
      { value: { day: date } },
      { value: words('hours.period', { from, till }) },
    ]),
  );
  return {
    name: 'hours',
    heading: words('hours.heading'),
    intro: words('hours.intro'),
    wide: true,
    parts: [
      {
        kind: 'table',
        caption: words('hours.regular'),
        columns: [words('hours.day'), words('hours.time')],
        rows: regular,
        empty: words('hours.noRegular'),
        actions: [
          {
            action: 'add-hours',
            label: words('hours.add'),
            done: words('hours.added'),
            fields: [
              { type: 'select', name: 'day', label: words('hours.day'), required: true, options: days },
              ...hoursOfDay(),
              OPERATOR,
              {
                type: 'date',
                name: 'since',
                label: words('hours.sinceLabel'),
                required: true,
                value: today,
                least: today,
              },
            ],
          },
        ],
      },
      {
        kind: 'table',
        caption: words('hours.exceptions'),
        columns: [words('hours.date'), words('hours.time')],
        rows: others,
        empty: words('hours.noException'),
        actions: [
          {
            action: 'add-exception',
            label: words('hours.addException'),
            done: words('hours.added'),
            fields: [
              { type: 'date', name: 'date', label: words('hours.date'), required: true, least: today },
              ...hoursOfDay(),
              OPERATOR,
            ],
          },
        ],
      },
    ],
  };
}

/** A row of working hours that can be taken back. */
function row(
  id: string,
  action: string,
  when: Words | { day: string },
  cells: TablePart['rows'][number]['cells'],
): TablePart['rows'][number] {
  return {
    id,
    cells,
    actions: [
      {
        action,
        label: words('hours.remove'),
        of: words('hours.removeOf', { when }),
        fixed: { id },
        fields: [OPERATOR],
        confirm: {
          heading: words('hours.removeHeading', { when }),
          consequences: [words('hours.removeText')],
          submit: words('hours.remove'),
          danger: true,
        },
        done: words('hours.removed'),
      },
    ],
  };
}
