import { Button, Group } from '@mantine/core';
import type { ControlStatus } from '../../../service/wire.ts';
import { isFor } from '../../app/pages.tsx';
import { printsCopies } from '../../api/control.ts';
import { actOnDevices } from '../../api/devices.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useSession } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useNotes } from '../../components/notes.ts';
import { PrintCopyButton } from '../../components/print-copy-button.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDeviceFailure } from '../devices/device-failure.ts';

/** What a cashier wants next after a sale: the receipt once more, the drawer, the receipts before. */
export function LastReceiptActions({ rn, status }: { rn: string; status: ControlStatus }) {
  const { t } = useTexts();
  const role = useSession()?.role ?? null;
  const note = useNotes();
  const action = useAction();
  const words = useDeviceFailure();
  if (!isFor('receipts', role)) return null;
  const open = async () => {
    const reply = await action.run(() => actOnDevices(rn)('drawer', {}));
    if (reply.ok) note(t('devices.drawer.pulsed'));
  };
  const hasPrinter = printsCopies(status) && role !== 'auditor';
  return (
    <Group gap="xs" justify="center" mb="md">
      {hasPrinter && status.last !== null && (
        <PrintCopyButton rn={rn} sq={status.last.sq} variant="default" />
      )}
      {hasPrinter && <ActionButton onAction={open}>{t('devices.drawer.openIt')}</ActionButton>}
      {status.last !== null && (
        <Button component="a" variant="subtle" href={PAGE_HASH.receipts}>
          {t('page.paper.all')}
        </Button>
      )}
      <FailureNote failure={words(action.failure)} />
    </Group>
  );
}
