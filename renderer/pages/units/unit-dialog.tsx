import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CardsRow, UnitRow, UnitsOverview } from '../../../service/at-signing/wire.ts';
import type { UnitAct } from '../../api/units.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FileField } from '../../components/file-field.tsx';
import { useMistakeFocus } from '../../components/focus.ts';
import { Fold } from '../../components/fold.tsx';
import { useNotes } from '../../components/notes.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { readCertificate, readPrivateKey } from '../../components/pem.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useFieldProblem } from './use-field-problem.ts';

/** Kinds that can be added, the usual ones first. */
const TYPES = ['a-trust', 'primesign', 'till', 'closed-system', 'test'] as const;
type AnyType = (typeof TYPES)[number] | 'cards';

/** What was entered, by name of the field. */
type Entered = Readonly<Record<string, string | boolean>>;

const SECRETS = { 'a-trust': 'password', primesign: 'token', till: 'password' } as const;

/** Add a unit, or change one. Secrets are entered anew or stay; they are never shown. */
export function UnitDialog({
  row,
  overview,
  company,
  act,
  onClose,
}: {
  /** The unit to be changed; null adds one. */
  row: UnitRow | CardsRow | null;
  overview: UnitsOverview;
  company: string;
  act: UnitAct;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  useMistakeFocus(action.failure);
  const problem = useFieldProblem(action.failure);
  const [type, setType] = useState<AnyType>(row === null ? 'a-trust' : (row.type as AnyType));
  const [entered, setEntered] = useState<Entered>(() => startOf(row, overview, company));
  const set = (name: string, value: string | boolean) =>
    setEntered((before) => ({ ...before, [name]: value }));
  const text = (name: string) => (typeof entered[name] === 'string' ? entered[name] : '');
  const submit = async () => {
    const body = bodyOf(type, entered, overview);
    const reply = await action.run(() =>
      row === null ? act('add', { type, ...body }) : act('change', { id: row.id, ...body }),
    );
    if (!reply.ok) return;
    note(t(row === null ? 'units.added' : 'units.changed'));
    onClose();
  };
  const line = (name: 'url' | 'user' | 'keyId' | 'company', hint?: string) => (
    <TextInput
      label={t(`units.field.${name}`)}
      description={hint}
      autoComplete="off"
      spellCheck={false}
      error={problem(name)}
      value={text(name)}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  );
  const secret = (name: 'password' | 'token' | 'pin', hint: string) => (
    <PasswordField
      label={t(`units.field.${name}`)}
      description={hint}
      error={problem(name)}
      value={text(name)}
      onChange={(value) => set(name, value)}
    />
  );
  const certificates = (name: 'ca' | 'issuers') => (
    <FileField
      label={t(`units.field.${name}`)}
      description={t(`units.fieldHint.${name}`)}
      accept=".pem,.crt,.cer,.der,.txt"
      read={readCertificate}
      onText={(pem) => set(name, pem ?? '')}
    />
  );
  const kept = row === null ? t('units.fieldHint.secret') : t('units.fieldHint.keep');
  const heading = row === null ? '' : row.type === 'cards' ? t('units.types.cards') : row.id;
  return (
    <Dialog
      heading={row === null ? t('units.addHeading') : t('units.changeHeading', { unit: heading })}
      submit={t(row === null ? 'units.addSubmit' : 'units.changeSubmit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {row === null && (
        <NativeSelect
          label={t('units.type')}
          data={TYPES.map((value) => ({ value, label: t(`units.types.${value}`) }))}
          value={type}
          onChange={(event) => setType(event.currentTarget.value as AnyType)}
        />
      )}
      <p>{t(`units.hints.${type}`)}</p>
      {type === 'a-trust' && (
        <NativeSelect
          label={t('units.field.environment')}
          data={(['live', 'test', 'other'] as const).map((value) => ({
            value,
            label: t(`units.environment.${value}`),
          }))}
          value={text('environment')}
          onChange={(event) => set('environment', event.currentTarget.value)}
        />
      )}
      {type === 'a-trust' && text('environment') === 'other' && line('url', t('units.fieldHint.url'))}
      {type === 'primesign' && line('url', t('units.fieldHint.url'))}
      {type === 'till' && line('url', t('units.fieldHint.tillUrl'))}
      {type === 'a-trust' && line('user')}
      {type === 'closed-system' && line('keyId', t('units.fieldHint.keyId'))}
      {type === 'test' && line('company', t('units.fieldHint.company'))}
      {type in SECRETS && secret(SECRETS[type as keyof typeof SECRETS], kept)}
      {type === 'cards' && secret('pin', t('units.fieldHint.pin'))}
      {type === 'closed-system' && (
        <>
          <FileField
            label={t('units.field.key')}
            description={t('units.fieldHint.key')}
            accept=".pem,.key,.txt"
            read={readPrivateKey}
            missing={problem('key') !== null}
            onText={(pem) => set('key', pem ?? '')}
          />
          {problem('key') !== null && text('key') !== '' && <p role="alert">{problem('key')}</p>}
        </>
      )}
      {(type === 'primesign' || type === 'cards') && certificates('issuers')}
      {type === 'a-trust' && (
        <Switch
          label={t('units.field.sessions')}
          description={t('units.fieldHint.sessions')}
          checked={entered['sessions'] === true}
          onChange={(event) => set('sessions', event.currentTarget.checked)}
        />
      )}
      {type in SECRETS && <Fold summary={t('units.field.ca')}>{certificates('ca')}</Fold>}
      <FailureNote failure={action.failure?.fields ? null : action.failure} />
    </Dialog>
  );
}

function startOf(row: UnitRow | CardsRow | null, { aTrust }: UnitsOverview, company: string): Entered {
  if (row === null) return { environment: 'live', company };
  if (row.type === 'cards') return {};
  const { url = '', user = '', keyId = '', sessions = false } = row.fields;
  const environment = url === aTrust.live ? 'live' : url === aTrust.test ? 'test' : 'other';
  return { url, user, keyId, sessions, environment };
}

/** The fields of the kind; certificates and secrets that were not entered are left out, so that they stay. */
function bodyOf(type: AnyType, entered: Entered, { aTrust }: UnitsOverview): Entered {
  const environment = entered['environment'];
  const chosen = type === 'a-trust' && (environment === 'live' || environment === 'test');
  const all: Entered = { ...entered, ...(chosen && { url: aTrust[environment] }) };
  const names: Record<AnyType, readonly string[]> = {
    'a-trust': ['url', 'user', 'password', 'sessions', 'ca'],
    primesign: ['url', 'token', 'issuers', 'ca'],
    till: ['url', 'password', 'ca'],
    'closed-system': ['keyId', 'key'],
    test: ['company'],
    cards: ['pin', 'issuers'],
  };
  return Object.fromEntries(
    names[type].flatMap((name) => (all[name] === undefined || all[name] === '' ? [] : [[name, all[name]]])),
  );
}
