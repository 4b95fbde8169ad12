/** What all rooms that ask others have in common: which hosts are this machine, and words for what fails. */

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a host is this machine: what is sent there needs no TLS.
 * @param hostname as `URL.hostname` has it, in small letters and with brackets around IPv6
 */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Words for a network error. Where all addresses of a host fail, the error itself has no message. */
export function networkErrorText(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const { message, code } = first as NodeJS.ErrnoException;
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
