import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ask } from '../../api/ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { License, Register } from './types.ts';

/** Assigns a licence to a register, or to none. */
export function LicenceDialog({
  companyId,
  licence,
  name,
  registers,
  onClose,
}: {
  companyId: number;
  licence: License;
  name: string;
  registers: readonly Register[];
  onClose: () => void;
}) {
  const { t } = usePortalTexts();
  const [registerId, setRegisterId] = useState(String(licence.registerId ?? ''));
  const choice = registers
    .filter(({ state }) => state !== 'Deactivated')
    .map((register) => ({
      value: String(register.registerId),
      label: register.name ?? register.registerNumber,
    }));
  return (
    <ConfirmDialog
      heading={t('licences.assignOf', { name })}
      submit={t('common.save')}
      action={() =>
        ask(`/Company/${companyId}/License/${licence.licenseId}`, {
          method: 'PUT',
          body: { registerId: registerId === '' ? null : Number(registerId) },
        })
      }
      done={t('licences.assigned')}
      onClose={onClose}
    >
      <NativeSelect
        label={t('kind.register')}
        data={[{ value: '', label: t('licences.free') }, ...choice]}
        value={registerId}
        onChange={(event) => setRegisterId(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
