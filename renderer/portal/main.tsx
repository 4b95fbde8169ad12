import '../app/mantine.css';
import '../app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import de from '../../resources/locales/portal-page/de.json';
import en from '../../resources/locales/portal-page/en.json';
import pt from '../../resources/locales/portal-page/pt.json';
import { paintColourScheme } from '../app/colour-scheme.ts';
import { startTexts } from '../i18n/i18n.ts';
import { PortalApp } from './app/portal-app.tsx';

paintColourScheme();
startTexts({ en: { portal: en }, pt: { portal: pt }, de: { portal: de } });

const root = document.getElementById('root');
if (!root) throw new Error('portal.html has no root element');
createRoot(root).render(
  <StrictMode>
    <PortalApp />
  </StrictMode>,
);
