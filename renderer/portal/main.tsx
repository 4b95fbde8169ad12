import '../app/mantine.css';
import '../app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { paintColourScheme } from '../app/colour-scheme.ts';
import { guardFocus } from '../components/focus.ts';
import { startTexts } from '../i18n/i18n.ts';
import { textFiles } from '../i18n/text-files.ts';
import { PortalApp } from './app/portal-app.tsx';

paintColourScheme();
guardFocus();
await startTexts({ portal: textFiles(import.meta.glob('../../resources/locales/portal-page/*.json')) });

const root = document.getElementById('root');
if (!root) throw new Error('portal.html has no root element');
createRoot(root).render(
  <StrictMode>
    <PortalApp />
  </StrictMode>,
);
