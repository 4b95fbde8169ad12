import { useState } from 'react';
import type { ChannelName, InvoicesOverview, SettingName } from '../../../service/e-invoicing/wire.ts';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { ChangeSettings } from './cause.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelPart } from './channel-part.tsx';
import { SecretDialog } from './secret-dialog.tsx';

type ChannelSetting = Exclude<SettingName, 'EInvoice_Routes'>;

/** What is set for a way to hand over. */
export interface ChannelForm {
  name: ChannelName;
  settings: readonly ChannelSetting[];
  /** The settings without which it, and its test system, cannot be used. */
  needed: Readonly<Record<'live' | 'test', ChannelSetting>>;
  secrets: readonly (keyof InvoicesOverview['secrets'])[];
}

const CHANNELS: readonly ChannelForm[] = [
  {
    name: 'mail',
    settings: ['EInvoice_Mail', 'EInvoice_MailFrom', 'EInvoice_MailUser', 'EInvoice_TestMail'],
    needed: { live: 'EInvoice_Mail', test: 'EInvoice_TestMail' },
    secrets: ['mail'],
  },
  {
    name: 'access-point',
    settings: ['EInvoice_Url', 'EInvoice_Sender', 'EInvoice_TestUrl'],
    needed: { live: 'EInvoice_Url', test: 'EInvoice_TestUrl' },
    secrets: ['access-point', 'access-point-test'],
  },
  {
    name: 'folder',
    settings: ['EInvoice_Folder', 'EInvoice_TestFolder'],
    needed: { live: 'EInvoice_Folder', test: 'EInvoice_TestFolder' },
    secrets: [],
  },
];

/** Mail server, access point and folders: set, tried, and their secrets entered. */
export function ChannelsPanel({
  overview,
  reload,
  onChange,
}: {
  overview: InvoicesOverview;
  reload: () => Promise<void>;
  onChange: ChangeSettings;
}) {
  const { t } = useTexts();
  const [changed, setChanged] = useState<ChannelForm | null>(null);
  const [secret, setSecret] = useState<keyof InvoicesOverview['secrets'] | null>(null);
  return (
    <Panel heading={t('eInvoices.channels.heading')} intro={t('eInvoices.channels.intro')}>
      {CHANNELS.map((channel) => (
        <ChannelPart
          key={channel.name}
          channel={channel}
          overview={overview}
          onSet={() => setChanged(channel)}
          onSecret={setSecret}
          onChange={onChange}
        />
      ))}
      {changed !== null && (
        <ChannelDialog
          channel={changed}
          settings={overview.settings}
          onChange={onChange}
          onClose={() => setChanged(null)}
        />
      )}
      {secret !== null && <SecretDialog name={secret} reload={reload} onClose={() => setSecret(null)} />}
    </Panel>
  );
}
