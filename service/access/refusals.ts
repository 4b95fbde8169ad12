/** Tells the log which connections TLS keeps out: who looks for the reason why a till does not come in finds it there. */
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { networkOf, plainAddress, THIS_MACHINE } from './network.ts';

/** Who tries all day makes a line in such a time, and no more. */
const EVERY_MS = 5 * 60_000;
/** Strangers with many addresses cannot fill the log, nor the memory. */
const MOST_PLACES = 100;

/** Names connections that are refused, each place in the network once in five minutes. */
export class Refusals {
  private readonly clock: Pick<Clock, 'now'>;
  private readonly log: Pick<Log, 'warn'>;
  /** When each place was named last. */
  private readonly named = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>, log: Pick<Log, 'warn'>) {
    this.clock = clock;
    this.log = log;
  }

  /** @param why continues "is closed: " */
  tell(address: string | undefined, why: string): void {
    const place = networkOf(address ?? '');
    const now = this.clock.now();
    for (const [other, at] of this.named) if (Math.abs(now - at) >= EVERY_MS) this.named.delete(other);
    if (this.named.has(place) || this.named.size >= MOST_PLACES) return;
    this.named.set(place, now);
    const from = place === THIS_MACHINE ? place : plainAddress(address ?? 'somewhere');
    this.log.warn(`a connection over HTTPS from ${from} is closed: ${why}`);
  }
}

/** Why a handshake failed, in words; null where nothing was tried, as when a program only looks whether the port is open. */
export function failureOf({ code, message }: NodeJS.ErrnoException): string | null {
  if (code === undefined || /^E(?:CONNRESET|PIPE|CONNABORTED)$/.test(code)) return null;
  if (code === 'ERR_SSL_HTTP_REQUEST') {
    return 'it speaks plain HTTP; its address of the register must begin with https://';
  }
  if (/ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_\w+|UNSUPPORTED_CERTIFICATE)$/.test(code)) {
    return `it does not trust the certificate of this service, ssl.pfx (${code})`;
  }
  if (/WRONG_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|PROTOCOL_VERSION/.test(code)) {
    return `it does not speak TLS 1.2 or later (${code})`;
  }
  if (/NO_SHARED_CIPHER|NO_SUITABLE/.test(code)) return `it has no encryption that is safe enough (${code})`;
  if (code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return 'it began TLS and did not go on';
  return `no secure connection came about (${message.trim().slice(0, 200)})`;
}
