import { Mark } from '../../../components/mark.tsx';
import { formatDay } from '../../../format/day.ts';
import type { Entity } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';

/** What state an entity is in, and whether that is going to change. */
export function StateMark({ entity: { state, deactivateAfterTimestamp } }: { entity: Entity }) {
  const { t, locale } = usePortalTexts();
  const tone = state === 'Productive' ? 'good' : state === 'Test' ? 'look' : 'plain';
  return (
    <>
      <Mark tone={tone}>{t(`state.${state}`)}</Mark>
      {deactivateAfterTimestamp !== null && state !== 'Deactivated' && (
        <Mark tone="look">
          {t('entity.endsOn', {
            day: formatDay(deactivateAfterTimestamp.slice(0, 10), locale),
          })}
        </Mark>
      )}
    </>
  );
}
