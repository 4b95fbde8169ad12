import { Button, Group, Progress, Text } from '@mantine/core';
import { useCallback } from 'react';
import type { DevicesOverview, FoundDevice, Search } from '../../../service/printing/wire.ts';
import { askSearch, startSearch } from '../../api/devices.ts';
import { useAction } from '../../api/use-action.ts';
import { useEvery } from '../../api/use-every.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Mark } from '../../components/mark.tsx';
import { Panel } from '../../components/panel.tsx';
import { Hint, Part, Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Equipment } from './equip-dialog.tsx';
import { RightsHelp } from './rights-help.tsx';
import { HAND, type Proposal } from './use-dialog.tsx';

/** What a device can be used as. */
type UsableKind = 'printer' | 'display' | 'drawer' | 'scanner';

/** While devices are looked for it is asked this often what was found, ms. */
const ASK_MS = 700;

/** Looks for devices, and says of each way what was found or why nothing was. */
export function FindPanel({
  overview,
  news,
  onUse,
  onEquip,
  onScanner,
}: {
  overview: DevicesOverview;
  /** Whatever changes when there may be something new. */
  news: unknown;
  onUse: (proposal: Proposal) => void;
  onEquip: (equipment: Equipment) => void;
  /** Tries the scanner at an address. */
  onScanner: (address: string) => void;
}) {
  const { t } = useTexts();
  const own = [overview.printer?.port, overview.display?.port, overview.drawer?.port];
  const use = (kind: UsableKind, { address, model }: FoundDevice) => {
    if (kind === 'scanner') onScanner(address);
    else if (kind === 'printer') onUse({ model: model ?? '', port: address, paper: '80' });
    else onEquip({ kind, model: model ?? '', port: address });
  };
  const action = useAction();
  const [{ value: search }, reload] = useReloader(askSearch, news);
  const isRunning = search?.isRunning === true;
  useEvery(isRunning ? ASK_MS : null, reload);
  const start = useCallback(async () => {
    await action.run(startSearch);
    await reload();
  }, [action, reload]);
  const found = search?.found ?? [];
  const count = found.reduce((sum, { devices }) => sum + devices.length, 0);
  const isDone = typeof search?.at === 'string' && !isRunning;
  return (
    <Panel heading={t('devices.find.heading')} intro={t('devices.find.intro')}>
      <Group gap="xs">
        <ActionButton variant="filled" busy={isRunning} onAction={start}>
          {t('devices.find.start')}
        </ActionButton>
        <Button onClick={() => onUse(HAND)}>{t('devices.find.byHand')}</Button>
      </Group>
      <FailureNote failure={action.failure} />
      {isRunning && (
        <Progress
          aria-label={t('devices.find.running')}
          value={search.ways === 0 ? 100 : ((found.length + 0.5) / search.ways) * 100}
          animated
        />
      )}
      <div role="status" data-testid="search" data-done={isDone}>
        {isRunning && <Text>{t('devices.find.running')}</Text>}
        {isDone && (
          <Text>{count === 0 ? t('devices.find.nothing') : t('devices.find.found', { count })}</Text>
        )}
      </div>
      {found.map((way) => (
        <Way key={way.connection} way={way} own={own} onUse={use} />
      ))}
    </Panel>
  );
}

function Way({
  way: { connection, devices, fault },
  own,
  onUse,
}: {
  way: Search;
  /** Addresses of the register's devices. */
  own: readonly (string | undefined)[];
  onUse: (kind: UsableKind, device: FoundDevice) => void;
}) {
  const { t } = useTexts();
  const heading = t(`devices.find.way.${connection}`);
  const needsRights = fault === 'rights' || devices.some((device) => device.fault === 'rights');
  return (
    <Part heading={heading}>
      <div data-testid="way" data-way={connection}>
        {fault !== null && (
          <Text>
            {fault === 'unsupported'
              ? t(`devices.find.missing.${connection}`)
              : t(`devices.find.wayFault.${fault}`)}
          </Text>
        )}
        {fault === null && devices.length === 0 && <Hint>{t(`devices.find.none.${connection}`)}</Hint>}
        {devices.length > 0 && (
          <WideTable
            caption={heading}
            columns={[t('devices.find.device'), t('devices.printer.port'), t('devices.others.state')]}
            actions={t('devices.jobs.actions')}
          >
            {devices.map((device) => (
              <Found
                key={device.address}
                device={device}
                isOwn={own.includes(device.address)}
                onUse={onUse}
              />
            ))}
          </WideTable>
        )}
      </div>
      {needsRights && <RightsHelp />}
    </Part>
  );
}

function Found({
  device,
  isOwn,
  onUse,
}: {
  device: FoundDevice;
  isOwn: boolean;
  onUse: (kind: UsableKind, device: FoundDevice) => void;
}) {
  const { t } = useTexts();
  const { kind, name, address, fault } = device;
  const words = t(`devices.find.kind.${kind}`);
  const shown = name === '' ? words : name;
  return (
    <Row data-testid="found" data-address={address}>
      <Cell label={t('devices.find.device')}>
        {shown}
        {name !== '' && <Soft>{words}</Soft>}
      </Cell>
      <Cell label={t('devices.printer.port')}>
        <code>{address}</code>
      </Cell>
      <Cell label={t('devices.others.state')}>
        {isOwn ? (
          <Mark tone="good">{t(kind === 'printer' ? 'devices.find.own' : 'devices.find.ownOther')}</Mark>
        ) : fault === null ? (
          <Mark tone="good">{t('devices.find.usable')}</Mark>
        ) : (
          <>
            <Mark tone="look">{t(`devices.state.${fault}`)}</Mark>
            <Soft>{t(`devices.fix.${fault}`)}</Soft>
          </>
        )}
      </Cell>
      <Cell label={t('devices.jobs.actions')} actions>
        <Group gap="xs">
          {!isOwn &&
            usesOf(device).map((use) => {
              const as = use === 'scanner' || (kind === 'unknown' && use !== 'drawer') ? use : 'itself';
              return (
                <Button
                  key={use}
                  onClick={() => onUse(use, device)}
                  aria-label={t(`devices.find.useOf.${as}`, { what: `${shown} ${address}` })}
                >
                  {t(`devices.find.useAs.${as}`)}
                </Button>
              );
            })}
        </Group>
      </Cell>
    </Row>
  );
}

/** What a device can be used as. What tells nothing of itself on a line may be a printer or a display. */
function usesOf({ kind, connection, fault }: FoundDevice): UsableKind[] {
  if (kind === 'fiscal-printer') return [];
  if (kind === 'unknown') return connection === 'hid' ? ['display'] : ['printer', 'display'];
  return kind !== 'printer' && fault === 'unsupported' ? [] : [kind];
}
