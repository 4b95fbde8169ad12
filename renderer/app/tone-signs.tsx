import type { ReactNode } from 'react';
import { CheckIcon, CrossIcon, WaitIcon, WarningIcon } from '../components/icons.tsx';
import type { Tone } from '../pages/status/verdict.ts';

/** Signs of the state of a register: visible without telling red from green. */
export const toneSigns: Record<Tone, ReactNode> = {
  ready: <CheckIcon />,
  attention: <WarningIcon />,
  stop: <CrossIcon />,
  wait: <WaitIcon />,
};

/** The same as letters, before the window title, for the task bar. */
export const TONE_LETTERS: Record<Tone, string> = { ready: '✓', attention: '⚠', stop: '✕', wait: '…' };
