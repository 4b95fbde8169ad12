import { useEffect, useSyncExternalStore } from 'react';
import type { SessionState } from '../../service/wire.ts';
import { request, type Reply } from './request.ts';
import { askWith, onSession, sessionState, setSession } from './session-state.ts';

const URL = './control/session';

/** Ask the service who the page speaks for. */
async function refreshSession(): Promise<void> {
  const reply = await request<SessionState>(URL);
  // The same state in a new object would make pages ask anew, and so go round in a circle.
  if (reply.ok && JSON.stringify(reply.value) !== JSON.stringify(sessionState())) setSession(reply.value);
}
askWith(() => void refreshSession());

/** Become the manager. */
export async function signIn(password: string): Promise<Reply<SessionState>> {
  const body = JSON.stringify({ password });
  const reply = await request<SessionState>(URL, { method: 'POST', body, type: 'application/json' });
  if (reply.ok) setSession(reply.value);
  return reply;
}

/** Become a person, at a till in place of the one before. */
export async function signInAs(name: string, pin: string): Promise<Reply<SessionState>> {
  const body = JSON.stringify({ name, pin });
  const reply = await request<SessionState>(URL, { method: 'POST', body, type: 'application/json' });
  if (reply.ok) setSession(reply.value);
  return reply;
}

/** Set another password, or none (empty); whoever does it stays the manager. */
export async function changePassword(old: string, password: string): Promise<Reply<SessionState>> {
  const body = JSON.stringify({ old, password });
  const reply = await request<SessionState>(`${URL}/password`, {
    method: 'POST',
    body,
    type: 'application/json',
  });
  if (reply.ok) setSession(reply.value);
  return reply;
}

/** Become nobody, or a cashier where no people are set up. */
export async function signOut(): Promise<Reply<null>> {
  const reply = await request<null>(URL, { method: 'DELETE' });
  if (reply.ok) await refreshSession();
  return reply;
}

/** Signs a person out whom nobody has seen for a while, and lets the page say so. */
export async function signOutIdle(): Promise<void> {
  await signOut();
  const state = sessionState();
  if (state?.role === 'nobody') setSession({ ...state, ended: 'idle' });
}

/** Other people are set up now, or none. */
export function peopleChanged(): Promise<void> {
  return refreshSession();
}

/** Who the page speaks for; null until the service has said it. */
export function useSession(): SessionState | null {
  const session = useSyncExternalStore(onSession, sessionState);
  useEffect(() => {
    if (sessionState() === null) void refreshSession();
  }, []);
  return session;
}
