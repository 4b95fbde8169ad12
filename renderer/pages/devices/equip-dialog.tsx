import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DeviceAct } from '../../api/devices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ScopeField, type Scope } from './scope-field.tsx';

/** A display or drawer that is to be set; what is empty is entered. */
export interface Equipment {
  kind: 'display' | 'drawer';
  model: string;
  port: string;
}

/** Sets the display of the register, or its drawer with a line of its own. */
export function EquipDialog({
  equipment,
  models,
  hasOthers,
  rn,
  act,
  onClose,
}: {
  equipment: Equipment;
  models: readonly string[];
  hasOthers: boolean;
  rn: string;
  act: DeviceAct;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const { kind } = equipment;
  const [port, setPort] = useState(equipment.port);
  const [model, setModel] = useState(models.includes(equipment.model) ? equipment.model : (models[0] ?? ''));
  const [scope, setScope] = useState<Scope>(hasOthers ? 'register' : 'all');
  const isMissing = port.trim() === '';
  return (
    <FormDialog
      heading={t(`devices.equip.${kind}.heading`)}
      submit={t('devices.equip.submit')}
      check={() => !isMissing}
      send={() => act(kind === 'display' ? 'useDisplay' : 'useDrawer', { model, port, scope })}
      done={t(`devices.equip.${kind}.done`)}
      shown={(failure) => (failure?.fields?.['port'] === undefined ? failure : null)}
      onClose={onClose}
    >
      {(sent, failure) => (
        <>
          <TextInput
            label={t('devices.printer.port')}
            description={t(`devices.equip.${kind}.portHint`)}
            autoComplete="off"
            spellCheck={false}
            error={
              (sent && isMissing) || failure?.fields?.['port'] !== undefined
                ? t(`devices.equip.${kind}.wrong`)
                : null
            }
            value={port}
            onChange={(event) => setPort(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('devices.printer.model')}
            description={t(`devices.equip.${kind}.modelHint`)}
            data={[...models]}
            value={model}
            onChange={(event) => setModel(event.currentTarget.value)}
          />
          {hasOthers && <ScopeField rn={rn} value={scope} onChange={setScope} />}
        </>
      )}
    </FormDialog>
  );
}
