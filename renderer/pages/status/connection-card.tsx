import type { ControlStatus } from '../../../service/wire.ts';
import { Card, Fact, Facts } from '../../components/card.tsx';
import { formatCount } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Is the world outside reachable, and what is still to be sent? */
export function ConnectionCard({
  hasBadge,
  online,
  queues,
}: Pick<ControlStatus, 'hasBadge' | 'online' | 'queues'>) {
  const { t, locale } = useTexts();
  const waiting = (count: number) =>
    count === 0 ? t('page.connection.nothing') : formatCount(count, locale);
  const mode = online ? 'online' : hasBadge ? 'offline' : 'alone';
  return (
    <Card heading={t('page.connection.heading')}>
      <Facts>
        <Fact
          name={t('page.connection.mode')}
          {...(mode === 'online' ? {} : { remark: t(`page.connection.${mode}Hint`) })}
        >
          {t(`page.connection.${mode}`)}
        </Fact>
        {hasBadge && <Fact name={t('page.connection.recorder')}>{waiting(queues.recorder)}</Fact>}
        <Fact name={t('page.connection.retry')}>{waiting(queues.retry)}</Fact>
      </Facts>
    </Card>
  );
}
