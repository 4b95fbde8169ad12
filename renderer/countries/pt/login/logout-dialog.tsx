import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useNotes } from '../../../components/notes.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Forget the sub-user. */
export function LogoutDialog({ user, act, onClose }: { user: string; act: Act; onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const submit = async () => {
    const reply = await action.run(() => act('logout', {}));
    if (!reply.ok) return;
    note(t('portugal.logout.done'));
    onClose();
  };
  return (
    <Dialog
      heading={t('portugal.logout.heading', { user })}
      submit={t('portugal.logout.submit')}
      kind="danger"
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('portugal.logout.consequence')}</p>
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
