import type {
  PageFact,
  PageState,
  PageValue,
} from '../../../service/countries/contract/described-page/words.ts';
import { Fact, Facts } from '../../components/card.tsx';
import { CopyCode } from '../../components/copy-code.tsx';
import { Mark } from '../../components/mark.tsx';
import { useDescribed } from './context.ts';
import { TONE_OF } from './say.ts';

/** Names and values, one below the other. */
export function FactList({ facts }: { facts: readonly PageFact[] }) {
  const { say } = useDescribed();
  return (
    <Facts>
      {facts.map(({ label, value, state, explanation, copy }, index) => (
        <Fact
          key={`${index} ${label.key}`}
          name={say(label)}
          {...(explanation !== undefined && { remark: say(explanation) })}
        >
          {copy && typeof value === 'string' ? (
            <CopyCode text={value} name={say(label)} />
          ) : (
            <Value value={value} state={state} />
          )}
        </Fact>
      ))}
    </Facts>
  );
}

/** A value, with a sign where it has a state. */
export function Value({ value, state }: { value: PageValue; state: PageState | undefined }) {
  const { say } = useDescribed();
  return state === undefined ? say(value) : <Mark tone={TONE_OF[state]}>{say(value)}</Mark>;
}
