import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { DevicesOverview, OtherDeviceRow } from '../../../service/printing/wire.ts';
import type { DeviceAct } from '../../api/devices.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Fact, Facts } from '../../components/card.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { Hint, Part } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDeviceFailure } from './device-failure.ts';
import { DisplayDialog } from './display-dialog.tsx';
import type { Equipment } from './equip-dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

/** Display, drawer with a line of its own, and scanner of the register: for the manager. */
export function EquipmentPanel({
  overview: { display, drawer, login },
  act,
  hasOthers,
  rn,
  onSetUp,
  onScanner,
}: {
  overview: DevicesOverview;
  act: DeviceAct;
  hasOthers: boolean;
  rn: string;
  onSetUp: (equipment: Equipment) => void;
  onScanner: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const words = useDeviceFailure();
  const [asked, setAsked] = useState<'text' | 'display' | 'drawer' | 'login' | null>(null);
  const open = async () => {
    const reply = await action.run(() => act('drawer', {}));
    if (reply.ok) note(t('devices.drawer.pulsed'));
  };
  const look = async () => {
    const reply = await action.run(() => act('look', {}));
    if (reply.ok) note(t(reply.value.result.open ? 'devices.equip.isOpen' : 'devices.equip.isClosed'));
  };
  const parts = (kind: Equipment['kind'], row: OtherDeviceRow | null) => (
    <>
      <Button
        onClick={() => onSetUp({ kind, model: row?.model ?? '', port: row?.port ?? '' })}
        aria-label={t(`devices.equip.${kind}.${row === null ? 'byHand' : 'change'}`)}
      >
        {t(row === null ? 'devices.find.byHand' : 'devices.printer.change')}
      </Button>
      {row !== null && (
        <Button
          variant="subtle"
          onClick={() => setAsked(kind)}
          aria-label={t(`devices.equip.${kind}.remove`)}
        >
          {t('devices.equip.removeBegin')}
        </Button>
      )}
    </>
  );
  return (
    <Panel heading={t('devices.equip.heading')}>
      <Part heading={t('devices.find.kind.display')}>
        <Device kind="display" row={display} />
        <Group gap="xs">
          {display !== null && !display.isWrong && (
            <Button onClick={() => setAsked('text')}>{t('devices.display.begin')}</Button>
          )}
          {parts('display', display)}
        </Group>
      </Part>
      <Part heading={t('devices.find.kind.drawer')}>
        <Device kind="drawer" row={drawer} />
        <Group gap="xs">
          {drawer !== null && !drawer.isWrong && (
            <>
              <ActionButton onAction={open}>{t('devices.equip.open')}</ActionButton>
              <ActionButton onAction={look}>{t('devices.equip.look')}</ActionButton>
            </>
          )}
          {parts('drawer', drawer)}
        </Group>
      </Part>
      <Part heading={t('devices.find.kind.scanner')}>
        <Hint>{t('devices.scanner.intro')}</Hint>
        <Group>
          <Button onClick={onScanner}>{t('devices.scanner.begin')}</Button>
        </Group>
      </Part>
      {(login.isWanted || login.isThere) && (
        <Part heading={t('devices.login.heading')}>
          <Group gap="xs" data-testid="login">
            <Mark tone={login.isThere ? 'good' : 'plain'}>
              {t(login.isThere ? 'devices.login.there' : 'devices.login.missing')}
            </Mark>
            <Button onClick={() => setAsked('login')} aria-label={t('devices.login.enterOf')}>
              {t('devices.login.enter')}
            </Button>
          </Group>
        </Part>
      )}
      <FailureNote failure={words(action.failure)} />
      {asked === 'text' && <DisplayDialog act={act} onClose={() => setAsked(null)} />}
      {asked === 'login' && <LoginDialog {...{ hasOthers, rn, act }} onClose={() => setAsked(null)} />}
      {(asked === 'display' || asked === 'drawer') && (
        <RemoveDialog kind={asked} {...{ hasOthers, rn, act }} onClose={() => setAsked(null)} />
      )}
    </Panel>
  );
}

function Device({ kind, row }: { kind: Equipment['kind']; row: OtherDeviceRow | null }) {
  const { t } = useTexts();
  if (row === null) return <Hint>{t(`devices.equip.${kind}.none`)}</Hint>;
  const { model, port, isWrong, seen } = row;
  const isFine = seen === 'ready' || seen === 'unasked';
  return (
    <Stack gap="xs" data-testid={kind} data-state={isWrong ? 'wrong' : seen}>
      <div role="status">
        <Mark tone={isWrong || !isFine ? 'bad' : seen === 'ready' ? 'good' : 'plain'}>
          {t(
            isWrong
              ? 'devices.equip.wrong'
              : seen === 'unasked'
                ? 'devices.equip.untried'
                : `devices.state.${seen}`,
          )}
        </Mark>
        {(isWrong || !isFine) && <p>{t(isWrong || isFine ? 'devices.wrong.text' : `devices.fix.${seen}`)}</p>}
      </div>
      <Facts>
        <Fact name={t('devices.printer.model')}>{model}</Fact>
        <Fact name={t('devices.printer.port')}>
          <code>{port}</code>
        </Fact>
      </Facts>
    </Stack>
  );
}
