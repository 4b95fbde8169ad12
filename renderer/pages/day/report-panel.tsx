import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ReportAnswer } from '../../../service/register/wire.ts';
import { type CashWish, makeReport } from '../../api/day.ts';
import { actOnDevices } from '../../api/devices.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Fact, Facts } from '../../components/card.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { sumOf } from './cash.ts';
import { CloseDialog } from './close-dialog.tsx';

/** Looks at the period since the last closing, and closes it. */
export function ReportPanel({
  rn,
  currency,
  hasPrinter,
}: {
  rn: string;
  currency: string;
  hasPrinter: boolean;
}) {
  const { t } = useTexts();
  const { busy, failure, run } = useAction();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<{ report: ReportAnswer; cash: CashWish | null } | null>(null);
  const print = ({ sq }: ReportAnswer) => run(() => actOnDevices(rn)('print', { sq }));
  const take = async (report: ReportAnswer, cash: CashWish | null) => {
    setMade({ report, cash });
    if (hasPrinter) await print(report);
  };
  const look = async () => {
    const reply = await run(() => makeReport(rn, 'X', null));
    if (reply.ok) await take(reply.value, null);
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
      <div role="status">{made !== null && <Made {...made} currency={currency} />}</div>
      {made !== null && hasPrinter && (
        <Group gap="xs">
          <ActionButton blocked={busy} onAction={() => print(made.report)}>
            {t('devices.jobs.again')}
          </ActionButton>
        </Group>
      )}
      {isAsked && <CloseDialog rn={rn} currency={currency} onDone={take} onClose={() => setAsked(false)} />}
    </Panel>
  );
}

/** What a report said. */
function Made({
  report: { number, total, cash: byReceipts, difference },
  cash,
  currency,
}: {
  report: ReportAnswer;
  cash: CashWish | null;
  currency: string;
}) {
  const { t, locale } = useTexts();
  // What was entered may have fewer decimals.
  const money = (amount: string) =>
    formatMoney(
      sumOf([
        { value: amount, count: 1 },
        { value: byReceipts, count: 0 },
      ]),
      currency,
      locale,
    );
  return (
    <Facts>
      <Fact name={t('day.report.made')}>
        {number === null ? t('day.report.madeX') : t('day.report.madeZ', { number })}
      </Fact>
      <Fact name={t('day.report.total')}>{money(total)}</Fact>
      {cash !== null && cash.start !== '' && <Fact name={t('day.report.start')}>{money(cash.start)}</Fact>}
      <Fact name={t('day.report.cash')}>{money(byReceipts)}</Fact>
      {cash !== null && <Fact name={t('day.report.counted')}>{money(cash.counted)}</Fact>}
      {difference !== null && (
        <Fact name={t('day.report.difference')}>
          <strong data-testid="cash-difference">{money(difference)}</strong>
        </Fact>
      )}
    </Facts>
  );
}
