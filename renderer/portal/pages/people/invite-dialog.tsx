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
import { languageChoice } from '../account/language-choice.ts';
import { useRoleChoice } from './role-choice.ts';
import type { SentInvitation } from './types.ts';

/** Invites somebody by mail. */
export function InviteDialog({
  entity,
  may,
  onSent,
  onClose,
}: {
  entity: Entity;
  may: ReadonlySet<Permission>;
  onSent: (sent: SentInvitation) => void;
  onClose: () => void;
}) {
  const { t, language } = usePortalTexts();
  const choice = useRoleChoice(may);
  const form = useForm('inviteUser', { emailAddress: '', role: 'VIEWER', language }, ['language']);
  useMistakeFocus(form.complaint);
  const submit = async () => {
    const reply = await form.submit((body) =>
      ask<SentInvitation>('/User/Invite', { method: 'POST', body: { ...body, companyId: idOf(entity) } }),
    );
    if (reply?.ok !== true) return;
    onSent(reply.value);
    onClose();
  };
  return (
    <Dialog
      heading={t('people.inviteTo', { name: entity.name })}
      submit={t('people.inviteDo')}
      busy={form.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormText
        form={form}
        field="emailAddress"
        type="email"
        label={t('people.email')}
        description={t('people.inviteHint')}
      />
      <FormSelect form={form} field="role" label={t('people.role')} data={choice} />
      <Hint>{t(`roleText.${form.values['role'] as Role}`)}</Hint>
      <FormSelect form={form} field="language" label={t('people.inviteLanguage')} data={languageChoice} />
      <FailureNote failure={form.failure} />
    </Dialog>
  );
}
