import { Anchor, Text } from '@mantine/core';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Soft } from '../../../components/part.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { entityHash, registerHash } from '../../api/route.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { timeText } from '../../time-text.ts';
import { LEVEL_TONES } from '../registers/health.ts';
import type { FoundNotification } from './types.ts';

/** Notifications by company, in the order in which the companies come. */
export function NotificationGroups({
  items,
  hasEnded,
}: {
  items: readonly FoundNotification[];
  /** Some may be over: when is of interest. */
  hasEnded: boolean;
}) {
  const { t } = usePortalTexts();
  const groups = Map.groupBy(items, ({ companyId }) => companyId);
  return [...groups].map(([companyId, own]) => (
    <Panel key={companyId} heading={own[0]!.companyName}>
      {own[0]!.mayReadCompany && (
        <Anchor href={entityHash('company', companyId, 'registers')}>{t('notifications.toCompany')}</Anchor>
      )}
      <GroupTable company={own[0]!.companyName} items={own} hasEnded={hasEnded} />
    </Panel>
  ));
}

/** The page about a register that may be opened: with a role on its location alone that one's. */
function pageOf({ mayReadCompany, companyId, registerId, locationId }: FoundNotification): string {
  return mayReadCompany || locationId === null
    ? registerHash(companyId, registerId)
    : entityHash('location', locationId);
}

function GroupTable({
  company,
  items,
  hasEnded,
}: {
  company: string;
  items: readonly FoundNotification[];
  hasEnded: boolean;
}) {
  const { t, locale } = usePortalTexts();
  const columns = [t('notifications.what'), t('kind.register'), t('notifications.since')];
  if (hasEnded) columns.push(t('notifications.till'));
  return (
    <WideTable caption={`${t('section.notifications')}: ${company}`} columns={columns}>
      {items.map((one) => (
        <Row key={one.notificationId} data-testid="notification">
          <Cell label={t('notifications.what')}>
            <Mark tone={one.endedTimestamp === null ? LEVEL_TONES[one.level] : 'plain'}>{one.title}</Mark>
            <Soft>
              {t(`notifications.levels.${one.level}`)} · {one.fix}
            </Soft>
          </Cell>
          <Cell label={t('kind.register')}>
            <Anchor href={pageOf(one)}>{one.registerName ?? one.registerNumber}</Anchor>
            {one.locationName !== null && <Soft>{one.locationName}</Soft>}
          </Cell>
          <Cell label={t('notifications.since')}>
            <Text span display="block" miw="7rem">
              {timeText(one.beganTimestamp, locale)}
            </Text>
          </Cell>
          {hasEnded && (
            <Cell label={t('notifications.till')}>
              <Text span display="block" miw="7rem">
                {one.endedTimestamp === null
                  ? t('notifications.goesOn')
                  : timeText(one.endedTimestamp, locale)}
              </Text>
            </Cell>
          )}
        </Row>
      ))}
    </WideTable>
  );
}
