import { Button, Group } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { SetupOverview } from '../../../service/setup/wire.ts';
import type { ControlStatus } from '../../../service/wire.ts';
import { actOnDevices, askDevices, type DeviceAct } from '../../api/devices.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { FindPanel } from '../devices/find-panel.tsx';
import { HAND, UseDialog, type Proposal } from '../devices/use-dialog.tsx';
import { LinkButton } from './link-button.tsx';
import { PrinterNotices } from './printer-notices.tsx';
import { printerProblems } from './printer-problems.ts';
import { StepFrame, type StepWays } from './step-frame.tsx';

/** The printer of the register: found, or entered. */
export function PrinterStep({
  overview: { rn, needs },
  status,
  ways,
}: {
  overview: SetupOverview;
  status: ControlStatus;
  ways: StepWays;
}) {
  const { t } = useTexts();
  const ask = useCallback(() => askDevices(rn), [rn]);
  const [{ value: devices, failure }, reload] = useReloader(ask, status);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const act: DeviceAct = useCallback(
    async (action, body) => {
      const reply = await actOnDevices(rn)(action, body);
      await reload();
      return reply;
    },
    [rn, reload],
  );
  const { printer } = status;
  const isSet = printer.state === 'set';
  const troubles = printerProblems(status.problems);
  // A country whose printer numbers receipts begins with the first such model.
  const byHand = {
    ...HAND,
    model: needs.device ? (devices?.models.find(({ isFiscal }) => isFiscal)?.name ?? '') : '',
  };
  return (
    <>
      <StepFrame
        heading={t('setup.step.printer')}
        intro={t(needs.device ? 'setup.printer.introDevice' : 'setup.printer.intro')}
        ways={ways}
        isDone={isSet}
      >
        {isSet && (
          <Notice
            tone={troubles.length === 0 ? 'good' : 'plain'}
            role="status"
            title={t('setup.printer.set', { model: printer.model, port: printer.port })}
          />
        )}
        <PrinterNotices problems={troubles} />
        <FailureNote failure={devices === null ? failure : null} />
        <Group gap="xs">
          <Button variant={isSet ? 'default' : 'filled'} onClick={() => setProposal(byHand)}>
            {t('devices.find.byHand')}
          </Button>
          {isSet && <LinkButton href={PAGE_HASH.devices}>{t('devices.heading')}</LinkButton>}
        </Group>
      </StepFrame>
      {devices !== null && (
        <FindPanel
          overview={devices}
          news={status}
          onUse={setProposal}
          onEquip={() => (window.location.hash = PAGE_HASH.devices)}
          onScanner={() => (window.location.hash = PAGE_HASH.devices)}
        />
      )}
      {proposal !== null && devices !== null && (
        <UseDialog
          {...{ proposal, rn, act }}
          models={devices.models}
          hasOthers={status.registers.length > 1}
          onClose={() => setProposal(null)}
        />
      )}
    </>
  );
}
