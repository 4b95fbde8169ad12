import { Stack } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { PageResult } from '../../../service/countries/contract/described-page/fields.ts';
import type { FormPart as Description } from '../../../service/countries/contract/described-page/page.ts';
import type { Reply } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { focusMistake } from '../../components/focus.ts';
import { useNotes } from '../../components/notes.ts';
import { Hint } from '../../components/part.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { useDescribed } from './context.ts';
import { Fields } from './fields.tsx';
import { resultOf } from './result.ts';
import { Result } from './use-actions.tsx';
import { useForm } from './use-form.ts';

/** Fields on the page itself, with the button that sends them. */
export function FormPart({ part: { action } }: { part: Description }) {
  const { say, act } = useDescribed();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  const form = useForm(action.fields);
  const [result, setResult] = useState<PageResult | null>(null);
  const [asks, setAsks] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  // What the service found wrong is marked only now.
  useEffect(() => {
    if (failure !== null && ref.current !== null) focusMistake(ref.current);
  }, [failure]);

  const send = async (): Promise<Reply<unknown>> => {
    setResult(null);
    const reply = await run(() => form.send((body) => act(action.action, { ...action.fixed, ...body })));
    if (!reply.ok) return reply;
    const shown = resultOf(reply.value);
    setResult(shown);
    if (shown === null) note(say(action.done));
    form.reset();
    return reply;
  };
  const submit = (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault();
    if (!form.check()) focusMistake(event.currentTarget);
    else if (action.confirm !== undefined) setAsks(true);
    else void send();
  };
  return (
    <>
      <form ref={ref} noValidate onSubmit={submit}>
        <Stack maw="34rem">
          {action.help !== undefined && <Hint>{say(action.help)}</Hint>}
          <Fields form={form} />
          <FailureNote failure={form.rest(failure)} />
          <div>
            <ActionButton type="submit" busy={busy} variant={action.primary ? 'filled' : 'default'}>
              {say(action.label)}
            </ActionButton>
          </div>
        </Stack>
      </form>
      <Result result={result} />
      {asks && (
        <ActionDialog
          action={{ ...action, fields: [] }}
          send={async () => {
            const reply = await send();
            // Mistakes are marked at the fields, which the dialog is in the way of.
            if (!reply.ok) setAsks(false);
            return reply;
          }}
          onDone={() => undefined}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
