import { CHANNELS, type ShellState, type ShellSwitch } from './bridge.ts';
import { handle, noArguments, RefusedCall, type ReadArguments } from './security/ipc.ts';
import type { Supervisor } from './service/supervisor.ts';
import type { Credentials } from './sign-in.ts';

/** What the calls of the bridge do. */
export interface BridgeActions {
  showRegister: () => void;
  shellState: () => ShellState;
  setShell: (change: { name: ShellSwitch; on: boolean }) => ShellState;
  lastLines: () => string[];
  openLogs: () => Promise<void>;
  signIn: (credentials: Credentials) => void;
}

/** Answers the calls of the bridge. */
export function answerBridge(
  supervisor: Supervisor,
  registerUrl: () => string | null,
  actions: BridgeActions,
): void {
  handle(CHANNELS.serviceState, registerUrl, noArguments, () => supervisor.state);
  handle(CHANNELS.restartService, registerUrl, noArguments, () => supervisor.restart());
  handle(CHANNELS.showRegister, registerUrl, noArguments, actions.showRegister);
  handle(CHANNELS.shellState, registerUrl, noArguments, actions.shellState);
  handle(CHANNELS.setShell, registerUrl, readSwitch, actions.setShell);
  // A page of the register has no business with what the service printed, nor with passwords that Chromium asks for.
  handle(CHANNELS.lastLines, () => null, noArguments, actions.lastLines);
  handle(CHANNELS.openLogs, () => null, noArguments, actions.openLogs);
  handle(CHANNELS.signIn, () => null, readCredentials, actions.signIn);
}

const SWITCHES: readonly unknown[] = ['autostart', 'notices', 'updates'] satisfies ShellSwitch[];

const readSwitch: ReadArguments<{ name: ShellSwitch; on: boolean }> = (args) => {
  const [name, on] = args;
  if (args.length !== 2 || !SWITCHES.includes(name) || typeof on !== 'boolean')
    throw new RefusedCall('A switch, on or off, expected.');
  return { name: name as ShellSwitch, on };
};

const readCredentials: ReadArguments<Credentials> = (args) => {
  const [user, password] = args;
  if (args.length !== 2 || !isShortText(user) || !isShortText(password))
    throw new RefusedCall('User and password expected.');
  return { user, password };
};

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 1000;
}
