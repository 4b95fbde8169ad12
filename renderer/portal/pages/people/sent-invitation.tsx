import { type ReactNode, useState } from 'react';
import { CopyCode } from '../../../components/copy-code.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Notice } from '../../../components/notice.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SentInvitation } from './types.ts';

/** Says how an invitation comes to its reader: by mail, or by hand where the portal has no mail server. */
export function useSentInvitation(): { toDeliver: ReactNode; tellSent: (sent: SentInvitation) => void } {
  const { t } = usePortalTexts();
  const note = useNotes();
  const [toDeliver, setToDeliver] = useState<SentInvitation | null>(null);
  const tellSent = (sent: SentInvitation) => {
    setToDeliver(sent.link === null ? null : sent);
    if (sent.link === null) note(t('people.invited', { email: sent.emailAddress }));
  };
  return { toDeliver: toDeliver && <ToDeliver sent={toDeliver} />, tellSent };
}

function ToDeliver({ sent: { emailAddress, mailFolder, link } }: { sent: SentInvitation }) {
  const { t } = usePortalTexts();
  return (
    <Notice tone="look" role="status" title={t('people.toDeliver', { email: emailAddress })}>
      <p>{t('people.toDeliverText', { folder: mailFolder })}</p>
      <p data-testid="invitation-link">
        <CopyCode text={link ?? ''} name={t('people.link')} />
      </p>
    </Notice>
  );
}
