import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Reply } from '../../../api/request.ts';
import { Mark } from '../../../components/mark.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { RateDialog, type RateSetting } from './rate-dialog.tsx';
import { RateInUse } from './rate-in-use.tsx';
import { sameRate } from './read-rate.ts';
import { ResetDialog } from './reset-dialog.tsx';

/** A tax group with the percentage in use. Percentages are decimal texts, days `YYYY-MM-DD`. */
export interface RateRow {
  group: string;
  rate: string;
  /** What the receipt format says. */
  specified: string;
  /** First day of the percentage in use; null when it always was. */
  from: string | null;
  next: { rate: string; from: string } | null;
}

/** A further column: what a country has to say of a group. */
export interface RateColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
}

/** Tax groups with their percentages, and a button that changes each. */
export function RateTable<Row extends RateRow>({
  caption,
  rows,
  group = (row) => <strong>{row.group}</strong>,
  before = [],
  specified = (row) => <SpecifiedRate row={row} />,
  after = [],
  state = () => undefined,
  isFixed = () => false,
  onChange,
}: {
  caption: string;
  rows: readonly Row[];
  /** What stands for a group. */
  group?: (row: Row) => ReactNode;
  /** Columns before the percentage in use. */
  before?: readonly RateColumn<Row>[];
  /** What stands for the percentage of the receipt format. */
  specified?: (row: Row) => ReactNode;
  /** Columns at the end. */
  after?: readonly RateColumn<Row>[];
  /** How a row stands, for tests. */
  state?: (row: Row) => string | undefined;
  /** It cannot be changed: what is not taxed stays so. */
  isFixed?: (row: Row) => boolean;
  onChange: (row: Row) => void;
}) {
  const { t } = useTexts();
  const columns: RateColumn<Row>[] = [
    { label: t('fiscal.rates.group'), cell: group },
    ...before,
    { label: t('fiscal.rates.rate'), cell: (row) => <RateInUse row={row} /> },
    { label: t('fiscal.rates.specified'), cell: specified },
    ...after,
  ];
  const actions = t('fiscal.rates.actions');
  return (
    <WideTable caption={caption} columns={columns.map(({ label }) => label)} actions={actions} fit="short">
      {rows.map((row) => (
        <Row key={row.group} data-testid="tax" data-rate={state(row)}>
          {columns.map(({ label, cell }) => (
            <Cell key={label} label={label}>
              {cell(row)}
            </Cell>
          ))}
          <Cell label={actions} actions>
            {!isFixed(row) && (
              <Group gap="xs">
                <Button
                  variant="subtle"
                  onClick={() => onChange(row)}
                  aria-label={t('fiscal.rates.changeOf', { group: row.group })}
                >
                  {t('fiscal.rates.change')}
                </Button>
              </Group>
            )}
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

/** The percentage of the receipt format, marked where another one is in use. */
function SpecifiedRate({ row: { rate, specified } }: { row: RateRow }) {
  const { t, locale } = useTexts();
  const text = formatPercent(specified, locale);
  return sameRate(rate, specified) ? (
    text
  ) : (
    <Mark tone="look">{t('fiscal.rates.differs', { rate: text })}</Mark>
  );
}

/** Changing percentages: the dialogs, one at a time, and what opens them. */
export function useRateDialogs<Row extends RateRow>({
  today,
  now,
  likely = () => '',
  onSet,
  onReset,
}: {
  /** Day of the service. */
  today: string;
  /** What a percentage is now, in words; where nothing is said, as in use and in the receipt format. */
  now?: (row: Row) => string;
  /** The percentage that is most likely meant. */
  likely?: (row: Row) => string;
  onSet: (setting: RateSetting) => Promise<Reply<unknown>>;
  onReset: () => Promise<Reply<unknown>>;
}): { change: (row: Row) => void; reset: () => void; dialogs: ReactNode } {
  const { t, locale } = useTexts();
  const [asked, setAsked] = useState<Row | 'reset' | null>(null);
  const done = () => setAsked(null);
  const words = ({ rate, specified }: Row) =>
    t('fiscal.rates.now', {
      rate: formatPercent(rate, locale),
      specified: formatPercent(specified, locale),
    });
  return {
    change: (row) => setAsked(row),
    reset: () => setAsked('reset'),
    dialogs: (
      <>
        {asked === 'reset' && <ResetDialog onReset={onReset} onClose={done} />}
        {asked !== null && asked !== 'reset' && (
          <RateDialog group={asked.group} likely={likely(asked)} today={today} onSet={onSet} onClose={done}>
            <p>{(now ?? words)(asked)}</p>
          </RateDialog>
        )}
      </>
    ),
  };
}
