import { Button, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Empty, Loading } from '../loading.tsx';

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
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Terminal | null>(null);
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
                        onClick={() => setAsked(terminal)}
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
        <Button onClick={() => setAdding(true)}>{t('terminals.add')}</Button>
      </Group>
      {isAdding && <AddDialog path={path} onClose={() => setAdding(false)} />}
      {asked !== null && (
        <ConfirmDialog
          heading={t('terminals.removeOf', { name: nameOf(asked) })}
          submit={t('common.remove')}
          color="red"
          action={() => ask(`${path}?${queryOf(asked)}`, { method: 'DELETE' })}
          done={t('terminals.removed', { name: nameOf(asked) })}
          onClose={() => setAsked(null)}
        >
          <p>{t('terminals.removeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function AddDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { t } = usePortalTexts();
  const form = useForm('addCloudTerminal', { TL: '', TT: '' });
  useMistakeFocus(form.complaint);
  const submit = async () => {
    const reply = await form.submit((body) => ask(path, { method: 'POST', body }));
    if (reply?.ok === true) onClose();
  };
  return (
    <Dialog
      heading={t('terminals.addHeading')}
      submit={t('terminals.addDo')}
      busy={form.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormText form={form} field="TL" label={t('terminals.TL')} />
      <FormText form={form} field="TT" label={t('terminals.TT')} />
      <FailureNote failure={form.failure} />
    </Dialog>
  );
}

function nameOf({ TL, TT }: Terminal): string {
  return `${TL} / ${TT}`;
}

function queryOf({ TL, TT }: Terminal): string {
  return new URLSearchParams({ TL, TT }).toString();
}
