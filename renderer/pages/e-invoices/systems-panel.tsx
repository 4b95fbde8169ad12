import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Cause, DeliverySystem, InvoicesOverview } from '../../../service/e-invoicing/wire.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useCause, type ChangeSettings } from './cause.ts';
import { SystemDialog } from './system-dialog.tsx';

/** The systems that `DD` of a receipt may name: to be added, changed and removed. */
export function SystemsPanel({
  overview,
  onChange,
}: {
  overview: InvoicesOverview;
  onChange: ChangeSettings;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  /** The one that is changed; null for a new one. */
  const [asked, setAsked] = useState<{ system: DeliverySystem | null } | null>(null);
  const { systems, settings } = overview;
  const isUnreadable = systems.length === 0 && settings.EInvoice_Routes !== '';
  const label = {
    system: t('eInvoices.ways.system'),
    channel: t('eInvoices.ways.channel'),
    live: t('eInvoices.ways.live'),
    test: t('eInvoices.ways.test'),
  };
  const remove = async ({ system }: DeliverySystem) => {
    const others = systems.filter((one) => one.system !== system);
    const reply = await action.run(() => onChange(system, { EInvoice_Routes: routesOf(others) }));
    if (reply.ok) note(t('settings.removed', { name: system }));
  };
  return (
    <Panel heading={t('eInvoices.ways.heading')} intro={t('eInvoices.ways.intro')}>
      {isUnreadable && (
        <Notice tone="bad">
          <p>{t('eInvoices.ways.unreadable', { text: settings.EInvoice_Routes })}</p>
        </Notice>
      )}
      {systems.length === 0 && !isUnreadable && <p>{t('eInvoices.ways.none')}</p>}
      {systems.length > 0 && (
        <WideTable
          caption={t('eInvoices.ways.heading')}
          columns={Object.values(label)}
          actions={t('eInvoices.column.actions')}
        >
          {systems.map((way) => (
            <Row key={way.system} data-testid="way">
              <Cell label={label.system}>
                <Text span fw={600}>
                  {way.system}
                </Text>
              </Cell>
              <Cell label={label.channel}>
                {t(`eInvoices.channel.${way.channel}`)} · {way.form}
              </Cell>
              <Cell label={label.live}>
                <SetUp problem={way.problem} />
              </Cell>
              <Cell label={label.test}>
                <SetUp problem={way.testProblem} />
              </Cell>
              <Cell label={t('eInvoices.column.actions')} actions>
                <Group gap="xs">
                  <Button
                    onClick={() => setAsked({ system: way })}
                    aria-label={t('eInvoices.ways.changeOf', { system: way.system })}
                  >
                    {t('eInvoices.ways.change')}
                  </Button>
                  <ActionButton
                    variant="subtle"
                    onAction={() => remove(way)}
                    aria-label={t('eInvoices.ways.removeOf', { system: way.system })}
                  >
                    {t('eInvoices.ways.remove')}
                  </ActionButton>
                </Group>
              </Cell>
            </Row>
          ))}
        </WideTable>
      )}
      <FailureNote failure={action.failure} />
      <Group>
        <Button onClick={() => setAsked({ system: null })}>{t('eInvoices.ways.add')}</Button>
      </Group>
      {asked !== null && (
        <SystemDialog
          before={asked.system}
          overview={overview}
          onSave={(system) => {
            const others = systems.filter((one) => one.system !== asked.system?.system);
            const at = asked.system === null ? others.length : systems.indexOf(asked.system);
            return onChange(system.system, {
              EInvoice_Routes: routesOf([...others.slice(0, at), system, ...others.slice(at)]),
            });
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Panel>
  );
}

/** The list as the profile has it. */
function routesOf(systems: readonly Pick<DeliverySystem, 'system' | 'channel' | 'form'>[]): string {
  return systems.map(({ system, channel, form }) => `${system}=${channel}:${form}`).join(' ');
}

function SetUp({ problem }: { problem: Cause | null }) {
  const { t } = useTexts();
  const words = useCause();
  return (
    <>
      <Mark tone={problem === null ? 'good' : 'plain'}>
        {t(problem === null ? 'eInvoices.ways.good' : 'eInvoices.ways.bad')}
      </Mark>
      {problem !== null && <Soft>{words(problem)}</Soft>}
    </>
  );
}
