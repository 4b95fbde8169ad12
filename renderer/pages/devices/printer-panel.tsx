import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { DevicesOverview, PrinterRow } from '../../../service/printing/wire.ts';
import type { DeviceAct } from '../../api/devices.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Fact, Facts } from '../../components/card.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Hint } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDeviceFailure } from './device-failure.ts';
import { DrawerDialog } from './drawer-dialog.tsx';
import { PrinterState } from './printer-state.tsx';
import { HAND, type Proposal } from './use-dialog.tsx';

/** The printer of the register with the drawer that is plugged into it. */
export function PrinterPanel({
  overview: { printer, isWrong, profile, lastReceipt },
  isManager,
  act,
  onSetUp,
}: {
  overview: DevicesOverview;
  isManager: boolean;
  act: DeviceAct;
  onSetUp: (proposal: Proposal) => void;
}) {
  const { t } = useTexts();
  const setUp = { model: profile.model, port: profile.port, paper: profile.paper };
  if (printer === null) {
    return (
      <Panel heading={t('devices.printer.heading')}>
        <div data-testid="no-printer">
          <Notice
            tone={isWrong ? 'bad' : 'plain'}
            title={t(isWrong ? 'devices.wrong.title' : 'devices.none.title')}
          >
            <p>{t(isWrong ? 'devices.wrong.text' : 'devices.none.text')}</p>
          </Notice>
        </div>
        {isManager ? (
          <Group gap="xs">
            <Button onClick={() => onSetUp(isWrong ? setUp : HAND)}>
              {t(isWrong ? 'devices.printer.change' : 'devices.find.byHand')}
            </Button>
          </Group>
        ) : (
          <SignIn />
        )}
      </Panel>
    );
  }
  return (
    <Panel heading={t('devices.printer.heading')}>
      <PrinterState printer={printer} />
      <Facts>
        <Fact name={t('devices.printer.model')} {...(printer.name !== null && { remark: printer.name })}>
          {printer.model}
        </Fact>
        <Fact name={t('devices.printer.port')}>
          <code>{printer.port}</code>
        </Fact>
        <Fact name={t('devices.printer.paper')}>{t('devices.printer.mm', { width: printer.paper })}</Fact>
        {printer.serial !== null && <Fact name={t('devices.printer.serial')}>{printer.serial}</Fact>}
        <Fact name={t('devices.drawer.name')}>
          <span data-testid="drawer">{t(`devices.drawer.${drawerOf(printer)}`)}</span>
        </Fact>
      </Facts>
      <Actions printer={printer} last={lastReceipt} isManager={isManager} act={act}>
        {isManager && <Button onClick={() => onSetUp(setUp)}>{t('devices.printer.change')}</Button>}
      </Actions>
      {!isManager && <SignIn />}
    </Panel>
  );
}

function drawerOf({ drawerOpen, drawerLevel }: PrinterRow) {
  if (drawerOpen !== null) return drawerOpen ? 'open' : 'closed';
  return drawerLevel === null ? 'untold' : 'unlearned';
}

/** What can be done with the printer at once. */
function Actions({
  printer,
  last,
  isManager,
  act,
  children,
}: {
  printer: PrinterRow;
  last: DevicesOverview['lastReceipt'];
  isManager: boolean;
  act: DeviceAct;
  children: React.ReactNode;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const words = useDeviceFailure();
  const [asked, setAsked] = useState<'learn' | null>(null);
  const tell = (what: string, work: () => ReturnType<DeviceAct>) => async () => {
    const reply = await action.run(work);
    if (reply.ok) note(what);
  };
  return (
    <>
      <Group gap="xs">
        <ActionButton onAction={tell(t('devices.drawer.pulsed'), () => act('drawer', {}))}>
          {t('devices.drawer.openIt')}
        </ActionButton>
        {last !== null && (
          <ActionButton onAction={tell(t('devices.jobs.ordered'), () => act('print', { sq: last.sq }))}>
            {t('devices.jobs.last')}
          </ActionButton>
        )}
        {isManager && (
          <>
            <ActionButton onAction={tell(t('devices.printer.tested'), () => act('test', {}))}>
              {t('devices.printer.test')}
            </ActionButton>
            <Button onClick={() => setAsked('learn')}>{t('devices.learn.begin')}</Button>
          </>
        )}
        {children}
      </Group>
      <FailureNote failure={words(action.failure)} />
      {asked === 'learn' && (
        <DrawerDialog learned={printer.drawerLearned} act={act} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function SignIn() {
  const { t } = useTexts();
  return (
    <Hint>
      <Text span inherit>
        {t('devices.managerOnly')}{' '}
      </Text>
      <Anchor href={PAGE_HASH.settings} inherit>
        {t('devices.signIn')}
      </Anchor>
    </Hint>
  );
}
