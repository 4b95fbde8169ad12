import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PersonEntry, PersonFault, Role } from '../../../service/access/wire.ts';
import { keepPerson } from '../../api/people.ts';
import type { Failure } from '../../api/request.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ROLES } from './roles.ts';

const PIN = /^\d{4,8}$/;

/** Adds a person, or changes one. */
export function PersonDialog({
  person,
  onDone,
  onClose,
}: {
  /** Null: a new one. */
  person: PersonEntry | null;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? 'cashier');
  const [pin, setPin] = useState('');
  const isPinWanted = person === null || pin !== '';
  const faultsOf = (failure: Failure | null) =>
    (failure?.fields ?? {}) as Partial<Record<string, PersonFault>>;
  const words = (fault: PersonFault | undefined) => (fault === undefined ? null : t(`people.fault.${fault}`));
  return (
    <FormDialog
      heading={person === null ? t('people.add') : t('people.changeOf', { name: person.name })}
      submit={t('people.save')}
      check={() => name.trim() !== '' && (!isPinWanted || PIN.test(pin))}
      send={async () => {
        const reply = await keepPerson(person?.id ?? null, { name, role, pin });
        if (reply.ok) await onDone();
        return reply;
      }}
      done={t('people.saved', { name: name.trim() })}
      shown={(failure) => (failure?.fields ? null : failure)}
      onClose={onClose}
    >
      {(sent, failure) => (
        <>
          <TextInput
            label={t('people.name')}
            autoComplete="off"
            maxLength={40}
            error={sent && name.trim() === '' ? t('people.fault.missing') : words(faultsOf(failure)['name'])}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('people.role')}
            description={t(`people.roles.${role}.may`)}
            data={ROLES.map((value) => ({ value, label: t(`people.roles.${value}.name`) }))}
            value={role}
            onChange={(event) => setRole(ROLES.find((one) => one === event.currentTarget.value) ?? 'cashier')}
          />
          <PasswordField
            isDigits
            label={t(person === null ? 'people.pin' : 'people.newPin')}
            description={t(person === null ? 'people.pinHint' : 'people.newPinHint')}
            error={
              sent && isPinWanted && !PIN.test(pin)
                ? t('people.fault.notDigits')
                : words(faultsOf(failure)['pin'])
            }
            value={pin}
            onChange={setPin}
          />
        </>
      )}
    </FormDialog>
  );
}
