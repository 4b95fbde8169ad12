import { useState } from 'react';
import type { ShownKey } from '../../../../service/countries/at/wire.ts';
import type { Reply } from '../../../api/request.ts';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Values } from '../../../components/values.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { type Act, shownKey } from '../actions.ts';
import { keyValues } from '../portal-words.ts';

/** Shows the AES key after a warning, as long as the dialog is open. */
export function ShowKeyDialog({
  registerId,
  keyExists,
  act,
  onClose,
}: {
  registerId: string;
  /** Without one it is made first. */
  keyExists: boolean;
  act: Act;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const action = useAction();
  const [key, setKey] = useState<ShownKey | null>(null);
  const ask = async (): Promise<Reply<unknown>> => {
    const made: Reply<unknown> = keyExists ? { ok: true, value: null } : await act('create-key', {});
    return made.ok ? act('show-key', {}) : made;
  };
  const submit = async () => {
    if (key !== null) {
      onClose();
      return;
    }
    const reply = await action.run(ask);
    if (reply.ok) setKey(shownKey(reply.value));
  };
  return (
    <Dialog
      heading={t('austria.key.showHeading', { id: registerId })}
      submit={t(key === null ? 'austria.key.showSubmit' : 'austria.key.showDone')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('austria.key.showText')}</p>
      <div role="status">{key !== null && <Values values={keyValues(key)} lang="de" />}</div>
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
