import type { ReactNode } from 'react';
import type { SaftMonth } from '../../../../service/countries/pt/wire.ts';
import { CheckIcon, ClockIcon, WarningIcon } from '../../../components/icons.tsx';
import { Mark } from '../../../components/mark.tsx';
import type { NoticeTone } from '../../../components/notice.tsx';
import { formatDay, formatMoment } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { type MonthState, monthState } from './month-state.ts';

const looks: Record<MonthState, { tone: NoticeTone; icon: ReactNode }> = {
  running: { tone: 'plain', icon: <ClockIcon /> },
  due: { tone: 'look', icon: <ClockIcon /> },
  overdue: { tone: 'bad', icon: <WarningIcon /> },
  exported: { tone: 'good', icon: <CheckIcon /> },
};

/** How a month stands, and until when it must be handed in. */
export function MonthMark({ month, today }: { month: SaftMonth; today: string }) {
  const { t, locale } = useTexts();
  const state = monthState(month, today);
  return (
    <Mark {...looks[state]}>
      {t(`portugal.saft.states.${state}`, {
        due: formatDay(month.due, locale),
        time: month.exported === null ? '' : formatMoment(month.exported, locale),
      })}
    </Mark>
  );
}
