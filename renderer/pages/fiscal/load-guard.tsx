import { Component, type ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import classes from './fiscal-page.module.css';

/** Says so when a part of the page cannot be loaded, as after an update of the service behind an open page. */
export class LoadGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <NotLoaded /> : this.props.children;
  }
}

function NotLoaded() {
  const { t } = useTexts();
  return (
    <div className={classes.failed}>
      <Notice tone="bad" role="alert">
        <p>{t('fiscal.notLoaded')}</p>
      </Notice>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t('fiscal.loadAnew')}
      </Button>
    </div>
  );
}
