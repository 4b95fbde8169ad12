import './app/mantine.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { paintColourScheme } from './app/colour-scheme.ts';
import { startTexts } from './i18n/i18n.ts';

paintColourScheme();
await startTexts();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
