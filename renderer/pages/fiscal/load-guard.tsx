import { Stack, Title } from '@mantine/core';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useConnected } from '../../components/connected.ts';
import { Notice } from '../../components/notice.tsx';

interface GuardProps {
  /** It is all of a page of this name: it comes by itself when the service is back. Else what was typed around it stays. */
  heading?: string;
  children: ReactNode;
}

/**
 * Says so when a part of the page cannot be loaded: while the service is away, or after an
 * update of it behind an open page. Another page is another try.
 */
export class LoadGuard extends Component<GuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  private readonly tryAgain = () => this.setState({ failed: false });

  override componentDidMount() {
    window.addEventListener('hashchange', this.tryAgain);
  }

  override componentWillUnmount() {
    window.removeEventListener('hashchange', this.tryAgain);
  }

  override render() {
    const { heading, children } = this.props;
    return this.state.failed ? <NotLoaded heading={heading} /> : children;
  }
}

function NotLoaded({ heading }: { heading: string | undefined }) {
  const isPage = heading !== undefined;
  const { t } = useTexts();
  const connected = useConnected();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!connected) wasAway.current = true;
    else if (wasAway.current && isPage) window.location.reload();
  }, [connected, isPage]);
  return (
    <Stack component={isPage ? 'main' : 'div'} gap="sm" align="flex-start">
      {isPage && <Title order={1}>{heading}</Title>}
      {connected ? (
        <Notice tone="bad" role="alert">
          <p>{t('fiscal.notLoaded')}</p>
        </Notice>
      ) : (
        <Notice tone="bad" role="alert" title={t('page.banner.noConnection')}>
          <p>{t('page.banner.noConnectionFix')}</p>
        </Notice>
      )}
      {/* It rests while the service is away: the browser would have nothing in the place of the page. */}
      <ActionButton variant="filled" onAction={() => window.location.reload()}>
        {t('fiscal.loadAnew')}
      </ActionButton>
    </Stack>
  );
}
