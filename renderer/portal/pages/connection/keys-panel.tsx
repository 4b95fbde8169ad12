import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Soft } from '../../../components/part.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { Empty, Loading } from '../loading.tsx';
import type { ApiKey } from '../people/types.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { ToldOnce } from './told-once.tsx';

/** Keys with which programs use the API. */
export function KeysPanel({ line: { entity }, may }: SectionProps) {
  const { t, locale } = usePortalTexts();
  const id = idOf(entity);
  const keys = useAsk<{ apiKeys: ApiKey[] }>(`/Entity/${id}/ApiKeys`);
  const [isMaking, setMaking] = useState(false);
  const [told, setTold] = useState<{ name: string; value: string } | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const time = (text: string | null, none: string) => (text === null ? none : timeText(text, locale));
  return (
    <Panel heading={t('keys.heading')} intro={t('keys.intro')}>
      {told !== null && <ToldOnce secrets={[told]} />}
      <p>
        <Anchor href="./docs" target="_blank" rel="noreferrer">
          {t('registers.docs')}
        </Anchor>
      </p>
      <Loading loaded={keys}>
        {({ apiKeys: all }) =>
          all.length === 0 ? (
            <Empty>{t('keys.none')}</Empty>
          ) : (
            <WideTable
              caption={t('keys.heading')}
              columns={[t('keys.name'), t('people.role'), t('keys.used'), t('people.validUntil')]}
              actions={t('common.actions')}
            >
              {all.map((key) => (
                <Row key={key.keyId}>
                  <Cell label={t('keys.name')}>
                    {key.name}
                    <Soft>
                      {t('keys.made', { who: key.createdBy, date: time(key.createdTimestamp, '') })}
                    </Soft>
                    <MakerMark apiKey={key} />
                  </Cell>
                  <Cell label={t('people.role')}>{t(`role.${key.role}`)}</Cell>
                  <Cell label={t('keys.used')}>{time(key.usedTimestamp, t('common.never'))}</Cell>
                  <Cell label={t('people.validUntil')}>
                    {key.state === 'active' ? (
                      time(key.expiresTimestamp, t('keys.noEnd'))
                    ) : (
                      <Mark tone="plain">{t(`keys.state.${key.state}`)}</Mark>
                    )}
                  </Cell>
                  <Cell label={t('common.actions')} actions>
                    {key.state === 'active' && (
                      <Button
                        variant="subtle"
                        aria-label={t('keys.revokeOf', { name: key.name })}
                        onClick={() => setRevoked(key)}
                      >
                        {t('keys.revoke')}
                      </Button>
                    )}
                  </Cell>
                </Row>
              ))}
            </WideTable>
          )
        }
      </Loading>
      <Group gap="xs">
        <Button onClick={() => setMaking(true)}>{t('keys.make')}</Button>
      </Group>
      {isMaking && (
        <NewKeyDialog
          entity={entity}
          may={may}
          onMade={(name, value) => setTold({ name, value })}
          onClose={() => setMaking(false)}
        />
      )}
      {revoked !== null && (
        <ConfirmDialog
          heading={t('keys.revokeOf', { name: revoked.name })}
          submit={t('keys.revoke')}
          color="red"
          action={() => ask(`/ApiKey/${revoked.keyId}`, { method: 'DELETE' })}
          done={t('keys.revoked', { name: revoked.name })}
          onClose={() => setRevoked(null)}
        >
          <p>{t('keys.revokeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** Who has made a key in force could not do so any more, and may know it. */
function MakerMark({ apiKey: { state, creatorState } }: { apiKey: ApiKey }) {
  const { t } = usePortalTexts();
  if (state !== 'active' || (creatorState !== 'gone' && creatorState !== 'fewerRights')) return null;
  return <Mark tone="look">{t(`keys.creator.${creatorState}`)}</Mark>;
}
