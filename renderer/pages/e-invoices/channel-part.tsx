import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Cause, InvoicesOverview } from '../../../service/e-invoicing/wire.ts';
import { testChannel } from '../../api/e-invoices.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Fact, Facts } from '../../components/card.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { Hint, Part } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useCause, type ChangeSettings } from './cause.ts';
import type { ChannelForm } from './channels-panel.tsx';

/** What came of a test; it counts for what was set then. */
interface Tested {
  test: boolean;
  cause: Cause | null;
  set: string;
}

/** One way to hand over: what is set, and whether it works. */
export function ChannelPart({
  channel: { name, settings: names, needed, secrets },
  overview: { settings, secrets: entered },
  onSet,
  onSecret,
  onChange,
}: {
  channel: ChannelForm;
  overview: InvoicesOverview;
  onSet: () => void;
  onSecret: (name: keyof InvoicesOverview['secrets']) => void;
  onChange: ChangeSettings;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [tested, setTested] = useState<Tested | null>(null);
  const heading = t(`eInvoices.channel.${name}`);
  const used = names.filter((one) => settings[one] !== '');
  const set = JSON.stringify([used.map((one) => settings[one]), secrets.map((one) => entered[one])]);
  const tryOut = (test: boolean) => async () => {
    setTested(null);
    const reply = await action.run(() => testChannel(name, test));
    if (reply.ok) setTested({ test, cause: reply.value.cause, set });
  };
  const remove = async () => {
    const values = Object.fromEntries(used.map((one) => [one, '']));
    const reply = await action.run(() => onChange(heading, values));
    if (reply.ok) note(t('settings.removed', { name: heading }));
  };
  return (
    <Part heading={heading}>
      <div data-testid="channel" data-channel={name}>
        {used.length === 0 && <Hint>{t('eInvoices.channels.none')}</Hint>}
        {used.length > 0 && (
          <Facts>
            {used.map((one) => (
              <Fact key={one} name={t(`eInvoices.setting.${one}`)}>
                <code>{settings[one]}</code>
              </Fact>
            ))}
            {secrets.map((one) => (
              <Fact key={one} name={t(`eInvoices.secret.${one}`)}>
                <Mark tone={entered[one] ? 'good' : 'plain'}>
                  {t(entered[one] ? 'eInvoices.secret.there' : 'eInvoices.secret.missing')}
                </Mark>
              </Fact>
            ))}
          </Facts>
        )}
      </div>
      <Group gap="xs">
        <Button
          onClick={onSet}
          aria-label={
            used.length === 0
              ? t('eInvoices.channels.setOf', { name: heading })
              : t('eInvoices.ways.changeOf', { system: heading })
          }
        >
          {t(used.length === 0 ? 'eInvoices.channels.set' : 'eInvoices.ways.change')}
        </Button>
        {used.length > 0 &&
          secrets.map((one) => (
            <Button key={one} onClick={() => onSecret(one)}>
              {t('eInvoices.secret.setOf', { name: t(`eInvoices.secret.${one}`) })}
            </Button>
          ))}
        {settings[needed.live] !== '' && (
          <ActionButton
            onAction={tryOut(false)}
            aria-label={t('eInvoices.channels.testOf', { name: heading })}
          >
            {t('eInvoices.channels.test')}
          </ActionButton>
        )}
        {settings[needed.test] !== '' && name !== 'mail' && (
          <ActionButton
            onAction={tryOut(true)}
            aria-label={t('eInvoices.channels.testTestOf', { name: heading })}
          >
            {t('eInvoices.channels.testTest')}
          </ActionButton>
        )}
        {used.length > 0 && (
          <ActionButton
            variant="subtle"
            onAction={remove}
            aria-label={t('eInvoices.ways.removeOf', { system: heading })}
          >
            {t('eInvoices.ways.remove')}
          </ActionButton>
        )}
      </Group>
      <FailureNote failure={action.failure} />
      <div role="status">{tested?.set === set && <Outcome channel={name} tested={tested} />}</div>
    </Part>
  );
}

function Outcome({ channel, tested: { test, cause } }: { channel: ChannelForm['name']; tested: Tested }) {
  const { t } = useTexts();
  const words = useCause();
  const said = cause?.params?.said;
  const title = t(test ? 'eInvoices.channels.testSystem' : 'eInvoices.channels.liveSystem');
  return (
    <div data-testid="tested">
      {cause === null ? (
        <Notice tone="good" title={title}>
          <p>{t(`eInvoices.channels.works.${channel}`)}</p>
        </Notice>
      ) : (
        <Notice tone="bad" title={title}>
          <p>{words(cause)}</p>
          {said !== undefined && <Hint>{t('eInvoices.said', { said })}</Hint>}
        </Notice>
      )}
    </div>
  );
}
