/** What a portal says to the register that has started it (service/run/portal-process.ts). */

/** A message over the channel between both processes. */
export type PortalMessage =
  | { type: 'listening'; url: string; port: number }
  /** Another program has the port; the process ends. */
  | { type: 'port' };

/** Variable that tells a portal that a register has started it; other supervisors have channels, too. */
export const BESIDE = 'TILLMARK_BESIDE';

/** Whether a register has started this process. */
export function isBeside(): boolean {
  return process.env[BESIDE] === '1' && process.send !== undefined;
}

/** Says something, and waits until it is on its way. */
export function sayToRegister(message: PortalMessage): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()));
}
