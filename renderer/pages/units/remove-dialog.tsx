import type { UnitAct } from '../../api/units.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useNotes } from '../../components/notes.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Take a unit away with its secret. */
export function RemoveDialog({ id, act, onClose }: { id: string; act: UnitAct; onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const submit = async () => {
    const reply = await action.run(() => act('remove', { id }));
    if (!reply.ok) return;
    note(t('units.removed'));
    onClose();
  };
  return (
    <Dialog
      heading={t('units.removeHeading', { unit: id })}
      submit={t('units.removeSubmit')}
      kind="danger"
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('units.removeText')}</p>
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
