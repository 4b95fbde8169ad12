import type { ControlStatus } from '../../service/wire.ts';

/** Addresses of the control interface for one register; relative, so that a proxy may add a path. */
export function controlUrl(what: string, rn: string): string {
  return `./control/${what}?RN=${encodeURIComponent(rn)}`;
}

/** Whether copies of receipts can be printed from here: a fiscal printer would number them. */
export function printsCopies(status: ControlStatus | null): boolean {
  return status?.printer.state === 'set' && !status.printer.isFiscal;
}

/** What came back when the service was asked for its status. */
export type Answer = { kind: 'status'; status: ControlStatus } | { kind: 'refused'; http: number };

/**
 * Ask the service once. Rejects when it cannot be reached, does not answer in
 * time, or answers something that is no status.
 */
export async function askStatus(rn: string, timeoutMs: number): Promise<Answer> {
  const response = await fetch(controlUrl('status', rn), {
    signal: AbortSignal.timeout(timeoutMs),
    cache: 'no-store',
    headers: { Accept: 'application/json' },
  });
  if (!response.ok) return { kind: 'refused', http: response.status };
  return { kind: 'status', status: parseStatus(await response.text()) };
}

/** Read a status. The service is ours, so only the marks of a stranger's answer are checked. */
export function parseStatus(json: string): ControlStatus {
  const value: unknown = JSON.parse(json);
  if (
    typeof value !== 'object' ||
    value === null ||
    !('ready' in value && typeof value.ready === 'boolean') ||
    !('problems' in value && Array.isArray(value.problems)) ||
    !('registers' in value && Array.isArray(value.registers))
  ) {
    throw new TypeError('not a control status');
  }
  return value as ControlStatus;
}
