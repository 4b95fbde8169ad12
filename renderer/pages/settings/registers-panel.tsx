import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { Snapshot } from '../../api/live-status.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { askSetup } from '../../api/setup.ts';
import { useRegisterChoice } from '../../api/use-register-choice.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { CompanyForm } from '../setup/company-form.tsx';
import { PlaceForm } from '../setup/place-form.tsx';
import { MoreDataForm } from './more-data-form.tsx';

/** Names of registers: as the service takes them, without those that it makes of tax ids. */
const NAME = /^[A-Za-z0-9][\w-]{0,30}$/;

/** Company, shops and tills: whose registers these are and where they stand. */
export function RegistersPanel({ rn, snapshot: { status } }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const note = useNotes();
  const [, choose] = useRegisterChoice();
  const [wanted, setWanted] = useState<string | null>(null);
  const shown = wanted ?? rn;
  const ask = useCallback(() => askSetup(shown), [shown]);
  const [{ value: overview, failure }, reload] = useReloader(ask, status);
  const [isAdding, setAdding] = useState(false);
  if (overview === null) return <FailureNote failure={failure} />;
  const { registers, cfg } = overview;
  const saved = async () => {
    note(t('settings.company.saved'));
    await reload();
  };
  const heading = (name: 'step.company' | 'step.place') => `${t(`setup.${name}`)} – ${shown}`;
  return (
    <>
      <Panel heading={t('settings.company.registers')} intro={t('settings.company.intro')}>
        {registers.length > 0 && (
          <WideTable
            caption={t('settings.company.registers')}
            columns={[t('settings.company.register'), t('setup.step.company'), t('setup.step.place')]}
            actions={t('settings.column.actions')}
          >
            {registers.map((one) => (
              <Row key={one.rn} data-testid="placed" data-rn={one.rn}>
                <Cell label={t('settings.company.register')}>{one.rn}</Cell>
                <Cell label={t('setup.step.company')}>
                  {one.company} ({one.taxId})
                </Cell>
                <Cell label={t('setup.step.place')}>
                  {[one.location, `${one.TL} / ${one.TT}`].filter(Boolean).join(' · ')}
                </Cell>
                <Cell label={t('settings.column.actions')} actions>
                  {one.rn !== shown && (
                    <Button
                      onClick={() => {
                        setWanted(null);
                        choose(one.rn);
                      }}
                      aria-label={t('settings.changeOf', { name: one.rn })}
                    >
                      {t('settings.change')}
                    </Button>
                  )}
                </Cell>
              </Row>
            ))}
          </WideTable>
        )}
        <Group gap="xs">
          <Button onClick={() => setAdding(true)}>{t('settings.company.add')}</Button>
          <Anchor href={PAGE_HASH.start}>{t('setup.heading')}</Anchor>
        </Group>
      </Panel>
      <Stack key={shown} gap="lg">
        <Panel heading={heading('step.company')} intro={t('setup.company.intro')}>
          <CompanyForm
            overview={overview}
            submit={t('settings.save')}
            onSaved={() => void saved()}
            onReload={() => void reload()}
          />
        </Panel>
        {cfg !== null && (
          <Panel heading={heading('step.place')} intro={t('setup.place.intro')}>
            <PlaceForm
              overview={overview}
              submit={t('settings.save')}
              onSaved={() => void saved()}
              onReload={() => void reload()}
            />
          </Panel>
        )}
        {cfg !== null && (
          <Panel heading={`${t('settings.company.more')} – ${shown}`} intro={t('settings.company.moreIntro')}>
            <MoreDataForm overview={overview} onSaved={() => void saved()} onReload={() => void reload()} />
          </Panel>
        )}
      </Stack>
      {isAdding && (
        <NameDialog
          taken={registers.map((one) => one.rn.toLowerCase())}
          onName={setWanted}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

/** Asks for the name of another register: its forms come empty then. */
function NameDialog({
  taken,
  onName,
  onClose,
}: {
  taken: readonly string[];
  onName: (rn: string) => void;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const isTaken = taken.includes(name.trim().toLowerCase());
  const isRight = NAME.test(name.trim()) && !isTaken;
  return (
    <FormDialog
      heading={t('settings.company.add')}
      submit={t('setup.next')}
      check={() => isRight}
      send={() => {
        onName(name.trim());
        return Promise.resolve({ ok: true as const, value: null });
      }}
      done={() => null}
      onClose={onClose}
    >
      {(sent) => (
        <TextInput
          label={t('settings.company.name')}
          description={t('settings.company.nameHint')}
          autoComplete="off"
          spellCheck={false}
          error={
            sent && !isRight ? t(isTaken ? 'settings.company.nameTaken' : 'settings.company.nameWrong') : null
          }
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
