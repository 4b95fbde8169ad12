import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FinanzOnlineAccount, ReportRow } from '../../../../service/countries/at/wire.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { CheckIcon, ClockIcon, WarningIcon } from '../../../components/icons.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Hint } from '../../../components/part.tsx';
import type { NoticeTone } from '../../../components/notice.tsx';
import { formatDay, formatMoment } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { StateList, StateRow } from '../../parts/state-list.tsx';
import { CheckButton } from '../check/check-button.tsx';
import { FinanzOnlineFailure } from './failure.tsx';
import { checkedReceipt, ownFailure, type ReportLook, reportLook } from './report-state.ts';

const looks: Record<ReportLook, { tone: NoticeTone; icon: ReactNode }> = {
  waiting: { tone: 'plain', icon: <ClockIcon /> },
  whenBack: { tone: 'plain', icon: <ClockIcon /> },
  due: { tone: 'look', icon: <ClockIcon /> },
  overdue: { tone: 'bad', icon: <WarningIcon /> },
  failed: { tone: 'bad', icon: <WarningIcon /> },
  done: { tone: 'good', icon: <CheckIcon /> },
  doneByHand: { tone: 'good', icon: <CheckIcon /> },
};

/** What the tax office has to be told: how each report stands, and what can be done by hand. */
export function ReportList({
  account,
  reports,
  today,
  act,
  onCheck,
}: {
  account: FinanzOnlineAccount;
  /** Those of the account that are to be shown. */
  reports: readonly ReportRow[];
  today: string;
  act: Act;
  onCheck: (receipt: string) => void;
}) {
  // Kept here, not in the row: a row that changes its state must not take its dialog along.
  const [asked, setAsked] = useState<ReportRow | null>(null);
  return (
    <>
      <StateList>
        {reports.map((report) => (
          <Report
            key={report.id}
            account={account}
            report={report}
            today={today}
            onReported={() => setAsked(report)}
            onCheck={onCheck}
          />
        ))}
      </StateList>
      {asked !== null && <ReportedDialog report={asked} act={act} onClose={() => setAsked(null)} />}
    </>
  );
}

function Report({
  account,
  report,
  today,
  onReported,
  onCheck,
}: {
  account: FinanzOnlineAccount;
  report: ReportRow;
  today: string;
  onReported: () => void;
  onCheck: (receipt: string) => void;
}) {
  const { t, locale } = useTexts();
  const { kind, subject, state, lastDay, done } = report;
  const failure = ownFailure(report, account);
  const look = reportLook(report, today);
  const receipt = checkedReceipt(report);
  const name = t(`austria.report.kind.${kind}`);
  const isLate = look === 'overdue';
  return (
    <StateRow
      data-testid="report"
      data-report={report.id}
      data-state={look}
      name={
        <>
          {name} <code>{subject}</code>
        </>
      }
      mark={
        <Mark {...looks[look]}>
          {t(`austria.report.states.${look}`, {
            day: lastDay === null ? '' : formatDay(lastDay, locale),
            time: done === null ? '' : formatMoment(done, locale),
          })}
        </Mark>
      }
      more={
        <>
          {state !== 'done' && !isLate && lastDay !== null && (
            <Hint>{t('austria.report.lastDay', { day: formatDay(lastDay, locale) })}</Hint>
          )}
          {failure !== null && <FinanzOnlineFailure failure={failure} by="rkdb" />}
        </>
      }
      action={
        state !== 'done' &&
        (receipt !== null ? (
          <CheckButton receipt={receipt} onOpen={onCheck} />
        ) : (
          <Button
            variant="subtle"
            onClick={onReported}
            aria-label={t('austria.report.byHandOf', { report: name })}
          >
            {t('austria.report.byHand')}
          </Button>
        ))
      }
    />
  );
}

function ReportedDialog({ report, act, onClose }: { report: ReportRow; act: Act; onClose: () => void }) {
  const { t } = useTexts();
  const { id, kind, subject } = report;
  return (
    <ConfirmDialog
      heading={t('austria.report.byHandHeading')}
      submit={t('austria.report.byHandSubmit')}
      action={() => act('reported', { report: id })}
      done={t('austria.report.byHandDone')}
      onClose={onClose}
    >
      <p>{t('austria.report.byHandText', { report: t(`austria.report.kind.${kind}`), subject })}</p>
    </ConfirmDialog>
  );
}
