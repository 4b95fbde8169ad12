import { app } from 'electron';
import { isAllowed } from './security/origins.ts';

/** What HTTP authentication asks for. */
export interface Credentials {
  user: string;
  password: string;
}

/** Answers a register that asks for a user (`.htdigest`, digest authentication). */
export interface SignIn {
  /** Takes what somebody has entered; it is sent when the register asks again. */
  enter: (credentials: Credentials) => void;
}

/**
 * Electron has no dialog of its own for this and would only show the refusal.
 * @param ask shows the page that asks; told whether what was entered last is wrong, and which page is wanted, if one is
 */
export function answerLogins(
  registerUrl: () => string | null,
  ask: (isWrong: boolean, url: string | null) => void,
): SignIn {
  /** In memory only, for what Chromium asks anew: it keeps them itself while it runs. */
  let held: Credentials | null = null;
  app.on(
    'login',
    (event, contents, { url, firstAuthAttempt, isRequestForNavigation }, { isProxy }, callback) => {
      if (contents === null || isProxy || !isAllowed(url, registerUrl())) return;
      event.preventDefault();
      if (held && firstAuthAttempt) {
        callback(held.user, held.password);
        return;
      }
      callback();
      ask(held !== null, isRequestForNavigation ? url : null);
      held = null;
    },
  );
  return {
    enter: (credentials) => {
      held = credentials;
    },
  };
}
