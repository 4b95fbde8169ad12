import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { Hint } from '../../../components/part.tsx';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import type { Entity, Permission, Role } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormSelect, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useRoleChoice } from '../people/role-choice.ts';

/** Makes a key; it is handed over because the portal cannot tell it again. */
export function NewKeyDialog({
  entity,
  may,
  onMade,
  onClose,
}: {
  entity: Entity;
  may: ReadonlySet<Permission>;
  onMade: (name: string, key: string) => void;
  onClose: () => void;
}) {
  const { t } = usePortalTexts();
  const choice = useRoleChoice(may);
  const form = useForm('createApiKey', { name: '', role: 'VIEWER', expiresTimestamp: '' });
  useMistakeFocus(form.complaint);
  const submit = async () => {
    const { name = '', expiresTimestamp: day } = form.values;
    const reply = await form.submit((body) =>
      ask<{ apiKey: string }>(`/Entity/${idOf(entity)}/ApiKeys`, {
        method: 'POST',
        // A day is meant whole, where the user is.
        body: { ...body, expiresTimestamp: day ? new Date(`${day}T23:59:59`).toISOString() : null },
      }),
    );
    if (reply?.ok !== true) return;
    onMade(name, reply.value.apiKey);
    onClose();
  };
  return (
    <Dialog
      heading={t('keys.makeFor', { name: entity.name })}
      submit={t('keys.makeDo')}
      busy={form.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormText form={form} field="name" label={t('keys.name')} description={t('keys.nameHint')} />
      <FormSelect form={form} field="role" label={t('people.role')} data={choice} />
      <Hint>{t(`roleText.${form.values['role'] as Role}`)}</Hint>
      <FormText form={form} field="expiresTimestamp" type="date" label={t('keys.expires')} />
      <FailureNote failure={form.failure} />
    </Dialog>
  );
}
