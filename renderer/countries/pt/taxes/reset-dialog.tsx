import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useNotes } from '../../../components/notes.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Go back to the percentages of the receipt format. */
export function ResetDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const submit = async () => {
    const reply = await action.run(() => act('reset-rates', {}));
    if (!reply.ok) return;
    note(t('portugal.reset.done'));
    onClose();
  };
  return (
    <Dialog
      heading={t('portugal.reset.heading')}
      submit={t('portugal.reset.submit')}
      kind="danger"
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('portugal.reset.consequence')}</p>
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
