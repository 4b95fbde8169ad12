import { MantineProvider } from '@mantine/core';
import { StatusPage } from '../pages/status/status-page.tsx';
import { colourScheme } from './colour-scheme.ts';

/**
 * The control page.
 *
 * Mantine may not inject style tags, so that the content security policy can
 * stay at `style-src 'self'`: its variables and classes come from style sheets
 * (`mantine.css`, `theme.css`). Hence no responsive style props, no theme
 * object with colours, and no `visibleFrom`/`hiddenFrom` in this page.
 */
export function App() {
  return (
    <MantineProvider
      defaultColorScheme="auto"
      colorSchemeManager={colourScheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <StatusPage />
    </MantineProvider>
  );
}
