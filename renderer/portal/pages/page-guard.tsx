import { Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { usePortalTexts } from '../app/use-portal-texts.ts';

/** Says so when a page cannot be shown, as with a portal that is newer than the open page; the tree stays of use. */
export class PageGuard extends Component<
  {
    /** Another place is another chance. */
    place: string;
    children: ReactNode;
  },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: { place: string }) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <NotShown /> : this.props.children;
  }
}

function NotShown() {
  const { t } = usePortalTexts();
  return (
    <Stack gap="sm" align="flex-start">
      <Notice tone="bad" role="alert">
        <p>{t('common.notShown')}</p>
      </Notice>
      <Button variant="filled" onClick={() => window.location.reload()}>
        {t('common.loadAnew')}
      </Button>
    </Stack>
  );
}
