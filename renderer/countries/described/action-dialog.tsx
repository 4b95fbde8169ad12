import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PageAction } from '../../../service/countries/contract/described-page/fields.ts';
import type { Reply } from '../../api/request.ts';
import { Consequences } from '../../components/consequences.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useDescribed } from './context.ts';
import { Fields } from './fields.tsx';
import { useForm } from './use-form.ts';

/** Asks for what an action needs: its fields, and whether it is meant. */
export function ActionDialog({
  action: { label, help, fields = [], confirm },
  send,
  onDone,
  onClose,
}: {
  action: PageAction;
  send: (body: object) => Promise<Reply<unknown>>;
  onDone: (answer: unknown) => void;
  onClose: () => void;
}) {
  const { say } = useDescribed();
  const form = useForm(fields);
  // The dots of the button announce this dialog.
  const name = say(label).replace('…', '').trimEnd();
  const [text, setText] = useState('');
  const typed = confirm?.typed;
  const isMeant = typed === undefined || text.trim() === typed.expected;
  const submit = async (): Promise<Reply<unknown>> => {
    const reply = await form.send(send);
    if (reply.ok) onDone(reply.value);
    return reply;
  };
  return (
    <FormDialog
      heading={confirm === undefined ? name : say(confirm.heading)}
      submit={confirm === undefined ? name : say(confirm.submit)}
      color={confirm?.danger ? 'red' : 'petrol'}
      check={() => form.check() && isMeant}
      send={submit}
      done={() => null}
      shown={form.rest}
      onClose={onClose}
    >
      {(sent) => (
        <>
          {help !== undefined && <p>{say(help)}</p>}
          {confirm !== undefined && <Consequences texts={confirm.consequences.map(say)} />}
          <Fields form={form} />
          {typed !== undefined && (
            <TextInput
              label={say(typed.label)}
              autoComplete="off"
              spellCheck={false}
              error={sent && !isMeant ? say(typed.wrong) : null}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
