import type { UnitAct } from '../../api/units.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** Take a unit away with its secret. */
export function RemoveDialog({ id, act, onClose }: { id: string; act: UnitAct; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      heading={t('units.removeHeading', { unit: id })}
      submit={t('units.removeSubmit')}
      color="red"
      action={() => act('remove', { id })}
      done={t('units.removed')}
      onClose={onClose}
    >
      <p>{t('units.removeText')}</p>
    </ConfirmDialog>
  );
}
