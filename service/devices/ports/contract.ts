/** Ports: how bytes reach a device and come back, whatever lies between: a socket, a serial line, USB. */

/**
 * Why a port cannot be used:
 * - `absent`: nothing is there, or nobody answers at this address
 * - `rights`: the system does not let this user
 * - `busy`: another program has it
 * - `lost`: it was there, and went away
 * - `silent`: it takes nothing, and does not say why
 * - `unsupported`: this machine has no way to such a port, or the address cannot be read
 * - `stopped`: a queue of the system that somebody or something has stopped
 * - `folder`: the folder that is written to is not there
 * - `full`: there is no room for what is to be printed
 */
export type PortFault =
  'absent' | 'rights' | 'busy' | 'lost' | 'silent' | 'unsupported' | 'stopped' | 'folder' | 'full';

/** The one error of ports. */
export class PortError extends Error {
  readonly fault: PortFault;

  /** @param text English, one line, without secrets */
  constructor(fault: PortFault, text: string) {
    super(text);
    this.name = 'PortError';
    this.fault = fault;
  }
}

/** An open port. */
export interface Port {
  /**
   * Resolves when the system has taken the bytes, which says nothing about the device.
   * Calls must not overlap.
   * @throws PortError
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Takes what the device sends from now on, in pieces of any size; what came before is told first. */
  receive(listener: (bytes: Uint8Array) => void): void;
  /** Settles when the port can be used no more: with the reason, or null when it was closed from here. */
  readonly ended: Promise<PortError | null>;
  /** Lets go of the device. Never throws. */
  close(): Promise<void>;
}

/**
 * Opens a port.
 * @throws PortError
 */
export type OpenPort = (signal: AbortSignal) => Promise<Port>;

/** What the system's error codes mean for a port. */
export function portError(error: unknown, what: string): PortError {
  if (error instanceof PortError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new PortError(FAULTS[code ?? ''] ?? 'absent', `${what}: ${code ?? message}`);
}

const FAULTS: Record<string, PortFault> = {
  EACCES: 'rights',
  EPERM: 'rights',
  EROFS: 'rights',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EBUSY: 'busy',
  EAGAIN: 'busy',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  EIO: 'lost',
  ENODEV: 'lost',
  ETIMEDOUT: 'silent',
};
