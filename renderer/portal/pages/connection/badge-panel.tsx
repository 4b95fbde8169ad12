import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Line, Present } from '../../../components/part.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Loading } from '../loading.tsx';
import { ToldOnce } from './told-once.tsx';

/** The badge by which registers are connected to their company. */
export function BadgePanel({ company }: { company: Entity }) {
  const { t, locale } = usePortalTexts();
  const path = `/Company/${idOf(company)}/Badge`;
  const badge = useAsk<{ exists: boolean; createdTimestamp: string | null }>(path);
  const { failure, run } = useAction();
  const [told, setTold] = useState<string | null>(null);
  const [isRenewing, setRenewing] = useState(false);
  const make = async () => {
    const reply = await run(() => ask<{ badge: string }>(path, { method: 'POST' }));
    if (reply.ok) setTold(reply.value.badge);
    return reply;
  };
  return (
    <Panel heading={t('connection.badge')} intro={t('connection.badgeIntro')}>
      <Loading loaded={badge}>
        {({ exists, createdTimestamp }) => (
          <Line>
            {exists ? (
              <Present>{t('connection.since', { date: timeText(createdTimestamp, locale) })}</Present>
            ) : (
              <Text c="dimmed">{t('connection.noBadge')}</Text>
            )}
            {company.state !== 'Deactivated' &&
              (exists ? (
                <Button onClick={() => setRenewing(true)}>{t('connection.renewBadge')}</Button>
              ) : (
                <ActionButton variant="filled" onAction={make}>
                  {t('connection.makeBadge')}
                </ActionButton>
              ))}
          </Line>
        )}
      </Loading>
      <FailureNote failure={failure} />
      {told !== null && <ToldOnce secrets={[{ name: t('connection.badge'), value: told }]} />}
      {isRenewing && (
        <ConfirmDialog
          heading={t('connection.renewBadge')}
          submit={t('connection.renew')}
          action={make}
          done={t('connection.badgeMade')}
          onClose={() => setRenewing(false)}
        >
          <p>{t('connection.renewBadgeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
