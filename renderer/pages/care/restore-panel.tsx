import { Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { BackupsOverview, Doubts } from '../../../service/backup/wire.ts';
import { restore as askToRestore } from '../../api/care.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRow } from '../../components/field-row.tsx';
import { Fold } from '../../components/fold.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatCount } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ProgressLine } from '../../components/progress-line.tsx';

/** Puts a register back from its backups, as far as that may be done, and says what may not. */
export function RestorePanel({
  overview: { path, restore },
  reload,
}: {
  overview: BackupsOverview;
  reload: () => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const action = useAction();
  const [rn, setRn] = useState('def');
  const [place, setPlace] = useState(path ?? '');
  const { State, Records, Total, Message, Confirm } = restore;
  const isRunning = State === 'checking' || State === 'restoring';
  const begin = async (name: string, folder: string, code?: string) => {
    await action.run(() => askToRestore(name, folder, code));
    await reload();
  };
  // That something has to be confirmed is no failure: it is asked below.
  const isAsked = State === 'unconfirmed' && Confirm !== null;
  return (
    <Panel heading={t('care.restore.heading')} intro={t('care.restore.intro')}>
      <List maw="48rem">
        {(['empty', 'offline', 'whole', 'confirmed', 'numbers'] as const).map((rule) => (
          <List.Item key={rule}>{t(`care.restore.rule.${rule}`)}</List.Item>
        ))}
      </List>
      {State !== 'none' && !isAsked && !isRunning && (
        <Notice tone={State === 'done' ? 'good' : 'bad'} role="status">
          <p>
            {t(State === 'done' ? 'care.restore.done' : 'care.restore.failed', { rn: restore.RN ?? '' })}{' '}
            {Message}
          </p>
        </Notice>
      )}
      {isRunning && (
        <ProgressLine isAnnounced label={t('care.restore.progress')} done={Records} total={Total}>
          {t(`care.restore.state.${State}`, {
            records: formatCount(Records, locale),
            total: formatCount(Total, locale),
          })}
        </ProgressLine>
      )}
      {isAsked && (
        <DoubtsNotice
          doubts={Confirm}
          onConfirm={() => begin(restore.RN ?? '', restore.Path ?? '', Confirm.Code)}
        />
      )}
      <Fold summary={t('care.restore.begin')}>
        <form
          noValidate
          onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
            event.preventDefault();
            void begin(rn.trim(), place.trim());
          }}
        >
          <Stack gap="sm">
            <FieldRow>
              <TextInput
                label={t('care.restore.rn')}
                description={t('care.restore.rnHint')}
                autoComplete="off"
                spellCheck={false}
                value={rn}
                onChange={(event) => setRn(event.currentTarget.value)}
              />
              <TextInput
                label={t('care.restore.place')}
                description={t('care.restore.placeHint')}
                autoComplete="off"
                spellCheck={false}
                value={place}
                onChange={(event) => setPlace(event.currentTarget.value)}
              />
            </FieldRow>
            <Group>
              <ActionButton
                type="submit"
                busy={action.busy}
                blocked={isRunning || rn.trim() === '' || place.trim() === ''}
              >
                {t('care.restore.submit')}
              </ActionButton>
            </Group>
            <Text size="sm" c="dimmed">
              {t('care.restore.checkedFirst')}
            </Text>
          </Stack>
        </form>
      </Fold>
      {!isAsked && <FailureNote failure={action.failure} />}
    </Panel>
  );
}

function DoubtsNotice({ doubts, onConfirm }: { doubts: Doubts; onConfirm: () => Promise<void> }) {
  const { t } = useTexts();
  const { Signers, Unsigned, Keys, Findings, Examples } = doubts;
  return (
    <Notice tone="bad" role="alert" title={t('care.restore.doubt.heading')}>
      <List size="sm">
        {Signers.map(({ Fingerprint, Archives }) => (
          <List.Item key={Fingerprint}>
            {t('care.restore.doubt.signer', { count: Archives, fingerprint: Fingerprint })}
          </List.Item>
        ))}
        {Unsigned.length > 0 && (
          <List.Item>{t('care.restore.doubt.unsigned', { count: Unsigned.length })}</List.Item>
        )}
        {Keys.length > 0 && <List.Item>{t('care.restore.doubt.keys', { names: Keys.join(', ') })}</List.Item>}
        {Findings > 0 && <List.Item>{t('care.restore.doubt.findings', { count: Findings })}</List.Item>}
        {Examples.map((example) => (
          <List.Item key={example}>{example}</List.Item>
        ))}
      </List>
      <ActionButton color="red" variant="filled" onAction={onConfirm}>
        {t('care.restore.doubt.confirm')}
      </ActionButton>
    </Notice>
  );
}
