import { MantineProvider } from '@mantine/core';
import { NotesArea } from '../components/notes-area.tsx';
import { colourScheme } from './colour-scheme.ts';
import { Frame } from './frame.tsx';

/**
 * The control page.
 *
 * Mantine may not inject style tags, so that the content security policy can
 * stay at `style-src 'self'`: its variables and classes come from style sheets
 * (`mantine.css`, `theme.css`). Hence no responsive style props, no theme
 * object with colours, and no `visibleFrom`/`hiddenFrom` in this page. Its
 * modals lock the scrolling by a style tag, too: dialogs are the browser's own.
 */
export function App() {
  return (
    <MantineProvider
      defaultColorScheme="auto"
      colorSchemeManager={colourScheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <NotesArea>
        <Frame />
      </NotesArea>
    </MantineProvider>
  );
}
