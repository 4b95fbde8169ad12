import { Group } from '@mantine/core';
import type { StepsPart as Description } from '../../../service/countries/contract/described-page/page.ts';
import { Step, Steps } from '../parts/steps.tsx';
import { useDescribed } from './context.ts';
import { useActions } from './use-actions.tsx';

/** A sequence of steps: what was done, what is to be done now and later. */
export function StepsPart({ part: { steps } }: { part: Description }) {
  const { say } = useDescribed();
  const { button, outcome } = useActions();
  return (
    <>
      <Steps>
        {steps.map(({ name, title, state, text, actions = [] }, index) => (
          <Step key={name} name={name} title={say(title)} number={index + 1} state={state}>
            {text !== undefined && <p>{say(text)}</p>}
            {actions.length > 0 && <Group gap="xs">{actions.map((action) => button(action))}</Group>}
          </Step>
        ))}
      </Steps>
      {outcome}
    </>
  );
}
