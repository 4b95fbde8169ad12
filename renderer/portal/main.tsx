import '../app/mantine.css';
import '../app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { paintColourScheme } from '../app/colour-scheme.ts';
import { startTexts } from '../i18n/i18n.ts';
import { PortalApp } from './app/portal-app.tsx';

paintColourScheme();
await startTexts({
  portal: {
    en: () => import('../../resources/locales/portal-page/en.json'),
    pt: () => import('../../resources/locales/portal-page/pt.json'),
    de: () => import('../../resources/locales/portal-page/de.json'),
    hr: () => import('../../resources/locales/portal-page/hr.json'),
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('portal.html has no root element');
createRoot(root).render(
  <StrictMode>
    <PortalApp />
  </StrictMode>,
);
