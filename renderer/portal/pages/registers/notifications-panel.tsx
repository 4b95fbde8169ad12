import { Text } from '@mantine/core';
import { Mark } from '../../../components/mark.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { entityPath, idOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Soft } from '../../../components/part.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import { LEVEL_TONES } from './health.ts';
import type { Level, Notification, Register } from './types.ts';

const EVERY_MS = 10_000;

/** What is the matter with the registers of a company now, in the language of the page. */
export function NotificationsPanel({ company }: { company: Entity }) {
  const { t, locale } = usePortalTexts();
  const path = `${entityPath('company', idOf(company))}/Notifications?languageCode=${locale}`;
  const notifications = useAsk<{ notifications: Notification[] }>(path, EVERY_MS);
  if (company.state !== 'Productive') {
    return (
      <Panel heading={t('section.notifications')}>
        <Notice tone="plain">
          <p>{t('notifications.productiveOnly')}</p>
        </Notice>
      </Panel>
    );
  }
  const columns = [t('notifications.what'), t('kind.register'), t('notifications.since')];
  return (
    <Panel heading={t('section.notifications')} intro={t('notifications.intro')}>
      <Loading loaded={notifications}>
        {({ notifications: all }) =>
          all.length === 0 ? (
            <NothingToTell companyId={idOf(company)} />
          ) : (
            <WideTable caption={t('section.notifications')} columns={columns} fit="short">
              {all.map((one) => (
                <Row
                  key={`${one.RegisterNumber} ${one.EventCode} ${one.InitialTimestamp}`}
                  data-testid="notification"
                >
                  <Cell label={t('notifications.what')}>
                    <Mark tone={LEVEL_TONES[one.CurrentLevel.toLowerCase() as Level]}>
                      {one.DescriptionShort}
                    </Mark>
                    <Soft>{one.DescriptionLong}</Soft>
                  </Cell>
                  <Cell label={t('kind.register')}>
                    <Text span display="block" miw="7rem">
                      {one.RegisterNumber}
                    </Text>
                  </Cell>
                  <Cell label={t('notifications.since')}>
                    <Text span display="block" miw="7rem">
                      {timeText(one.InitialTimestamp, locale)}
                    </Text>
                  </Cell>
                </Row>
              ))}
            </WideTable>
          )
        }
      </Loading>
    </Panel>
  );
}

/** All is well only where there is something that could be otherwise. */
function NothingToTell({ companyId }: { companyId: number }) {
  const { t } = usePortalTexts();
  const registers = useAsk<{ registers: Register[] }>(`/Company/${companyId}/Registers`, EVERY_MS);
  return (
    <Loading loaded={registers}>
      {({ registers: all }) =>
        all.every(({ state }) => state === 'Deactivated') ? (
          <Empty>{t('notifications.noRegisters')}</Empty>
        ) : (
          <Notice tone="good">
            <p>{t('notifications.none')}</p>
          </Notice>
        )
      }
    </Loading>
  );
}
