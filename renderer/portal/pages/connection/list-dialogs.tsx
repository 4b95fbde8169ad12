import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { ask } from '../../api/ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';

/** What is asked before something is added to a list of the portal, or removed from it. */
export type ListQuestion = { add: true } | { remove: string; name: string };

/** Adds to a list of the portal, or removes from it after asking once more. */
export function ListDialogs({
  question,
  path,
  operationId,
  texts,
  fields,
  intro,
  onClose,
}: {
  /** What is asked; null for nothing. `remove` is what stands behind the path. */
  question: ListQuestion | null;
  path: string;
  /** Operation that adds. */
  operationId: string;
  /** Group of texts: `addHeading`, `addDo`, `removeOf`, `removeText`, `removed`. */
  texts: 'cloudRegisters' | 'terminals';
  /** Labels by field. */
  fields: Readonly<Record<string, string>>;
  /** In front of the fields. */
  intro?: ReactNode;
  onClose: () => void;
}) {
  const { t } = usePortalTexts();
  if (question === null) return null;
  if ('add' in question) return <AddDialog {...{ path, operationId, texts, fields, intro, onClose }} />;
  const { remove, name } = question;
  return (
    <ConfirmDialog
      heading={t(`${texts}.removeOf`, { name })}
      submit={t('common.remove')}
      color="red"
      action={() => ask(`${path}${remove}`, { method: 'DELETE' })}
      done={t(`${texts}.removed`, { name })}
      onClose={onClose}
    >
      <p>{t(`${texts}.removeText`)}</p>
    </ConfirmDialog>
  );
}

function AddDialog({
  path,
  operationId,
  texts,
  fields,
  intro,
  onClose,
}: Omit<Parameters<typeof ListDialogs>[0], 'question'>) {
  const { t } = usePortalTexts();
  const form = useForm(operationId, Object.fromEntries(Object.keys(fields).map((field) => [field, ''])));
  useMistakeFocus(form.complaint);
  const submit = async () => {
    const reply = await form.submit((body) => ask(path, { method: 'POST', body }));
    if (reply?.ok === true) onClose();
  };
  return (
    <Dialog
      heading={t(`${texts}.addHeading`)}
      submit={t(`${texts}.addDo`)}
      busy={form.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {intro}
      {Object.entries(fields).map(([field, label]) => (
        <FormText key={field} form={form} field={field} label={label} />
      ))}
      <FailureNote failure={form.failure} />
    </Dialog>
  );
}
