import { Button } from '@mantine/core';
import { FailureNote } from '../../components/failure-note.tsx';
import { refreshStanding, useStanding } from '../api/session.ts';
import { setStanding } from '../api/standing.ts';
import { usePlace } from '../api/use-place.ts';
import { ForgottenPage } from '../pages/gate/forgotten-page.tsx';
import { InvitationPage } from '../pages/gate/invitation-page.tsx';
import { ResetPage } from '../pages/gate/reset-page.tsx';
import { SetupPage } from '../pages/gate/setup-page.tsx';
import { SignInAgain } from '../pages/gate/sign-in-again.tsx';
import { SignInPage } from '../pages/gate/sign-in-page.tsx';
import { UnsubscribePage } from '../pages/gate/unsubscribe-page.tsx';
import { Frame } from './frame.tsx';
import { GateFrame } from './gate-frame.tsx';
import { usePortalTexts } from './use-portal-texts.ts';

/** Leads to the pages of those who have signed in, and everybody else to a way in. */
export function Gate() {
  const standing = useStanding();
  const place = usePlace();
  // A link from a mail counts for whoever opens it, whoever has signed in here before.
  if (place.page === 'invitation') return <InvitationPage key={place.token} token={place.token} />;
  if (place.page === 'reset') return <ResetPage key={place.token} token={place.token} />;
  if (place.page === 'unsubscribe') return <UnsubscribePage key={place.token} token={place.token} />;
  switch (standing.phase) {
    case 'asking':
      return null;
    case 'unreachable':
      return <Unreachable failure={standing.failure} />;
    case 'setup':
      return <SetupPage asksCode={standing.code} />;
    case 'out':
      return place.page === 'forgotten' ? <ForgottenPage /> : <SignInPage />;
    case 'in':
    case 'ended':
      return (
        <>
          <Frame key={standing.session.user.id} />
          {standing.phase === 'ended' && <SignInAgain session={standing.session} />}
        </>
      );
  }
}

function Unreachable({ failure }: { failure: Parameters<typeof FailureNote>[0]['failure'] }) {
  const { t } = usePortalTexts();
  return (
    <GateFrame heading={t('gate.unreachable')}>
      <FailureNote failure={failure} />
      <Button
        variant="filled"
        onClick={() => {
          setStanding({ phase: 'asking' });
          void refreshStanding();
        }}
      >
        {t('common.tryAgain')}
      </Button>
    </GateFrame>
  );
}
