import { Text } from '@mantine/core';
import type { FinanzOnlineAccount } from '../../../../service/countries/at/wire.ts';
import { Fold } from '../../../components/fold.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Part } from '../../../components/part.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { LoginPart } from './login-part.tsx';
import { ReportList } from './report-list.tsx';
import { ReportNow } from './report-now.tsx';
import { splitReports } from './report-state.ts';

/** What the tax office is told, by itself or by hand. */
export function FinanzOnlineCard({
  account,
  today,
  act,
  onCheck,
}: {
  account: FinanzOnlineAccount;
  today: string;
  act: Act;
  onCheck: (receipt: string) => void;
}) {
  const { t } = useTexts();
  const { open, done } = splitReports(account.reports);
  return (
    <Panel heading="FinanzOnline" intro={t('austria.access.intro')}>
      <Part heading={t('austria.access.login')}>
        {account.login === null && <Text c="dimmed">{t('austria.access.none')}</Text>}
        <LoginPart account={account} act={act} />
      </Part>
      <Part heading={t('austria.report.heading')}>
        {open.length === 0 && <Text c="dimmed">{t('austria.report.none')}</Text>}
        <ReportList account={account} reports={open} today={today} act={act} onCheck={onCheck} />
        <ReportNow account={account} act={act} />
        {done.length > 0 && (
          <Fold summary={t('austria.report.earlier', { count: done.length })}>
            <ReportList account={account} reports={done} today={today} act={act} onCheck={onCheck} />
          </Fold>
        )}
      </Part>
    </Panel>
  );
}
