/** What a portal says to the register that has started it (service/run/portal-process.ts). */

/** A message over the channel between both processes. */
export type PortalMessage =
  /** Its database is open, and it waits for `listen`. */
  | { type: 'opened' }
  | { type: 'listening'; url: string; port: number }
  /** Another program has the port; the process ends. */
  | { type: 'port' }
  /** Answers a {@link RegisterMessage}; `badge` null: `text` says why there is none. */
  | { type: 'badge'; id: number; badge: string | null; text: string };

/** What a register asks of the portal that it has started. */
export type RegisterMessage =
  /** The port is free. */
  | { type: 'listen' }
  /** A badge of its company. */
  | { type: 'badge'; id: number; company: BesideCompany };

/** The company of a register, as the portal's API takes it. */
export interface BesideCompany {
  name: string;
  taxId: string;
  address: string;
  zip: string;
  city: string;
  /** ISO 3166 alpha-2. */
  countryCode: string;
  /** Null where the register knows none. */
  location: {
    name: string;
    address: string;
    zip: string;
    city: string;
    countryCode: string;
    locationIdentification: string;
  } | null;
}

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

/** Resolves when the register keeps the port no longer, or is gone. */
export async function portIsFree(): Promise<void> {
  const told = new Promise<void>((resolve) => {
    process.once('message', () => resolve());
    process.once('disconnect', resolve);
  });
  await sayToRegister({ type: 'opened' });
  if (process.connected) await told;
}
