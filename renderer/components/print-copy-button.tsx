import { actOnDevices } from '../api/devices.ts';
import { useAction } from '../api/use-action.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ActionButton } from './action-button.tsx';
import { FailureNote } from './failure-note.tsx';
import { useNotes } from './notes.ts';

/** Prints a receipt once more on the register's printer, as a copy. */
export function PrintCopyButton({
  rn,
  sq,
  variant = 'filled',
}: {
  rn: string;
  sq: number;
  variant?: 'filled' | 'default';
}) {
  const { t } = useTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  const print = async () => {
    const reply = await run(() => actOnDevices(rn)('print', { sq }));
    if (reply.ok) note(t('receipts.printed'));
  };
  return (
    <>
      <ActionButton variant={variant} busy={busy} onAction={print}>
        {t('receipts.print')}
      </ActionButton>
      <FailureNote failure={failure} />
    </>
  );
}
