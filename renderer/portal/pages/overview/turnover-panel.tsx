import { Fact, Facts } from '../../../components/card.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Hint } from '../../../components/part.tsx';
import { formatDay } from '../../../format/day.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Loading } from '../loading.tsx';
import { Sums } from './sums.tsx';
import type { Turnover } from './types.ts';

const EVERY_MS = 15_000;

/** What a company or one of its locations has sold today and yesterday. */
export function TurnoverPanel({ companyId, locationId }: { companyId: number; locationId: number | null }) {
  const { t, locale } = usePortalTexts();
  const query = locationId === null ? '' : `?locationId=${locationId}`;
  const turnover = useAsk<Turnover>(`/Company/${companyId}/Turnover${query}`, EVERY_MS);
  return (
    <Panel heading={t('overview.turnover')} intro={t('overview.turnoverIntro')}>
      <Loading loaded={turnover}>
        {({ today, yesterday, complete, sealed }) =>
          sealed ? (
            <Hint>{t('overview.sealed')}</Hint>
          ) : (
            <>
              <Facts>
                <Fact name={t('overview.today', { day: formatDay(today.day, locale) })}>
                  <strong data-testid="today">
                    <Sums day={today} />
                  </strong>
                </Fact>
                <Fact name={t('overview.yesterday', { day: formatDay(yesterday.day, locale) })}>
                  <Sums day={yesterday} />
                </Fact>
              </Facts>
              {!complete && <Hint>{t('overview.counting')}</Hint>}
            </>
          )
        }
      </Loading>
    </Panel>
  );
}
