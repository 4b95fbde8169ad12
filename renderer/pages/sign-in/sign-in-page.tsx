import { Box, Stack } from '@mantine/core';
import { useState } from 'react';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useSession } from '../../api/session.ts';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { PasswordSignIn } from './password-sign-in.tsx';
import { PersonSignIn } from './person-sign-in.tsx';

/**
 * Signs in with the password, or where people are set up by choosing one and entering the PIN.
 * Stands in the place of a page until somebody has signed in who may see it, or alone.
 */
export function SignInPage({ isAlone }: { isAlone: boolean }) {
  const { t } = useTexts();
  const session = useSession();
  const [byPassword, setByPassword] = useState(false);
  // The page that was asked for takes the place of this one by itself.
  const done = () => {
    if (isAlone) window.location.hash = PAGE_HASH.status;
  };
  if (session === null) return null;
  const { hasPeople, people, name, ended } = session;
  // Somebody who may not see a page is asked for somebody who may.
  const isOther = !isAlone && name !== null;
  return (
    <Box component="main" w="100%" maw={hasPeople && !byPassword ? '44rem' : '32rem'} mx="auto">
      <Stack gap="lg">
        {ended !== null && (
          <Notice tone="look" role="alert">
            <p>{t(`session.ended.${ended}`)}</p>
          </Notice>
        )}
        {isOther && (
          <Notice tone="look">
            <p>{t('session.notFor', { name })}</p>
          </Notice>
        )}
        {hasPeople && !byPassword ? (
          <PersonSignIn people={people} onDone={done} onPassword={() => setByPassword(true)} />
        ) : (
          <PasswordSignIn onDone={done} onPeople={hasPeople ? () => setByPassword(false) : null} />
        )}
      </Stack>
    </Box>
  );
}
