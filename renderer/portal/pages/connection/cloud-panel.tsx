import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Line, Present, Soft } from '../../../components/part.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Loading } from '../loading.tsx';
import { ToldOnce } from './told-once.tsx';

interface Credentials {
  exists: boolean;
  apiKey: string | null;
  createdTimestamp: string | null;
}

/** What tills authenticate with at a register in the cloud. */
export function CloudPanel({ company }: { company: Entity }) {
  const { t, locale } = usePortalTexts();
  const path = `/Company/${idOf(company)}/CloudCredentials`;
  const credentials = useAsk<Credentials>(path);
  const { failure, run } = useAction();
  const [told, setTold] = useState<{ apiKey: string; apiSecret: string } | null>(null);
  const [isRenewing, setRenewing] = useState(false);
  const make = async () => {
    const reply = await run(() => ask<{ apiKey: string; apiSecret: string }>(path, { method: 'POST' }));
    if (reply.ok) setTold(reply.value);
    return reply;
  };
  return (
    <Panel heading={t('connection.cloud')} intro={t('connection.cloudIntro')}>
      <Loading loaded={credentials}>
        {({ exists, apiKey, createdTimestamp }) => (
          <Line>
            {exists ? (
              <Present>
                <span>
                  <code>{apiKey}</code>
                  <Soft>
                    {t('connection.since', {
                      date: timeText(createdTimestamp, locale),
                    })}
                  </Soft>
                </span>
              </Present>
            ) : (
              <Text c="dimmed">{t('connection.noCloud')}</Text>
            )}
            {company.state !== 'Deactivated' &&
              (exists ? (
                <Button onClick={() => setRenewing(true)}>{t('connection.renewCloud')}</Button>
              ) : (
                <ActionButton onAction={make}>{t('connection.makeCloud')}</ActionButton>
              ))}
          </Line>
        )}
      </Loading>
      <FailureNote failure={failure} />
      {told !== null && (
        <ToldOnce
          secrets={[
            { name: t('connection.apiKey'), value: told.apiKey },
            { name: t('connection.apiSecret'), value: told.apiSecret },
          ]}
        />
      )}
      {isRenewing && (
        <ConfirmDialog
          heading={t('connection.renewCloud')}
          submit={t('connection.renew')}
          color="red"
          action={make}
          done={t('connection.cloudMade')}
          onClose={() => setRenewing(false)}
        >
          <p>{t('connection.renewCloudText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
