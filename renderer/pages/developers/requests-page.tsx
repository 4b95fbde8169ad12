import { Button, Group, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallRow, CallsOverview } from '../../../service/integration/wire.ts';
import { askCalls, forgetCalls } from '../../api/developers.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useEvery } from '../../api/use-every.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FieldRow } from '../../components/field-row.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Mark } from '../../components/mark.tsx';
import { Notice, type NoticeTone } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Hint, Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { CallPanel } from './call-panel.tsx';

/** How often the list is asked for while somebody looks, ms. */
const LOOK_MS = 2000;

/** What the calls are chosen by; empty texts choose all. */
interface Filter {
  rn: string;
  terminal: string;
  result: string;
}

/** The request log: what POS programs really sent, newest first. */
export function RequestsPage({ heading, snapshot }: { heading: ReactNode; snapshot: Snapshot }) {
  const [loaded, reload] = useReloader(askCalls, snapshot.status);
  useEvery(snapshot.phase === 'lost' ? null : LOOK_MS, reload);
  return (
    <LoadedPage heading={heading} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => <Calls overview={overview} reload={reload} />}
    </LoadedPage>
  );
}

function Calls({
  overview: { isOn, calls },
  reload,
}: {
  overview: CallsOverview;
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  const [filter, setFilter] = useState<Filter>({ rn: '', terminal: '', result: '' });
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = calls.filter(
    (call) =>
      (filter.rn === '' || call.rn === filter.rn) &&
      (filter.terminal === '' || call.terminal === filter.terminal) &&
      (filter.result === '' || resultOf(call) === filter.result),
  );
  const forget = async () => {
    await forgetCalls();
    setChosen(null);
    await reload();
  };
  const label = {
    time: t('developers.requests.column.time'),
    call: t('developers.requests.column.call'),
    till: t('developers.requests.column.till'),
    result: t('developers.requests.column.result'),
    actions: t('developers.requests.column.actions'),
  };
  return (
    <>
      <Panel heading={t('developers.requests.heading')} intro={t('developers.requests.intro')}>
        {!isOn && (
          <Notice tone="look">
            <p>{t('developers.requests.off')}</p>
          </Notice>
        )}
        <FieldRow align="end">
          {(['rn', 'terminal', 'result'] as const).map((name) => (
            <NativeSelect
              key={name}
              label={t(`developers.requests.by.${name}`)}
              value={filter[name]}
              data={[
                { value: '', label: t('developers.requests.all') },
                ...valuesOf(calls, name, filter[name]).map((value) => ({ value, label: value })),
              ]}
              onChange={(event) => setFilter({ ...filter, [name]: event.currentTarget.value })}
            />
          ))}
          <div>
            <ActionButton onAction={forget} blocked={calls.length === 0}>
              {t('developers.requests.forget')}
            </ActionButton>
          </div>
        </FieldRow>
        {shown.length === 0 && (
          <p>{t(calls.length === 0 ? 'developers.requests.nothing' : 'developers.requests.noneFits')}</p>
        )}
        {shown.length > 0 && (
          <WideTable
            caption={t('developers.requests.heading')}
            columns={[label.time, label.call, label.till, label.result]}
            actions={label.actions}
          >
            {shown.map((call) => (
              <Row key={call.id} data-testid="call" data-call={call.id}>
                <Cell label={label.time}>{call.at.slice(11)}</Cell>
                <Cell label={label.call}>
                  <code>
                    {call.method} {call.target}
                  </code>
                </Cell>
                <Cell label={label.till}>{[call.rn, call.terminal].filter(Boolean).join(' · ')}</Cell>
                <Cell label={label.result}>
                  <Group gap="xs">
                    <Mark tone={toneOf(call)}>{wordOf(call) ?? t('developers.requests.gone')}</Mark>
                    <Soft>{t('developers.requests.ms', { ms: call.ms })}</Soft>
                  </Group>
                </Cell>
                <Cell label={label.actions} actions>
                  <Button
                    aria-expanded={chosen === call.id}
                    aria-label={t('developers.requests.showOf', {
                      call: `${call.method} ${call.target}`,
                      time: call.at.slice(11),
                    })}
                    onClick={() => setChosen(chosen === call.id ? null : call.id)}
                  >
                    {t('developers.requests.show')}
                  </Button>
                </Cell>
              </Row>
            ))}
          </WideTable>
        )}
        <Hint>{t('developers.requests.kept')}</Hint>
      </Panel>
      {chosen !== null && <CallPanel key={chosen} id={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Error constant, else result code, else status; empty when the POS was gone. */
function resultOf({ code, rc, status }: CallRow): string {
  return code ?? rc ?? (status === null ? '' : String(status));
}

function wordOf(call: CallRow): string | null {
  const { code, rc, status } = call;
  if (status === null) return null;
  return [rc ?? status, code].filter((part) => part !== null).join(' ');
}

function toneOf({ rc, status, code }: CallRow): NoticeTone {
  if (status === null || rc === 'NO') return 'look';
  if (rc === 'BAD' || status >= 400) return 'bad';
  return code === null ? 'good' : 'plain';
}

/** What there is to choose from; what is chosen stays, also when its calls are gone. */
function valuesOf(calls: readonly CallRow[], name: keyof Filter, chosen: string): string[] {
  const values = calls.map((call) => (name === 'result' ? resultOf(call) : (call[name] ?? '')));
  return [...new Set([...values, chosen])].filter((value) => value !== '').sort();
}
