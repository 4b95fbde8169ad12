import type { Failure } from '../../api/request.ts';
import type { Session } from './types.ts';

/**
 * Whether somebody has signed in, as the portal said last. `ended`: the session
 * is over while its page is still open, so that nothing typed there is lost.
 */
export type Standing =
  | { phase: 'asking' }
  | { phase: 'unreachable'; failure: Failure }
  | { phase: 'setup'; code: boolean }
  | { phase: 'out' }
  | { phase: 'in' | 'ended'; session: Session };

let standing: Standing = { phase: 'asking' };
const listeners = new Set<() => void>();

/** How it stands now. */
export function currentStanding(): Standing {
  return standing;
}

/** Takes over what the portal has said. */
export function setStanding(next: Standing): void {
  standing = next;
  for (const listener of listeners) listener();
}

/** Hears of changes; returns how to stop. */
export function onStanding(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The token that changes must bring; null while nobody has signed in. */
export function csrfToken(): string | null {
  return 'session' in standing ? standing.session.csrf : null;
}

/**
 * The portal wants credentials again. Resolves when somebody has signed in: true
 * if it was the same one, so that what was asked for can be asked again.
 */
export function sessionEnded(): Promise<boolean> {
  if (!('session' in standing)) return Promise.resolve(false);
  const { session } = standing;
  if (standing.phase === 'in') setStanding({ phase: 'ended', session });
  return new Promise((resolve) => {
    const stop = onStanding(() => {
      if (standing.phase === 'ended') return;
      stop();
      resolve(standing.phase === 'in' && standing.session.user.id === session.user.id);
    });
  });
}
