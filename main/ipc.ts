import { channels } from './bridge.ts';
import { handle, noArguments } from './security/ipc.ts';
import type { Supervisor } from './service/supervisor.ts';

/** Answers the calls of the bridge. */
export function answerBridge(supervisor: Supervisor, registerUrl: () => string | null): void {
  handle(channels.serviceState, registerUrl, noArguments, () => supervisor.state);
  handle(channels.restartService, registerUrl, noArguments, () => supervisor.restart());
}
