import { Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Notice } from '../../components/notice.tsx';

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
    <Stack gap="sm" align="flex-start">
      <Notice tone="bad" role="alert">
        <p>{t('fiscal.notLoaded')}</p>
      </Notice>
      <Button variant="filled" onClick={() => window.location.reload()}>
        {t('fiscal.loadAnew')}
      </Button>
    </Stack>
  );
}
