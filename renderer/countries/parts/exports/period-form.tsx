import { Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import type { Reply } from '../../../api/request.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { FieldRow } from '../../../components/field-row.tsx';
import { focusMistake } from '../../../components/focus.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { dayProblems, type PeriodProblem, periodProblem } from './period.ts';

/** What the form asks for. */
export interface Period {
  from: string;
  till: string;
  comment?: string;
}

/** Export any other period. */
export function PeriodForm({
  today,
  onOrder,
}: {
  /** Day of the service. */
  today: string;
  onOrder: (period: Period) => Promise<Reply<unknown>>;
}) {
  const { t } = useTexts();
  const action = useAction();
  const [from, setFrom] = useState('');
  const [till, setTill] = useState('');
  const [comment, setComment] = useState('');
  const [sent, setSent] = useState(false);
  const problems = sent ? dayProblems(from, till, today) : { from: null, till: null };
  const words = (problem: PeriodProblem | null) =>
    problem === null ? null : t(`fiscal.exports.period.${problem}`);

  const submit = async (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault();
    setSent(true);
    focusMistake(event.currentTarget);
    if (periodProblem(from, till, today) !== null) return;
    const text = comment.trim();
    await action.run(() => onOrder({ from, till, ...(text === '' ? {} : { comment: text }) }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <FieldRow least="11rem">
          <TextInput
            type="date"
            label={t('fiscal.exports.period.from')}
            max={today}
            required
            withAsterisk={false}
            error={words(problems.from)}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('fiscal.exports.period.till')}
            required
            withAsterisk={false}
            error={words(problems.till)}
            value={till}
            onChange={(event) => setTill(event.currentTarget.value)}
          />
        </FieldRow>
        <TextInput
          label={t('fiscal.exports.period.comment')}
          description={t('fiscal.exports.period.commentHint')}
          maxLength={255}
          autoComplete="off"
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <FailureNote failure={action.failure} />
        <div>
          <ActionButton type="submit" busy={action.busy}>
            {t('fiscal.exports.period.submit')}
          </ActionButton>
        </div>
      </Stack>
    </form>
  );
}
