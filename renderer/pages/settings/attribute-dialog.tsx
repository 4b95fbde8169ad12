import { useState } from 'react';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import type { ProfileAct } from '../../api/profile.ts';
import type { Failure } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useMistakeFocus } from '../../components/focus.ts';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { effectOf, refusalWords } from './attribute-words.ts';
import { DangerDialog } from './danger-dialog.tsx';
import { isDangerous } from './danger.ts';
import { enteredOf, valueOf } from './attribute-values.ts';
import { ValueField } from './value-field.tsx';

/** Sets one attribute. */
export function AttributeDialog({
  entry,
  attributes,
  act,
  onDone,
  onClose,
}: {
  entry: AttributeEntry;
  /** All of them: another one may be wrong. */
  attributes: readonly AttributeEntry[];
  act: ProfileAct;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  useMistakeFocus(action.failure);
  const [entered, setEntered] = useState(() => enteredOf(entry));
  const [missing, setMissing] = useState(false);
  /** What is to be saved once it is confirmed. */
  const [asked, setAsked] = useState<string | null>(null);
  const { name } = entry;
  const submit = () => {
    const value = valueOf(entry, entered);
    setMissing(value === null);
    if (value === null) return;
    if (isDangerous(entry, value)) setAsked(value);
    else void save(value);
  };
  const save = async (value: string) => {
    const reply = await action.run(() => act('set', { name, value }));
    setAsked(null);
    if (!reply.ok) return;
    note(t('settings.saved', { name }));
    onDone();
    onClose();
  };
  const fields = action.failure?.fields ?? {};
  const others = attributes
    .map((one) => one.name)
    .filter((one) => one !== name && Object.hasOwn(fields, one));
  if (asked !== null)
    return (
      <DangerDialog
        entries={[entry]}
        busy={action.busy}
        onSave={() => void save(asked)}
        onClose={() => setAsked(null)}
      />
    );
  return (
    <Dialog heading={name} submit={t('settings.save')} busy={action.busy} onSubmit={submit} onClose={onClose}>
      {entry.known && <p>{effectOf(entry, t)}</p>}
      <ValueField
        entry={entry}
        entered={entered}
        error={missing ? t('settings.wrong.missing') : problem()}
        onChange={setEntered}
      />
      {others.length > 0 && (
        <Notice tone="bad" role="alert">
          <p>{t('settings.wrong.others', { names: others.join(', ') })}</p>
        </Notice>
      )}
      <FailureNote failure={unexplained(action.failure)} />
    </Dialog>
  );

  function problem(): string | null {
    if (Object.hasOwn(fields, name)) return refusalWords(fields[name], entry.type, t);
    return Object.hasOwn(fields, 'text') ? t('settings.wrong.unreadable') : null;
  }
}

/** A failure that is about no field. */
function unexplained(failure: Failure | null): Failure | null {
  return failure?.fields ? null : failure;
}
