import { useEffect, useSyncExternalStore } from 'react';
import type { Reply } from '../../api/request.ts';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { isLanguage } from '../../i18n/languages.ts';
import { ask } from './ask.ts';
import { currentStanding, onStanding, setStanding, type Standing } from './standing.ts';
import type { Session } from './types.ts';

/** Asks the portal who has signed in, and whether there is anybody at all who could. */
export async function refreshStanding(): Promise<void> {
  const session = await ask<Session>('/session', { open: true });
  if (session.ok) return void setStanding({ phase: 'in', session: session.value });
  if (session.failure.http !== 401) {
    return void setStanding({ phase: 'unreachable', failure: session.failure });
  }
  const setup = await ask<{ needed: boolean; code: boolean }>('/setup', { open: true });
  setStanding(setup.ok && setup.value.needed ? { phase: 'setup', code: setup.value.code } : { phase: 'out' });
}

/** How it stands with the session; asked for when nobody has yet. */
export function useStanding(): Standing {
  const standing = useSyncExternalStore(onStanding, currentStanding);
  useEffect(() => {
    if (currentStanding().phase === 'asking') void refreshStanding();
  }, []);
  return standing;
}

/** Whoever has signed in. Only for parts of the page that nobody else sees. */
export function useSession(): Session {
  const standing = useStanding();
  if (!('session' in standing)) throw new Error('nobody has signed in');
  return standing.session;
}

/** Signs in by any of the ways: password, invitation, new password, set-up. The page speaks the user's language then. */
export async function enter(path: string, body: unknown): Promise<Reply<Session>> {
  const reply = await ask<Session>(path, { method: 'POST', body, open: true });
  if (!reply.ok) return reply;
  const { language } = reply.value.user;
  if (isLanguage(language)) chooseLanguage(language);
  setStanding({ phase: 'in', session: reply.value });
  return reply;
}

/** Takes over what the user has changed about themselves. */
export function sessionChanged(session: Session): void {
  const { language } = session.user;
  if (isLanguage(language)) chooseLanguage(language);
  setStanding({ phase: 'in', session });
}

/** Signs out. */
export async function leave(): Promise<void> {
  await ask('/session', { method: 'DELETE', open: true });
  setStanding({ phase: 'out' });
}
