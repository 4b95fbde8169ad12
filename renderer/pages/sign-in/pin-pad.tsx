import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../api/request.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { focusMistake } from '../../components/focus.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './person-sign-in.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const MOST_DIGITS = 8;

/** Digits for fingers; a keyboard does as well. */
export function PinPad({
  busy,
  failure,
  hasName,
  send,
}: {
  busy: boolean;
  failure: Failure | null;
  /** It is known whose PIN it is. */
  hasName: boolean;
  /** @returns whether it was right */
  send: (pin: string) => Promise<boolean>;
}) {
  const { t } = useTexts();
  const [pin, setPin] = useState('');
  const [tried, setTried] = useState(false);
  const isWrong = failure?.http === 403;
  const mistake =
    tried && pin === ''
      ? t(isWrong ? (hasName ? 'session.wrongPin' : 'session.who') : 'session.missingPin')
      : null;
  const enter = (digits: string) => {
    setTried(false);
    setPin(digits.replaceAll(/\D/g, '').slice(0, MOST_DIGITS));
  };
  const submit = async () => {
    setTried(true);
    if (pin === '' || busy) return;
    // In time for whoever comes next, right or wrong.
    setPin('');
    await send(pin);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
        focusMistake(event.currentTarget);
      }}
    >
      <Stack gap="sm">
        <TextInput
          type="password"
          label={t('session.pin')}
          autoComplete="off"
          // The digits are on the page: no keyboard has to cover them.
          inputMode="none"
          maw="22rem"
          data-autofocus
          ref={focusNow}
          error={mistake}
          value={pin}
          onChange={(event) => enter(event.currentTarget.value)}
        />
        <div className={classes.pad}>
          {DIGITS.map((digit) => (
            <Button key={digit} h="4rem" fz="h2" onClick={() => enter(pin + digit)}>
              {digit}
            </Button>
          ))}
          <Button h="4rem" aria-label={t('session.erase')} onClick={() => enter(pin.slice(0, -1))}>
            ⌫
          </Button>
          <Button h="4rem" fz="h2" onClick={() => enter(`${pin}0`)}>
            0
          </Button>
          <ActionButton type="submit" variant="filled" h="4rem" busy={busy}>
            {t('session.enter')}
          </ActionButton>
        </div>
        <FailureNote
          failure={
            failure?.http === 429 ? { ...failure, message: t('session.waitPin') } : isWrong ? null : failure
          }
        />
      </Stack>
    </form>
  );
}

function focusNow(input: HTMLInputElement | null): void {
  input?.focus();
}
