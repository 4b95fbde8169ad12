import { MantineProvider } from '@mantine/core';
import { colourScheme } from '../../app/colour-scheme.ts';
import { theme } from '../../app/theme.ts';
import { NotesArea } from '../../components/notes-area.tsx';
import { Gate } from './gate.tsx';

/** The portal's page. The same rules about style tags hold as for the control page (app/app.tsx). */
export function PortalApp() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colourScheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <NotesArea>
        <Gate />
      </NotesArea>
    </MantineProvider>
  );
}
