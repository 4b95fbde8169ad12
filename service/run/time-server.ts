/**
 * How far this machine's clock is from that of a time server (profile attribute
 * `Time_server`): one question by SNTP (RFC 4330) at the start and every hour. Nobody
 * is asked unless the attribute names a server, and nothing is set by the answer.
 */
import dgram from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

const PORT = 123;
const PACKET_BYTES = 48;
/** Version 4, client. */
const CLIENT = 0x23;
const MODE_SERVER = 4;
/** Seconds from 1900, where NTP begins, to 1970. */
const NTP_EPOCH = 2_208_988_800;
const TIMEOUT_MS = 3000;
const EVERY_MS = 3_600_000;

/** Where the time is asked for. */
export interface TimeServer {
  host: string;
  port: number;
}

/** Reads `host`, `host:port` or `[address]:port`; null for anything else. */
export function readTimeServer(text: string): TimeServer | null {
  const m = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text);
  const host = m?.[1] ?? m?.[2];
  const port = m?.[3] === undefined ? PORT : Number(m[3]);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}

/**
 * Milliseconds that a clock is behind a time server, negative when it is ahead; half of the way
 * there and back is counted as the way of the answer.
 * @throws Error when there is no usable answer
 */
export async function askTimeServer({ host, port }: TimeServer, clock: Clock): Promise<number> {
  const socket = dgram.createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const timer = setTimeout(() => reject(new Error(`${host} did not answer`)), TIMEOUT_MS);
  const question = Buffer.alloc(PACKET_BYTES);
  question[0] = CLIENT;
  // Comes back in the answer: nobody who has not seen the question can answer it.
  crypto.getRandomValues(question.subarray(40));
  socket.on('error', reject);
  const sent = clock.now();
  socket.on('message', (answer) => {
    const received = clock.now();
    const isOurs = answer.length >= PACKET_BYTES && question.subarray(40).equals(answer.subarray(24, 32));
    if (!isOurs || (answer[0]! & 7) !== MODE_SERVER) return;
    // Stratum 0 is a refusal, 16 a server that does not know the time itself.
    if (answer[1] === 0 || answer[1]! > 15) reject(new Error(`${host} does not tell the time`));
    else resolve(Math.round((timeAt(answer, 32) - sent + timeAt(answer, 40) - received) / 2));
  });
  socket.send(question, port, host, (error) => {
    if (error) reject(error);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}

/** A time of the packet, ms since 1970. Seconds below half of their range are those behind 2036. */
function timeAt(packet: Buffer, at: number): number {
  const seconds = packet.readUInt32BE(at);
  const era = seconds < 2 ** 31 ? 2 ** 32 : 0;
  return (seconds + era - NTP_EPOCH) * 1000 + (packet.readUInt32BE(at + 4) / 2 ** 32) * 1000;
}

/** Watches the difference. */
export class TimeOffset {
  /** Of the last answer, ms; null while no server is named or has answered. */
  ms: number | null = null;
  private readonly server: () => string | undefined;
  private readonly clock: Clock;
  private readonly log: Log;
  private asked: string | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param server the attribute `Time_server` */
  constructor(server: () => string | undefined, clock: Clock, log: Log) {
    this.server = server;
    this.clock = clock;
    this.log = log;
  }

  /** Asks now and every hour, and when another server is named. */
  start(): void {
    let next = 0;
    const look = () => {
      next--;
      if (next > 0 && this.server() === this.asked) return;
      next = EVERY_MS / LOOK_MS;
      void this.ask();
    };
    look();
    this.timer = setInterval(look, LOOK_MS).unref();
  }

  /** Asks no more. */
  stop(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    this.asked = this.server();
    const server = this.asked === undefined ? null : readTimeServer(this.asked);
    if (!server) {
      this.ms = null;
      return;
    }
    try {
      this.ms = await askTimeServer(server, this.clock);
    } catch (error) {
      this.log.warn(`time server: ${(error as Error).message}`);
    }
  }
}

/** How soon another server counts. */
const LOOK_MS = 60_000;
