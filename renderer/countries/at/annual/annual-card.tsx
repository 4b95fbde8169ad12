import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';
import { CheckIcon, ClockIcon, WarningIcon } from '../../../components/icons.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Notice, type NoticeTone } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatDay } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { StateList, StateRow } from '../../parts/state-list.tsx';
import { CheckButton } from '../check/check-button.tsx';
import { type AnnualState, annualState, checkBy } from './annual-state.ts';

const looks: Record<AnnualState, { tone: NoticeTone; icon: ReactNode }> = {
  checked: { tone: 'good', icon: <CheckIcon /> },
  due: { tone: 'look', icon: <ClockIcon /> },
  overdue: { tone: 'bad', icon: <WarningIcon /> },
};

/** The annual receipts: which were checked, and until when the others must be. */
export function AnnualCard({
  overview: { annual, annualDue },
  today,
  onCheck,
}: {
  overview: AustriaOverview;
  today: string;
  onCheck: (receipt: string) => void;
}) {
  const { t, locale } = useTexts();
  return (
    <Panel heading={t('austria.annual.heading')} intro={t('austria.annual.intro')}>
      {annualDue !== null && (
        <Notice tone="look" title={t('austria.annual.waits', { year: annualDue })}>
          <p>{t('austria.annual.waitsText')}</p>
        </Notice>
      )}
      {annual.length === 0 && annualDue === null && <Text c="dimmed">{t('austria.annual.none')}</Text>}
      {annual.length > 0 && (
        <StateList>
          {annual.map((row) => {
            const state = annualState(row, today);
            const day = state === 'checked' ? (row.checked ?? '').slice(0, 10) : checkBy(row.year);
            return (
              <StateRow
                key={row.year}
                data-testid="annual"
                name={row.year}
                mark={
                  <Mark {...looks[state]}>
                    {t(`austria.annual.states.${state}`, { day: formatDay(day, locale) })}
                  </Mark>
                }
                action={state !== 'checked' && <CheckButton receipt={row.year} onOpen={onCheck} />}
              />
            );
          })}
        </StateList>
      )}
    </Panel>
  );
}
