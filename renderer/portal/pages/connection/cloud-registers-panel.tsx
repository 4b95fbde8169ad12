import { Button, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import { ListDialogs, type ListQuestion } from './list-dialogs.tsx';

interface CloudRegister {
  number: number;
  url: string;
  closed: boolean;
  tills: number;
}

interface CloudRegisters {
  most: number;
  mayChange: boolean;
  cloudRegisters: CloudRegister[];
}

/** The registers in the cloud that the tills of a company are spread over. */
export function CloudRegistersPanel({ company }: { company: Entity }) {
  const { t } = usePortalTexts();
  const path = `/Company/${idOf(company)}/CloudRegisters`;
  const loaded = useAsk<CloudRegisters>(path);
  const { failure, run } = useAction();
  const [question, setQuestion] = useState<ListQuestion | null>(null);
  const columns = [t('cloudRegisters.register'), t('cloudRegisters.tills'), t('cloudRegisters.closed')];
  return (
    <Panel heading={t('cloudRegisters.heading')} intro={t('cloudRegisters.intro')}>
      <Loading loaded={loaded}>
        {({ cloudRegisters, most, mayChange }) => (
          <>
            {cloudRegisters.length === 0 ? (
              <Empty>{t('cloudRegisters.none')}</Empty>
            ) : (
              <WideTable
                caption={t('cloudRegisters.heading')}
                columns={columns}
                {...(mayChange && { actions: t('common.actions') })}
              >
                {cloudRegisters.map((register) => {
                  const { number, url, tills, closed } = register;
                  return (
                    <Row key={number}>
                      <Cell label={t('cloudRegisters.register')}>
                        {number}: {url}
                      </Cell>
                      <Cell label={t('cloudRegisters.tills')}>
                        {t('cloudRegisters.tillsOf', { tills, most })}
                      </Cell>
                      <Cell label={t('cloudRegisters.closed')}>
                        <Switch
                          aria-label={t('cloudRegisters.closedOf', { number })}
                          checked={closed}
                          disabled={!mayChange}
                          onChange={(event) => {
                            const body = { closed: event.currentTarget.checked };
                            void run(() => ask(`${path}/${number}`, { method: 'PUT', body }));
                          }}
                        />
                      </Cell>
                      {mayChange && (
                        <Cell label={t('common.actions')} actions>
                          <Button
                            variant="subtle"
                            aria-label={t('cloudRegisters.removeOf', { name: number })}
                            disabled={tills > 0}
                            onClick={() => setQuestion({ remove: `/${number}`, name: String(number) })}
                          >
                            {t('common.remove')}
                          </Button>
                        </Cell>
                      )}
                    </Row>
                  );
                })}
              </WideTable>
            )}
            <FailureNote failure={failure} />
            {mayChange && (
              <Group gap="xs">
                <Button onClick={() => setQuestion({ add: true })}>{t('cloudRegisters.add')}</Button>
              </Group>
            )}
            <ListDialogs
              {...{ question, path }}
              operationId="addCloudRegister"
              texts="cloudRegisters"
              fields={{ url: t('cloudRegisters.url') }}
              intro={cloudRegisters.length === 0 && <p>{t('cloudRegisters.addFirst')}</p>}
              onClose={() => setQuestion(null)}
            />
          </>
        )}
      </Loading>
    </Panel>
  );
}
