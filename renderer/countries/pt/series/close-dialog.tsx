import type { SeriesMode, SeriesRow } from '../../../../service/countries/pt/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useNotes } from '../../../components/notes.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { Consequences } from './consequences.tsx';
import { useTypeName } from './use-type-name.ts';

/** Close a series: names what that means before it is done. */
export function CloseDialog({
  row,
  mode,
  act,
  onClose,
}: {
  row: SeriesRow;
  mode: SeriesMode;
  act: Act;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const typeName = useTypeName();
  const action = useAction();
  const submit = async () => {
    const reply = await action.run(() => act('close', { series: row.id }));
    if (!reply.ok) return;
    note(t('portugal.close.done', { series: row.id }));
    onClose();
  };
  // Codes of practice and of the test service mean nothing to the real one.
  const nobody = mode === 'own' || (mode === 'live' && row.test);
  const told = row.last === 0 ? 'portugal.close.toldUnused' : 'portugal.close.told';
  return (
    <Dialog
      heading={t('portugal.close.heading', { series: row.id })}
      submit={t('portugal.close.submit')}
      kind="danger"
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Consequences
        texts={[
          t(nobody ? 'portugal.close.toldNobody' : told, { number: row.last }),
          t('portugal.close.next', { type: typeName(row.type) }),
          t('portugal.close.forGood'),
        ]}
      />
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
