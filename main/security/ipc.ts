import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import { isAllowed } from './origins.ts';

/** A call refused before its handler saw it. The page gets no reason: an honest page never meets it. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
}

/**
 * Reads the arguments of a call; throws if they are not what the channel takes.
 * They come from a page and are not trusted.
 */
export type ReadArguments<A> = (args: unknown[]) => A;

/** For channels that take no arguments. */
export const noArguments: ReadArguments<void> = (args) => {
  if (args.length > 0) throw new RefusedCall('No arguments expected.');
};

/** Answers a channel, for the top frame of the shell's own page or of the register only. */
export function handle<A>(
  channel: string,
  registerUrl: () => string | null,
  read: ReadArguments<A>,
  answer: (args: A) => unknown,
): void {
  ipcMain.handle(channel, (event, ...args: unknown[]) => {
    if (!isTrusted(event, registerUrl())) throw new RefusedCall(`Refused: ${channel}`);
    return answer(read(args));
  });
}

function isTrusted(event: IpcMainInvokeEvent, registerUrl: string | null): boolean {
  // Null once the frame has navigated away or is gone.
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isAllowed(frame.origin, registerUrl);
}
