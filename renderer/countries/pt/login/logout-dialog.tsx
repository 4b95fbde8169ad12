import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Forget the sub-user. */
export function LogoutDialog({ user, act, onClose }: { user: string; act: Act; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      heading={t('portugal.logout.heading', { user })}
      submit={t('portugal.logout.submit')}
      color="red"
      action={() => act('logout', {})}
      done={t('portugal.logout.done')}
      onClose={onClose}
    >
      <p>{t('portugal.logout.consequence')}</p>
    </ConfirmDialog>
  );
}
