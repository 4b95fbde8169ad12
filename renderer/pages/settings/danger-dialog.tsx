import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { dangerOf } from './attribute-words.ts';

/** Asks once more before attributes are set that lose receipts or stop sales, and says what will happen. */
export function DangerDialog({
  entries,
  busy,
  onSave,
  onClose,
}: {
  entries: readonly AttributeEntry[];
  busy: boolean;
  onSave: () => void;
  onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <Dialog
      heading={t('settings.dangerAsk', { name: entries.map(({ name }) => name).join(', ') })}
      submit={t('settings.dangerDo')}
      color="red"
      busy={busy}
      onSubmit={onSave}
      onClose={onClose}
    >
      <Notice tone="bad">
        {entries.map((entry) => (
          <p key={entry.name}>{dangerOf(entry, t)}</p>
        ))}
      </Notice>
    </Dialog>
  );
}
