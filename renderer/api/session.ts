import { useEffect, useSyncExternalStore } from 'react';
import type { SessionState } from '../../service/wire.ts';
import { request, type Reply } from './request.ts';
import { onSession, sessionState, setSession } from './session-state.ts';

const URL = './control/session';

/** Ask the service who the page speaks for. */
async function refreshSession(): Promise<void> {
  const reply = await request<SessionState>(URL);
  if (reply.ok) setSession(reply.value);
}

/** Become the manager. */
export async function signIn(password: string): Promise<Reply<SessionState>> {
  const body = JSON.stringify({ password });
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

/** Become a cashier again. */
export async function signOut(): Promise<Reply<null>> {
  const reply = await request<null>(URL, { method: 'DELETE' });
  if (reply.ok) await refreshSession();
  return reply;
}

/** Who the page speaks for; null until the service has said it. */
export function useSession(): SessionState | null {
  const session = useSyncExternalStore(onSession, sessionState);
  useEffect(() => {
    if (sessionState() === null) void refreshSession();
  }, []);
  return session;
}
