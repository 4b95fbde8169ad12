import { MantineProvider } from '@mantine/core';
import { NotesArea } from '../components/notes-area.tsx';
import { colourScheme } from './colour-scheme.ts';
import { Frame } from './frame.tsx';
import { theme } from './theme.ts';

/**
 * The control page.
 *
 * Mantine may not inject style tags, so that the content security policy can
 * stay at `style-src 'self'`: its variables and classes come from style sheets
 * (`mantine.css`, `theme.css` with the variables of `theme.ts`). Hence no
 * responsive style props, no `visibleFrom`/`hiddenFrom`, no `SimpleGrid`,
 * `Grid`, `Flex` or `AppShell` in this page, and no `lockScroll` of modals.
 */
export function App() {
  return (
    <MantineProvider
      theme={theme}
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
