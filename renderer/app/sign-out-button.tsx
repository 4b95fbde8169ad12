import { Button } from '@mantine/core';
import { PAGE_HASH } from '../api/page-choice.ts';
import { useSession, signOut } from '../api/session.ts';
import { ActionButton } from '../components/action-button.tsx';
import { useTexts } from '../i18n/use-texts.ts';

/** Who uses the page, and the way to somebody else. Nothing while nobody is asked who he is. */
export function SignOutButton() {
  const { t } = useTexts();
  const session = useSession();
  if (session === null) return null;
  const { csrf, hasPeople, role } = session;
  const name = session.name ?? (csrf !== null && role === 'manager' ? t('people.roles.manager.name') : null);
  return (
    <>
      {hasPeople && (
        <Button
          component="a"
          href={PAGE_HASH.signIn}
          variant={name === null ? 'filled' : 'default'}
          maw="16rem"
          style={{ overflowWrap: 'anywhere' }}
        >
          {name === null ? t('session.signIn') : t('session.change', { name })}
        </Button>
      )}
      {csrf !== null && <ActionButton onAction={signOut}>{t('session.signOut')}</ActionButton>}
    </>
  );
}
