import { Text } from '@mantine/core';
import type { UnitRow } from '../../../service/at-signing/wire.ts';
import { Fold } from '../../components/fold.tsx';
import { Mark } from '../../components/mark.tsx';
import type { NoticeTone } from '../../components/notice.tsx';
import { formatDay } from '../../format/day.ts';
import { formatTime } from '../../format/date.ts';
import { Soft } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

const TONES: Record<UnitRow['state'], NoticeTone> = {
  ready: 'good',
  failed: 'bad',
  unused: 'plain',
  off: 'plain',
};

/** Whether a unit works, since when, and what went wrong last. */
export function UnitState({ row: { state, since, failure, nextTry } }: { row: UnitRow }) {
  const { t, locale } = useTexts();
  const time = (text: string) =>
    `${formatDay(text.slice(0, 10), locale)}, ${formatTime(Date.parse(text), locale)}`;
  return (
    <>
      <Mark tone={TONES[state]}>{t(`units.state.${state}`)}</Mark>
      {since !== null && state !== 'unused' && <Soft>{t('units.since', { time: time(since) })}</Soft>}
      {failure !== null && (
        <Text span display="block" size="sm" c={state === 'failed' ? 'inherit' : 'dimmed'}>
          {t('units.lastFailure', {
            time: time(failure.at),
            text:
              failure.cause === null ? t(`units.kind.${failure.kind}`) : t(`units.cause.${failure.cause}`),
          })}
        </Text>
      )}
      {failure !== null && (
        <Fold summary={t('fiscal.failure.details')}>
          <Text size="sm">{failure.text}</Text>
        </Fold>
      )}
      {nextTry !== null && <Soft>{t('units.nextTry', { time: time(nextTry) })}</Soft>}
    </>
  );
}
