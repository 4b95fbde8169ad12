import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Soft } from '../../../components/part.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import { useSentInvitation } from './sent-invitation.tsx';
import type { OpenInvitation, SentInvitation } from './types.ts';

/** Who has been invited and has not answered yet. */
export function InvitationsPanel({ entityId }: { entityId: number }) {
  const { t, locale } = usePortalTexts();
  const { toDeliver, tellSent } = useSentInvitation();
  const { failure, run } = useAction();
  const [asked, setAsked] = useState<OpenInvitation | null>(null);
  const invitations = useAsk<{ invitations: OpenInvitation[] }>(`/Entity/${entityId}/Invitations`);
  const resend = async ({ invitationId }: OpenInvitation) => {
    const path = `/Invitation/${invitationId}/Resend`;
    const reply = await run(() => ask<SentInvitation>(path, { method: 'POST' }));
    if (reply.ok) tellSent(reply.value);
  };
  const columns = [t('people.email'), t('people.role'), t('people.validUntil')];
  return (
    <Panel heading={t('people.invitations')}>
      <FailureNote failure={failure} />
      {toDeliver}
      <Loading loaded={invitations}>
        {({ invitations: all }) =>
          all.length === 0 ? (
            <Empty>{t('people.noInvitations')}</Empty>
          ) : (
            <WideTable caption={t('people.invitations')} columns={columns} actions={t('common.actions')}>
              {all.map((invitation) => {
                const {
                  invitationId,
                  emailAddress: email,
                  role,
                  invitedBy,
                  expiresTimestamp,
                  expired,
                  ended,
                } = invitation;
                return (
                  <Row key={invitationId}>
                    <Cell label={t('people.email')}>
                      {email}
                      <Soft>{t('people.by', { who: invitedBy })}</Soft>
                    </Cell>
                    <Cell label={t('people.role')}>{t(`role.${role}`)}</Cell>
                    <Cell label={t('people.validUntil')}>
                      {expired || ended ? (
                        <Mark tone="look">{t(expired ? 'people.expired' : 'people.ended')}</Mark>
                      ) : (
                        timeText(expiresTimestamp, locale)
                      )}
                      {ended && <Soft>{t('people.endedWhy')}</Soft>}
                    </Cell>
                    <Cell label={t('common.actions')} actions>
                      <ActionButton
                        variant="subtle"
                        aria-label={t('people.resendTo', { email })}
                        onAction={() => resend(invitation)}
                      >
                        {t('people.resend')}
                      </ActionButton>
                      <Button
                        variant="subtle"
                        aria-label={t('people.withdrawFrom', { email })}
                        onClick={() => setAsked(invitation)}
                      >
                        {t('people.withdraw')}
                      </Button>
                    </Cell>
                  </Row>
                );
              })}
            </WideTable>
          )
        }
      </Loading>
      {asked !== null && (
        <ConfirmDialog
          heading={t('people.withdrawFrom', { email: asked.emailAddress })}
          submit={t('people.withdraw')}
          color="red"
          action={() => ask(`/Invitation/${asked.invitationId}`, { method: 'DELETE' })}
          done={t('people.withdrawn', { email: asked.emailAddress })}
          onClose={() => setAsked(null)}
        >
          <p>{t('people.withdrawText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
