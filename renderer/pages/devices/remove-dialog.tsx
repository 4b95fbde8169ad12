import { useState } from 'react';
import type { DeviceAct } from '../../api/devices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ScopeField, type Scope } from './scope-field.tsx';

/** Asks once more before a display or drawer is taken out of the profile. */
export function RemoveDialog({
  kind,
  hasOthers,
  rn,
  act,
  onClose,
}: {
  kind: 'display' | 'drawer';
  hasOthers: boolean;
  rn: string;
  act: DeviceAct;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [scope, setScope] = useState<Scope>(hasOthers ? 'register' : 'all');
  const remove = () => act(kind === 'display' ? 'useDisplay' : 'useDrawer', { model: '', port: '', scope });
  return (
    <FormDialog
      heading={t(`devices.equip.${kind}.removeHeading`)}
      submit={t('devices.equip.remove')}
      send={remove}
      done={t(`devices.equip.${kind}.removed`)}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{t(`devices.equip.${kind}.removeText`)}</p>
          {hasOthers && <ScopeField rn={rn} value={scope} onChange={setScope} />}
        </>
      )}
    </FormDialog>
  );
}
