import { Button, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Empty, Loading } from '../loading.tsx';

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
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<CloudRegister | null>(null);
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
                            aria-label={t('cloudRegisters.removeOf', { number })}
                            disabled={tills > 0}
                            onClick={() => setAsked(register)}
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
                <Button onClick={() => setAdding(true)}>{t('cloudRegisters.add')}</Button>
              </Group>
            )}
            {isAdding && (
              <AddDialog path={path} isFirst={cloudRegisters.length === 0} onClose={() => setAdding(false)} />
            )}
          </>
        )}
      </Loading>
      {asked !== null && (
        <ConfirmDialog
          heading={t('cloudRegisters.removeOf', { number: asked.number })}
          submit={t('common.remove')}
          color="red"
          action={() => ask(`${path}/${asked.number}`, { method: 'DELETE' })}
          done={t('cloudRegisters.removed', { number: asked.number })}
          onClose={() => setAsked(null)}
        >
          <p>{t('cloudRegisters.removeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function AddDialog({ path, isFirst, onClose }: { path: string; isFirst: boolean; onClose: () => void }) {
  const { t } = usePortalTexts();
  const form = useForm('addCloudRegister', { url: '' });
  useMistakeFocus(form.complaint);
  const submit = async () => {
    const reply = await form.submit((body) => ask(path, { method: 'POST', body }));
    if (reply?.ok === true) onClose();
  };
  return (
    <Dialog
      heading={t('cloudRegisters.addHeading')}
      submit={t('cloudRegisters.addDo')}
      busy={form.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isFirst && <p>{t('cloudRegisters.addFirst')}</p>}
      <FormText form={form} field="url" label={t('cloudRegisters.url')} />
      <FailureNote failure={form.failure} />
    </Dialog>
  );
}
