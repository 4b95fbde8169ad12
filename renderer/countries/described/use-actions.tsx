import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PageAction, PageResult } from '../../../service/countries/contract/described-page/fields.ts';
import type { Reply } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useNotes } from '../../components/notes.ts';
import { ActionDialog } from './action-dialog.tsx';
import { useDescribed } from './context.ts';
import { FactList } from './facts.tsx';
import classes from './form.module.css';
import { restOf } from './mistakes.ts';
import { resultOf } from './result.ts';

/** Actions that stand together. */
export interface Actions {
  /** The button of one; `quiet` among others of its kind. */
  button: (action: PageAction, quiet?: boolean) => ReactNode;
  /** What came of the last one, and the dialog of the one that is asked for: drawn once, where no change of a row takes it along. */
  outcome: ReactNode;
}

/** Buttons of actions, and one place for what comes of them. */
export function useActions(): Actions {
  const { say, act } = useDescribed();
  const note = useNotes();
  const { failure, run } = useAction();
  const [asked, setAsked] = useState<PageAction | null>(null);
  const [result, setResult] = useState<PageResult | null>(null);

  const send = (one: PageAction, body: object = {}): Promise<Reply<unknown>> => {
    setResult(null);
    return act(one.action, { ...one.fixed, ...body });
  };
  const settle = (one: PageAction, answer: unknown) => {
    const shown = resultOf(answer);
    setResult(shown);
    if (shown === null) note(say(one.done));
  };
  const perform = async (one: PageAction) => {
    const reply = await run(() => send(one));
    if (reply.ok) settle(one, reply.value);
  };
  const button: Actions['button'] = (one, quiet = false) => {
    const { action, label, of, primary, fixed = {}, fields = [], confirm } = one;
    const key = [action, ...Object.values(fixed)].join(' ');
    const shared = {
      variant: primary ? ('filled' as const) : quiet ? ('subtle' as const) : ('default' as const),
      ...(of !== undefined && { 'aria-label': say(of) }),
    };
    return fields.length > 0 || confirm !== undefined ? (
      <Button key={key} {...shared} onClick={() => setAsked(one)}>
        {say(label)}
      </Button>
    ) : (
      <ActionButton key={key} {...shared} onAction={() => perform(one)}>
        {say(label)}
      </ActionButton>
    );
  };
  return {
    button,
    outcome: (
      <>
        <FailureNote failure={restOf(failure, [], say)} />
        <Result result={result} />
        {asked !== null && (
          <ActionDialog
            action={asked}
            send={(body) => send(asked, body)}
            onDone={(answer) => settle(asked, answer)}
            onClose={() => setAsked(null)}
          />
        )}
      </>
    ),
  };
}

/** What an action brought, told to who hears the page, too. */
export function Result({ result }: { result: PageResult | null }) {
  return (
    <div role="status" className={classes.result}>
      {result !== null && <FactList facts={result.facts} />}
    </div>
  );
}
