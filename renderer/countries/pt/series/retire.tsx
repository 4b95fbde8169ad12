import { useState } from 'react';
import type { SeriesMode } from '../../../../service/countries/pt/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { TextField } from '../../../components/fields.tsx';
import { useNotes } from '../../../components/notes.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { Consequences } from './consequences.tsx';

/** Take a till out of operation: closes all its series. */
export function Retire({
  till,
  count,
  mode,
  act,
}: {
  /** Its number, which has to be typed. */
  till: string;
  /** How many series would be closed. */
  count: number;
  mode: SeriesMode;
  act: Act;
}) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} blocked={count === 0}>
        {t('portugal.retire.start')}
      </Button>
      {open && (
        <RetireDialog till={till} count={count} mode={mode} act={act} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function RetireDialog({
  till,
  count,
  mode,
  act,
  onClose,
}: {
  till: string;
  count: number;
  mode: SeriesMode;
  act: Act;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState(false);
  const right = typed.trim() === till;
  const submit = async () => {
    setSent(true);
    if (!right) return;
    const reply = await action.run(() => act('retire', {}));
    if (!reply.ok) return;
    note(t('portugal.retire.done', { till }));
    onClose();
  };
  return (
    <Dialog
      heading={t('portugal.retire.heading', { till })}
      submit={t('portugal.retire.submit')}
      kind="danger"
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Consequences
        texts={[
          t('portugal.retire.all', { count }),
          t(mode === 'own' ? 'portugal.close.toldNobody' : 'portugal.retire.told'),
          t('portugal.retire.after'),
          t('portugal.close.forGood'),
        ]}
      />
      <TextField
        label={t('portugal.retire.type', { till })}
        autoComplete="off"
        error={sent && !right ? t('portugal.retire.wrong', { till }) : null}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
