import type { ControlStatus } from '../../../service/wire.ts';
import { Card, Fact, Facts } from '../../components/card.tsx';
import { formatCount } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PortalFacts, PortalLinks } from './portal-facts.tsx';

/** Is the world outside reachable, and what is still to be sent? */
export function ConnectionCard({ portal, queues }: Pick<ControlStatus, 'portal' | 'queues'>) {
  const { t, locale } = useTexts();
  return (
    <Card heading={t('page.connection.heading')}>
      <Facts>
        <PortalFacts portal={portal} waiting={queues.recorder} />
        {queues.retry !== null && (
          <Fact name={t('page.connection.retry')}>
            {queues.retry === 0 ? t('page.connection.nothing') : formatCount(queues.retry, locale)}
          </Fact>
        )}
      </Facts>
      <PortalLinks portal={portal} />
    </Card>
  );
}
