import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { signInAs } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './person-sign-in.module.css';
import { PinPad } from './pin-pad.tsx';

/** Two touches and a PIN: who it is, and then the digits. */
export function PersonSignIn({
  people,
  onDone,
  onPassword,
}: {
  /** Whom to choose from; null: a name is typed. */
  people: readonly string[] | null;
  onDone: () => void;
  onPassword: () => void;
}) {
  const { t } = useTexts();
  const { busy, failure, run } = useAction();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const name = people === null ? typed.trim() : chosen;
  const send = async (pin: string) => {
    const reply = await run(() => signInAs(name ?? '', pin));
    if (reply.ok) onDone();
    return reply.ok;
  };
  return (
    <Panel
      order={1}
      heading={chosen === null ? t('session.who') : t('session.pinOf', { name: chosen })}
      intro={t(chosen === null && people !== null ? 'session.whoIntro' : 'session.pinIntro')}
    >
      {people === null && (
        <TextInput
          label={t('people.name')}
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {people !== null && chosen === null && (
        <ul className={classes.people}>
          {people.map((person) => (
            <li key={person}>
              <Button fullWidth h="4.5rem" fz="h3" onClick={() => setChosen(person)}>
                {person}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {(people === null || chosen !== null) && (
        <PinPad key={chosen} busy={busy} failure={failure} hasName={name !== ''} send={send} />
      )}
      <Group gap="xs">
        {chosen !== null && <Button onClick={() => setChosen(null)}>{t('session.other')}</Button>}
        <Button onClick={onPassword}>{t('session.byPassword')}</Button>
        <Button onClick={() => (window.location.hash = '#/')}>{t('session.back')}</Button>
      </Group>
    </Panel>
  );
}
