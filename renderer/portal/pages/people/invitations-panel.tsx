import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DeedButton } from '../../../components/deed-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import classes from '../page.module.css';
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
                  <tr role="row" key={invitationId}>
                    <Cell label={t('people.email')}>
                      {email}
                      <span className={classes.soft}>{t('people.by', { who: invitedBy })}</span>
                    </Cell>
                    <Cell label={t('people.role')}>{t(`role.${role}`)}</Cell>
                    <Cell label={t('people.validUntil')}>
                      {expired || ended ? (
                        <Mark tone="look">{t(expired ? 'people.expired' : 'people.ended')}</Mark>
                      ) : (
                        timeText(expiresTimestamp, locale)
                      )}
                      {ended && <span className={classes.soft}>{t('people.endedWhy')}</span>}
                    </Cell>
                    <Cell label={t('common.actions')} actions>
                      <DeedButton
                        kind="quiet"
                        aria-label={t('people.resendTo', { email })}
                        onDeed={() => resend(invitation)}
                      >
                        {t('people.resend')}
                      </DeedButton>
                      <Button
                        kind="quiet"
                        aria-label={t('people.withdrawFrom', { email })}
                        onClick={() => setAsked(invitation)}
                      >
                        {t('people.withdraw')}
                      </Button>
                    </Cell>
                  </tr>
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
          kind="danger"
          deed={() => ask(`/Invitation/${asked.invitationId}`, { method: 'DELETE' })}
          done={t('people.withdrawn', { email: asked.emailAddress })}
          onClose={() => setAsked(null)}
        >
          <p>{t('people.withdrawText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
