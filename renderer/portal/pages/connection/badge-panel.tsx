import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Notice } from '../../../components/notice.tsx';
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

/** A badge, and the text that names this portal with it. */
interface Made {
  badge: string;
  connection: string;
}

/** What is entered at registers, and from where it can be used. */
function ConnectionText({ made: { badge, connection } }: { made: Made }) {
  const { t } = usePortalTexts();
  const { protocol, hostname } = new URL(connection);
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  const warning = isLocal ? 'connection.textLocal' : protocol === 'http:' ? 'connection.textPlain' : null;
  return (
    <>
      <ToldOnce
        secrets={[
          { name: t('connection.text'), value: connection },
          { name: t('connection.badge'), value: badge },
        ]}
      />
      <p>{t('connection.textIntro')}</p>
      {warning !== null && (
        <Notice tone={isLocal ? 'plain' : 'look'}>
          <p>{t(warning)}</p>
        </Notice>
      )}
    </>
  );
}

/** The badge by which registers are connected to their company. */
export function BadgePanel({ company }: { company: Entity }) {
  const { t, locale } = usePortalTexts();
  const path = `/Company/${idOf(company)}/Badge`;
  const badge = useAsk<{ exists: boolean; createdTimestamp: string | null }>(path);
  const { failure, run } = useAction();
  const [told, setTold] = useState<Made | null>(null);
  const [isRenewing, setRenewing] = useState(false);
  const make = async () => {
    const reply = await run(() => ask<Made>(path, { method: 'POST' }));
    if (reply.ok) setTold(reply.value);
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
      {told !== null && <ConnectionText made={told} />}
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
