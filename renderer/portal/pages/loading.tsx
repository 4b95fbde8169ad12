import type { ReactNode } from 'react';
import type { Loaded } from '../../api/reloader.ts';
import { DeedButton } from '../../components/deed-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import classes from './page.module.css';

/** Shows what was asked for, that it is on its way, or why it does not come. */
export function Loading<T>({
  loaded: [{ value, failure }, reload],
  children,
}: {
  loaded: [loaded: Loaded<T>, reload: () => Promise<void>];
  children: (value: T) => ReactNode;
}) {
  const { t } = usePortalTexts();
  if (value !== null) {
    return (
      <>
        {failure !== null && <FailureNote failure={{ ...failure, message: t('common.stale') }} />}
        {children(value)}
      </>
    );
  }
  if (failure === null) {
    return (
      <div className={classes.waiting} role="status">
        {t('common.loading')}
      </div>
    );
  }
  return (
    <div className={classes.failed}>
      <FailureNote failure={failure} />
      <DeedButton onDeed={reload}>{t('common.tryAgain')}</DeedButton>
    </div>
  );
}

/** There is nothing of what a part of the page is about, and what to do about it. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>;
}
