import type { SessionState } from '../../service/wire.ts';

/**
 * Who the page speaks for, as the service said last. Kept apart from what asks
 * the service, because each request needs its token.
 */
let state: SessionState | null = null;
const listeners = new Set<() => void>();

/** Null until the service has said it. */
export function sessionState(): SessionState | null {
  return state;
}

/** Take over what the service says. */
export function setSession(next: SessionState | null): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The service wants somebody to sign in: the session has ended, or somebody has set a password or people. */
export function sessionEnded(): void {
  if (state !== null && state.role !== 'nobody') {
    const role = state.hasPeople ? 'nobody' : 'cashier';
    const ended = { role, hasPassword: true, csrf: null, name: null, idleSeconds: null } as const;
    if (state.role !== role || state.csrf !== null) setSession({ ...state, ...ended });
  }
  // Only the service knows why, and who may come next.
  ask();
}

let ask: () => void = () => undefined;

/** How the service is asked for the state. */
export function askWith(question: () => void): void {
  ask = question;
}

/** Hear of changes; returns how to stop. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
