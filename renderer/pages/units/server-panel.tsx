import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { UnitsOverview } from '../../../service/at-signing/wire.ts';
import type { UnitAct } from '../../api/units.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useFieldProblem } from './use-field-problem.ts';

/** Lending units to other tills: whether that is on, and the password for it. */
export function ServerPanel({
  server: { enabled, hasPassword },
  act,
}: {
  server: UnitsOverview['server'];
  act: UnitAct;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const state = hasPassword ? 'hasPassword' : 'noPassword';
  return (
    <Panel heading={t('units.server.heading')} intro={t('units.server.intro')}>
      {enabled ? (
        <Mark tone={hasPassword ? 'good' : 'look'}>
          {t('units.server.on')} – {t(`units.server.${state}`)}
        </Mark>
      ) : (
        <Mark tone="plain">{t('units.server.off')}</Mark>
      )}
      <Group gap="xs">
        <Button onClick={() => setAsked(true)}>{t('units.server.set')}</Button>
      </Group>
      {asked && <PasswordDialog act={act} onClose={() => setAsked(false)} />}
    </Panel>
  );
}

function PasswordDialog({ act, onClose }: { act: UnitAct; onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const problem = useFieldProblem(action.failure);
  const [password, setPassword] = useState('');
  const submit = async () => {
    const reply = await action.run(() => act('server', { password }));
    if (!reply.ok) return;
    note(t('units.server.done'));
    onClose();
  };
  return (
    <Dialog
      heading={t('units.server.heading')}
      submit={t('units.server.submit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PasswordField
        label={t('units.server.label')}
        description={t('units.server.hint')}
        error={problem('password')}
        value={password}
        onChange={setPassword}
      />
      <FailureNote failure={action.failure?.fields ? null : action.failure} />
    </Dialog>
  );
}
