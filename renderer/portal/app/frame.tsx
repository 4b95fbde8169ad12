import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { AppearanceSwitch } from '../../app/appearance-switch.tsx';
import { LanguageSwitch } from '../../app/language-switch.tsx';
import { ActionButton } from '../../components/action-button.tsx';
import { BellIcon, ListIcon, UserIcon } from '../../components/icons.tsx';
import { leave, useSession } from '../api/session.ts';
import { usePlace } from '../api/use-place.ts';
import { PageGuard } from '../pages/page-guard.tsx';
import { Pages } from '../pages/pages.tsx';
import { Tree } from '../tree/tree.tsx';
import classes from './frame.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { usePortalTexts } from './use-portal-texts.ts';

/** What is around every page of somebody who has signed in: who that is, and the tree of what they may see. */
export function Frame() {
  const { t } = usePortalTexts();
  const { user } = useSession();
  const place = usePlace();
  const [isTreeOpen, setTreeOpen] = useState(false);
  const main = useRef<HTMLDivElement>(null);

  // On a narrow screen the tree makes way for what was chosen in it.
  const hash = JSON.stringify(place);
  const [shown, setShown] = useState(hash);
  if (shown !== hash) {
    setShown(hash);
    setTreeOpen(false);
  }
  const skip = () => main.current?.focus();

  return (
    <LeaveGuard>
      <button type="button" className={classes.skip} onClick={skip}>
        {t('frame.skip')}
      </button>
      <Group component="header" justify="space-between" gap="0.5rem 1rem">
        <Anchor href="#/" c="inherit" underline="never">
          <Group gap="sm" fz="lg" fw={650}>
            <img src="./mark.svg" alt="" width="40" height="40" />
            Tillmark Portal
          </Group>
        </Anchor>
        <Group gap="xs">
          <Button
            component="a"
            variant={place.page === 'notifications' ? 'light' : 'subtle'}
            href="#/notifications"
            aria-current={place.page === 'notifications' ? 'page' : undefined}
            leftSection={<BellIcon />}
          >
            {t('section.notifications')}
          </Button>
          <Button
            component="a"
            variant={place.page === 'account' ? 'light' : 'subtle'}
            href="#/account"
            title={t('frame.account')}
            aria-current={place.page === 'account' ? 'page' : undefined}
            leftSection={<UserIcon />}
          >
            {user.name}
          </Button>
          <ActionButton onAction={leave}>{t('frame.signOut')}</ActionButton>
          <LanguageSwitch />
          <AppearanceSwitch />
        </Group>
      </Group>
      <div className={classes.columns}>
        <div className={classes.side} data-open={isTreeOpen}>
          <Button
            className={classes.toggle ?? ''}
            leftSection={<ListIcon />}
            aria-expanded={isTreeOpen}
            onClick={() => setTreeOpen(!isTreeOpen)}
          >
            {t('tree.label')}
          </Button>
          <Paper className={classes.tree} p="sm">
            <Tree />
          </Paper>
        </div>
        <Stack component="main" ref={main} gap="lg" miw={0} tabIndex={-1}>
          <PageGuard place={hash}>
            <Pages place={place} />
          </PageGuard>
        </Stack>
      </div>
      <Text component="footer" size="xs" c="dimmed" ta="center" mt="lg">
        <Anchor href="./docs" inherit>
          {t('frame.api')}
        </Anchor>
      </Text>
    </LeaveGuard>
  );
}
