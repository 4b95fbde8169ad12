import { Group } from '@mantine/core';
import { useState } from 'react';
import type { SetupOverview } from '../../../service/setup/wire.ts';
import type { ControlStatus } from '../../../service/wire.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { registerTraining } from '../../api/setup.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Hint } from '../../components/part.tsx';
import { ReceiptPaper } from '../../components/receipt-paper/receipt-paper.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { LinkButton } from './link-button.tsx';
import { PrinterNotices } from './printer-notices.tsx';
import { printerProblems } from './printer-problems.ts';
import classes from './setup.module.css';
import { BackButton, type StepWays } from './step-frame.tsx';

/** A receipt for training, on the screen and on paper: all that was set up is tried at once. */
export function ReceiptStep({
  overview: { rn, cfg, steps },
  status,
  reload,
  back,
}: {
  overview: SetupOverview;
  status: ControlStatus;
  reload: () => Promise<void>;
  back: StepWays['back'];
}) {
  const { t } = useTexts();
  const action = useAction();
  const [sq, setSq] = useState<number | null>(null);
  const send = async () => {
    const reply = await action.run(() => registerTraining(rn));
    if (reply.ok) setSq(reply.value.result.sq);
    await reload();
  };
  const missing = steps.filter(({ name, state }) => state === 'missing' && name !== 'receipt');
  // What is shown is the receipt that was made here, not one that a till sends meanwhile.
  const paper = sq !== null && status.last?.sq === sq ? status.last : null;
  const isPrinted = status.printer.state === 'set';
  const troubles = printerProblems(status.problems);
  return (
    <Panel heading={t('setup.step.receipt')} intro={t('setup.receipt.intro')}>
      {cfg === null && <Notice tone="look" title={t('setup.receipt.noCompany')} />}
      <FailureNote failure={action.failure} />
      {sq !== null && (
        <div data-testid="setup-done">
          <Notice tone="good" role="status" title={t('setup.receipt.done')}>
            {troubles.length === 0 && (
              <p>{t(isPrinted ? 'setup.receipt.printed' : 'setup.receipt.noPrinter')}</p>
            )}
          </Notice>
        </div>
      )}
      {sq !== null && <PrinterNotices problems={troubles} />}
      {paper !== null && (
        <div className={classes.paper} data-testid="setup-paper">
          <ReceiptPaper paper={paper} />
        </div>
      )}
      {sq !== null && missing.length > 0 && (
        <Hint>
          {t('setup.receipt.missing', {
            steps: missing.map(({ name }) => t(`setup.step.${name}`)).join(', '),
          })}
        </Hint>
      )}
      <Group gap="xs">
        {sq === null ? (
          <ActionButton variant="filled" onAction={send} blocked={cfg === null}>
            {t('setup.receipt.send')}
          </ActionButton>
        ) : (
          <>
            <LinkButton href={PAGE_HASH.status} isMain>
              {t('setup.receipt.finish')}
            </LinkButton>
            <ActionButton onAction={send}>{t('setup.receipt.again')}</ActionButton>
          </>
        )}
        <BackButton back={back} />
      </Group>
    </Panel>
  );
}
