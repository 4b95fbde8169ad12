import { useRef, useState } from 'react';
import { AppearanceSwitch } from '../../app/appearance-switch.tsx';
import { LanguageSwitch } from '../../app/language-switch.tsx';
import { Button } from '../../components/button.tsx';
import { DeedButton } from '../../components/deed-button.tsx';
import { ListIcon, UserIcon } from '../../components/icons.tsx';
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
  const main = useRef<HTMLElement>(null);

  // On a narrow screen the tree makes way for what was chosen in it.
  const hash = JSON.stringify(place);
  const [shown, setShown] = useState(hash);
  if (shown !== hash) {
    setShown(hash);
    setTreeOpen(false);
  }
  const skip = () => main.current?.focus();

  return (
    <LeaveGuard className={classes.page ?? ''}>
      <button type="button" className={classes.skip} onClick={skip}>
        {t('frame.skip')}
      </button>
      <header className={classes.header}>
        <a className={classes.brand} href="#/">
          <img src="./mark.svg" alt="" width="40" height="40" />
          <span>Tillmark Portal</span>
        </a>
        <div className={classes.switches}>
          <a
            className={classes.user}
            href="#/account"
            title={t('frame.account')}
            aria-current={place.page === 'account' ? 'page' : undefined}
          >
            <UserIcon />
            <span>{user.name}</span>
          </a>
          <DeedButton onDeed={leave}>{t('frame.signOut')}</DeedButton>
          <LanguageSwitch />
          <AppearanceSwitch />
        </div>
      </header>
      <div className={classes.columns}>
        <div className={classes.side} data-open={isTreeOpen}>
          <Button
            className={classes.toggle ?? ''}
            icon={<ListIcon />}
            aria-expanded={isTreeOpen}
            onClick={() => setTreeOpen(!isTreeOpen)}
          >
            {t('tree.label')}
          </Button>
          <div className={classes.tree}>
            <Tree />
          </div>
        </div>
        <main ref={main} className={classes.main} tabIndex={-1}>
          <PageGuard place={hash}>
            <Pages place={place} />
          </PageGuard>
        </main>
      </div>
    </LeaveGuard>
  );
}
