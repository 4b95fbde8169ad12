import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NoticePart, PagePart } from '../../../service/countries/contract/described-page/page.ts';
import { Notice } from '../../components/notice.tsx';
import { Hint } from '../../components/part.tsx';
import { problemTextsOf } from '../../i18n/problem-texts.ts';
import { problemValues } from '../../i18n/problem-values.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Problem } from '../../../service/wire.ts';
import type { PageAction } from '../../../service/countries/contract/described-page/fields.ts';
import { CertificatePart } from './certificate.tsx';
import { useDescribed } from './context.ts';
import { ExportsPart } from './exports.tsx';
import { FactList } from './facts.tsx';
import { FormPart } from './form.tsx';
import { LoginPart } from './login.tsx';
import { RatesPart } from './rates.tsx';
import { TONE_OF } from './say.ts';
import { StepsPart } from './steps.tsx';
import { TablePart } from './table.tsx';
import { useActions } from './use-actions.tsx';

/** A part of a section; one that only a newer page knows is left out. */
export function Part({ part }: { part: PagePart }): ReactNode {
  switch (part.kind) {
    case 'facts':
      return <FactList facts={part.facts} />;
    case 'notice':
      return <NoticeOf part={part} />;
    case 'problems':
      return part.problems.map((problem, index) => <ProblemOf key={index} problem={problem} />);
    case 'actions':
      return <ActionsOf actions={part.actions} />;
    case 'form':
      return <FormPart part={part} />;
    case 'certificate':
      return <CertificatePart part={part} />;
    case 'login':
      return <LoginPart part={part} />;
    case 'table':
      return <TablePart part={part} />;
    case 'rates':
      return <RatesPart part={part} />;
    case 'exports':
      return part.types.map((one) => <ExportsPart key={one.type} part={one} />);
    case 'steps':
      return <StepsPart part={part} />;
  }
}

function NoticeOf({ part: { state, title, text } }: { part: NoticePart }) {
  const { say } = useDescribed();
  return (
    <Notice tone={TONE_OF[state]} title={say(title)}>
      {text !== undefined && <p>{say(text)}</p>}
    </Notice>
  );
}

function ProblemOf({ problem }: { problem: Problem }) {
  const { t, locale } = useTexts();
  const code = problemTextsOf(problem.code);
  const values = problemValues(problem, locale);
  return (
    <Notice tone={problem.severity === 'stop' ? 'bad' : 'look'} title={t(`problem.${code}.title`, values)}>
      <p>{t(`problem.${code}.fix`, values)}</p>
    </Notice>
  );
}

/** Buttons side by side, with what each of them is for. */
function ActionsOf({ actions }: { actions: readonly PageAction[] }) {
  const { say } = useDescribed();
  const { button, outcome } = useActions();
  return (
    <>
      <Group gap="xs">{actions.map((action) => button(action))}</Group>
      {actions.map(({ action, help }) => help !== undefined && <Hint key={action}>{say(help)}</Hint>)}
      {outcome}
    </>
  );
}
