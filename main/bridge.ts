/**
 * The bridge between the shell and the pages it shows: the one place that
 * names its channels and types what a page may see. Imports nothing, so that
 * the control page can import its types without pulling in the shell.
 */

/** Why a start failed in a way that no automatic restart can mend. */
export type FailureReason =
  'usage' | 'portTaken' | 'dataRootNotWritable' | 'dataRootInUse' | 'demoOnData' | 'attachedLost';

/** How the register service is doing, as seen by the shell that supervises it. */
export type ServiceState =
  /** Launched, not yet answering. */
  | { state: 'starting' }
  /**
   * Sales can be registered; `problems` holds warnings only. Without a web server there is no `url`.
   * `portal` is the address of the portal beside, once it runs.
   */
  | { state: 'ready'; url: string | null; problems: string[]; portal?: string }
  /** Answering, but no sale can be registered; `problems` are the codes of the reasons. */
  | { state: 'notReady'; url: string | null; problems: string[]; portal?: string }
  /**
   * A register that somebody else started already answers on the port; the shell only shows it. `ready` is null
   * where it does not tell (it asks for a user first), `problems` are the codes of what stops it.
   */
  | { state: 'attached'; url: string; ready: boolean | null; problems: string[] }
  /**
   * Ended by itself; the next attempt is at the ISO time `at`. `wished`: not by a failure, but to be started
   * again (daily restart), with so many records that wait for portal and authorities.
   */
  | { state: 'restarting'; at: string; attempt: number; text: string; wished?: { waiting: number } }
  /** Waits for a person. `text` is the service's own English account of it, possibly empty. */
  | { state: 'failed'; reason: FailureReason; text: string }
  /** Stopped on purpose. */
  | { state: 'stopped' };

/** How it stands with updates of the program. */
export type UpdateState =
  /** Not looked for: switched off by somebody here, or for this installation. */
  | { state: 'off' }
  /** This installation cannot look for them. */
  | { state: 'unavailable' }
  | { state: 'none' }
  | { state: 'checking' }
  | { state: 'downloading'; version: string }
  /** Loaded and proven; installed when somebody says so, or at the daily restart. */
  | { state: 'ready'; version: string }
  /** There is one, for who installs programs on this machine. */
  | { state: 'told'; version: string }
  /** `text` is an English account of it. */
  | { state: 'failed'; text: string };

/** What can be switched in the shell. */
export type ShellSwitch = 'autostart' | 'notices' | 'updates';

/** How the switches stand; null for what cannot be switched on this machine. */
export interface ShellState extends Record<ShellSwitch, boolean | null> {
  /** The system starts the shell when its user signs in, as the system says. */
  autostart: boolean | null;
  /** Notifications are shown. */
  notices: boolean;
  /** Updates are looked for; null where whoever installed the program wants none. */
  updates: boolean | null;
  update: UpdateState;
}

/** What a page inside the shell's window finds as `window.tillmark`; absent in a browser. */
export interface TillmarkBridge {
  /** Version of the shell, e.g. `3.0.0`. */
  appVersion: string;
  /** The state now. */
  serviceState(): Promise<ServiceState>;
  /** Calls back on every change; the result ends the subscription. */
  onServiceState(callback: (state: ServiceState) => void): () => void;
  /** Stops and starts the service, or tries again after a failure. */
  restartService(): Promise<void>;
  /** Shows the register's page again, where the window last was in it. Also for pages of the shell. */
  showRegister(): Promise<void>;
  /** What can be switched in the shell. */
  shellState(): Promise<ShellState>;
  /** Switches something, and tells how things stand then: the system may refuse. */
  setShell(name: ShellSwitch, on: boolean): Promise<ShellState>;
  /** What the service printed last, secrets masked, oldest line first. From the shell's own pages only. */
  lastLines(): Promise<string[]>;
  /** Opens the folder with the shell's log in the system. From the shell's own pages only. */
  openLogs(): Promise<void>;
  /** User and password that the register asks for (HTTP authentication). From the shell's own page only. */
  signIn(user: string, password: string): Promise<void>;
}

/** Channel names between preload and main process. */
export const CHANNELS = {
  serviceState: 'tillmark/serviceState',
  serviceStateChanged: 'tillmark/serviceStateChanged',
  restartService: 'tillmark/restartService',
  showRegister: 'tillmark/showRegister',
  shellState: 'tillmark/shellState',
  setShell: 'tillmark/setShell',
  lastLines: 'tillmark/lastLines',
  openLogs: 'tillmark/openLogs',
  signIn: 'tillmark/signIn',
} as const;

/** The shell tells a sandboxed preload its version by this renderer argument. */
export const VERSION_ARGUMENT = '--tillmark-version=';

declare global {
  interface Window {
    tillmark?: TillmarkBridge;
  }
}
