import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReportAnswer } from '../../../service/register/wire.ts';
import { makeReport } from '../../api/day.ts';
import { actOnDevices } from '../../api/devices.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Fact, Facts } from '../../components/card.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { decimalOf, differenceOf } from './cash.ts';

/** Looks at the period since the last closing, and closes it. */
export function ReportPanel({ rn, hasPrinter }: { rn: string; hasPrinter: boolean }) {
  const { t } = useTexts();
  const { busy, failure, run } = useAction();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<{ report: ReportAnswer; counted: string } | null>(null);
  const take = async (report: ReportAnswer, counted: string) => {
    setMade({ report, counted });
    if (hasPrinter) await run(() => actOnDevices(rn)('print', { sq: report.sq }));
  };
  const look = async () => {
    const reply = await run(() => makeReport(rn, 'X', ''));
    if (reply.ok) await take(reply.value, '');
  };
  return (
    <Panel heading={t('day.report.heading')} intro={t('day.report.intro')}>
      <Group gap="xs">
        <ActionButton busy={busy} onAction={look}>
          {t('day.report.x')}
        </ActionButton>
        <Button variant="filled" onClick={() => setAsked(true)}>
          {t('day.report.z')}
        </Button>
      </Group>
      <FailureNote failure={failure} />
      <div role="status">{made !== null && <Made {...made} />}</div>
      {isAsked && <CloseDialog rn={rn} onDone={take} onClose={() => setAsked(false)} />}
    </Panel>
  );
}

/** What a report said. */
function Made({ report: { number, total, cash }, counted }: { report: ReportAnswer; counted: string }) {
  const { t, locale } = useTexts();
  const money = (amount: string) => formatMoney(amount, '', locale);
  return (
    <Facts>
      <Fact name={t('day.report.made')}>
        {number === null ? t('day.report.madeX') : t('day.report.madeZ', { number })}
      </Fact>
      <Fact name={t('day.report.total')}>{money(total)}</Fact>
      <Fact name={t('day.report.cash')}>{money(cash)}</Fact>
      {counted !== '' && (
        <>
          <Fact name={t('day.report.counted')}>{money(counted)}</Fact>
          <Fact name={t('day.report.difference')}>
            <strong data-testid="cash-difference">{money(differenceOf(counted, cash))}</strong>
          </Fact>
        </>
      )}
    </Facts>
  );
}

/** Asks for the cash in the drawer, and closes. */
function CloseDialog({
  rn,
  onDone,
  onClose,
}: {
  rn: string;
  onDone: (report: ReportAnswer, counted: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t, locale } = useTexts();
  const [entered, setEntered] = useState('');
  const counted = decimalOf(entered, locale);
  return (
    <FormDialog
      heading={t('day.report.z')}
      submit={t('day.report.close')}
      check={() => counted !== null}
      send={() => makeReport(rn, 'Z', counted ?? '')}
      done={(report: ReportAnswer) => {
        void onDone(report, counted ?? '');
        return t('day.report.madeZ', { number: report.number ?? '' });
      }}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('day.report.closeText')}</p>
          <TextInput
            label={t('day.report.counted')}
            description={t('day.report.countedHint')}
            inputMode="decimal"
            autoComplete="off"
            error={sent && counted === null ? t('day.report.countedWrong') : null}
            value={entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
