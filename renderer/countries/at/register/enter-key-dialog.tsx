import { useState } from 'react';
import type { Failure } from '../../../api/request.ts';
import { PasswordField } from '../../../components/password-field.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { Act } from '../actions.ts';
import { isAesKey } from './aes-key.ts';

/** Enter the AES key of a register that was moved to this computer. */
export function EnterKeyDialog({
  registerId,
  check,
  act,
  onClose,
}: {
  registerId: string;
  /** Check value that the key must have; null where any key will do. */
  check: string | null;
  act: Act;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [key, setKey] = useState('');
  const isOther = (failure: Failure | null) => check !== null && failure?.http === 400;
  const problem = (sent: boolean, failure: Failure | null) => {
    if (sent && !isAesKey(key)) return t('austria.key.wrong');
    return isOther(failure) ? t('austria.key.other', { check: check ?? '' }) : null;
  };
  return (
    <FormDialog
      heading={t('austria.key.enterHeading', { id: registerId })}
      submit={t('austria.key.enterSubmit')}
      check={() => isAesKey(key)}
      send={() => act('enter-key', { key: key.trim() })}
      done={t('austria.key.entered')}
      shown={(failure) => (isOther(failure) ? null : failure)}
      onClose={onClose}
    >
      {(sent, failure) => (
        <>
          <p>{t('austria.key.enterText')}</p>
          <PasswordField
            label={t('austria.key.label')}
            description={check === null ? t('austria.key.hint') : t('austria.key.hintCheck', { check })}
            error={problem(sent, failure)}
            value={key}
            onChange={setKey}
          />
        </>
      )}
    </FormDialog>
  );
}
