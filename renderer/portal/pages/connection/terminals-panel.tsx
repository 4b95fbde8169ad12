import { Button, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import { ListDialogs, type ListQuestion } from './list-dialogs.tsx';

interface Terminal {
  TL: string;
  TT: string;
  addedTimestamp: string;
  tokenTimestamp: string | null;
  /** Number of its register in the cloud. */
  cloudRegister: number | null;
}

interface Terminals {
  closed: boolean;
  terminals: Terminal[];
}

/** The tills of a company that get tokens for cloud registers. */
export function TerminalsPanel({ company }: { company: Entity }) {
  const { t, locale } = usePortalTexts();
  const path = `/Company/${idOf(company)}/CloudTerminals`;
  const loaded = useAsk<Terminals>(path);
  const { failure, run } = useAction();
  const [question, setQuestion] = useState<ListQuestion | null>(null);
  const columns = [t('terminals.till'), t('terminals.register'), t('terminals.token')];
  return (
    <Panel heading={t('terminals.heading')} intro={t('terminals.intro')}>
      <Loading loaded={loaded}>
        {({ closed, terminals }) => (
          <>
            <Switch
              label={t('terminals.closed')}
              description={t('terminals.closedHint')}
              checked={closed}
              onChange={(event) =>
                void run(() => ask(path, { method: 'PUT', body: { closed: event.currentTarget.checked } }))
              }
            />
            <FailureNote failure={failure} />
            {terminals.length === 0 ? (
              <Empty>{t('terminals.none')}</Empty>
            ) : (
              <WideTable caption={t('terminals.heading')} columns={columns} actions={t('common.actions')}>
                {terminals.map((terminal) => (
                  <Row key={JSON.stringify([terminal.TL, terminal.TT])}>
                    <Cell label={t('terminals.till')}>{nameOf(terminal)}</Cell>
                    <Cell label={t('terminals.register')}>{terminal.cloudRegister ?? '–'}</Cell>
                    <Cell label={t('terminals.token')}>
                      {terminal.tokenTimestamp === null
                        ? t('common.never')
                        : timeText(terminal.tokenTimestamp, locale)}
                    </Cell>
                    <Cell label={t('common.actions')} actions>
                      <Button
                        variant="subtle"
                        aria-label={t('terminals.removeOf', { name: nameOf(terminal) })}
                        onClick={() =>
                          setQuestion({ remove: `?${queryOf(terminal)}`, name: nameOf(terminal) })
                        }
                      >
                        {t('common.remove')}
                      </Button>
                    </Cell>
                  </Row>
                ))}
              </WideTable>
            )}
          </>
        )}
      </Loading>
      <Group gap="xs">
        <Button onClick={() => setQuestion({ add: true })}>{t('terminals.add')}</Button>
      </Group>
      <ListDialogs
        {...{ question, path }}
        operationId="addCloudTerminal"
        texts="terminals"
        fields={{ TL: t('terminals.TL'), TT: t('terminals.TT') }}
        onClose={() => setQuestion(null)}
      />
    </Panel>
  );
}

function nameOf({ TL, TT }: Terminal): string {
  return `${TL} / ${TT}`;
}

function queryOf({ TL, TT }: Terminal): string {
  return new URLSearchParams({ TL, TT }).toString();
}
