import { Stack, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ShellState, ShellSwitch, TillmarkBridge, UpdateState } from '../../../main/bridge.ts';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

const SWITCHES = ['autostart', 'notices', 'updates'] as const satisfies ShellSwitch[];

/** What can be switched in the program whose window shows the page; nothing in a browser. */
export function ShellPanel() {
  // A register that runs beside may be newer than the program that shows it.
  const { tillmark }: { tillmark?: Partial<TillmarkBridge> } = window;
  return isNewEnough(tillmark) ? <OfShell shell={tillmark} /> : null;
}

type Shell = Pick<TillmarkBridge, 'appVersion' | 'shellState' | 'setShell'>;

function isNewEnough(shell: Partial<TillmarkBridge> | undefined): shell is TillmarkBridge {
  return shell?.shellState !== undefined && shell.setShell !== undefined;
}

function OfShell({ shell }: { shell: Shell }) {
  const { t } = useTexts();
  const [state, setState] = useState<ShellState | null>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    void shell.shellState().then(setState);
  }, [shell]);
  const set = async (name: ShellSwitch, on: boolean) => {
    const next = await shell.setShell(name, on);
    setState(next);
    setRefused(name === 'autostart' && next.autostart !== on);
  };
  if (state === null) return null;
  return (
    <Panel heading={t('settings.shell.heading')} intro={t('settings.shell.intro')}>
      <Stack gap="sm">
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            label={t(`settings.shell.${name}`)}
            checked={state[name] === true}
            disabled={state[name] === null}
            onChange={({ currentTarget }) => void set(name, currentTarget.checked)}
          />
        ))}
      </Stack>
      {refused && (
        <Notice tone="look" role="alert" title={t('settings.shell.refused')}>
          <p>{t('settings.shell.refusedText')}</p>
        </Notice>
      )}
      <p>
        {t('settings.shell.version', { version: shell.appVersion })} <Update update={state.update} />
      </p>
    </Panel>
  );
}

function Update({ update }: { update: UpdateState }) {
  const { t } = useTexts();
  switch (update.state) {
    case 'ready':
    case 'told':
    case 'downloading':
      return t(`settings.shell.update.${update.state}`, { version: update.version });
    default:
      return t(`settings.shell.update.${update.state}`);
  }
}
