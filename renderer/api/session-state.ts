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

/** The service wants a password again: the session has ended, or somebody has set one. */
export function sessionEnded(): void {
  if (state !== null) setSession(null);
}

/** Hear of changes; returns how to stop. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
