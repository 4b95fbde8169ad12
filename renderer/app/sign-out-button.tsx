import { useSession, signOut } from '../api/session.ts';
import { ActionButton } from '../components/action-button.tsx';
import { useTexts } from '../i18n/use-texts.ts';

/** Leaves the manager's pages to nobody else. Only for who has signed in. */
export function SignOutButton() {
  const { t } = useTexts();
  const session = useSession();
  if (session?.role !== 'manager' || session.csrf === null) return null;
  return <ActionButton onAction={signOut}>{t('session.signOut')}</ActionButton>;
}
