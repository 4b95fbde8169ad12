/** What a portal says to the register that has started it (service/run/portal-process.ts). */

/** A message over the channel between both processes. */
export type PortalMessage =
  | { type: 'listening'; url: string; port: number }
  /** Another program has the port; the process ends. */
  | { type: 'port' }
  /** Answers a {@link RegisterMessage}; `badge` null: `text` says why there is none. */
  | { type: 'badge'; id: number; badge: string | null; text: string };

/** What a register asks of the portal that it has started: a badge of its company. */
export interface RegisterMessage {
  type: 'badge';
  id: number;
  company: BesideCompany;
}

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
