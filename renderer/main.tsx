import './app/mantine.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeRemembered } from './api/use-register-choice.ts';
import { App } from './app/app.tsx';
import { paintColourScheme } from './app/colour-scheme.ts';
import { guardFocus } from './components/focus.ts';
import { startTexts } from './i18n/i18n.ts';

takeRemembered();

paintColourScheme();
guardFocus();
await startTexts();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
