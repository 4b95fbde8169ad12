import { Group } from '@mantine/core';
import { useTexts } from '../../../i18n/use-texts.ts';
import { CheckButton } from '../check/check-button.tsx';
import { FinanzOnlineFailure } from '../finanzonline/failure.tsx';
import { ownFailure } from '../finanzonline/report-state.ts';
import { ReportNow } from '../finanzonline/report-now.tsx';
import type { StepProps } from './start-card.tsx';

/** Step 5: the tax office has found the start receipt good. */
export function CheckStep({ overview: { finanzOnline }, act, onCheck }: StepProps) {
  const { t } = useTexts();
  const reports = finanzOnline.reports.filter(({ kind }) => kind === 'start');
  const failure = reports[0] === undefined ? null : ownFailure(reports[0], finanzOnline);
  const hasLogin = finanzOnline.login !== null;
  const isTested = finanzOnline.mode === 'test' && reports.some(({ state }) => state === 'done');
  const way = isTested ? 'tested' : hasLogin ? 'byItself' : 'byHand';
  return (
    <>
      <p>{t(`austria.start.check.${way}`)}</p>
      {failure !== null && <FinanzOnlineFailure failure={failure} by="rkdb" />}
      <ReportNow account={{ ...finanzOnline, reports }} act={act} />
      <Group gap="xs">
        <CheckButton receipt="start" variant={hasLogin ? 'default' : 'filled'} onOpen={onCheck} />
      </Group>
    </>
  );
}
