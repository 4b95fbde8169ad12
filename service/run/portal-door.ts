/** Keeps the port of a portal that is not wanted yet. Whoever connects waits here until it runs. */
import net, { type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { listen } from '../http/door/listen.ts';

/** An open door. */
export interface PortalDoor {
  /** `http://localhost:5619`. */
  url: string;
  port: number;
  /** Leaves the port to the portal. */
  leave(): void;
  /** Leads those who wait to the portal, which has the port now. */
  letIn(): void;
  /** Sends those who wait away. */
  turnAway(): void;
}

/**
 * Listens in the place of a portal, on this machine only.
 * @param port 0 for any free one
 * @param knocked somebody connects, perhaps not for the first time
 * @throws PortTakenError, CannotListenError
 */
export async function openDoor(port: number, knocked: () => void): Promise<PortalDoor> {
  const waiting = new Set<Socket>();
  const accept = (visitor: Socket) => {
    waiting.add(visitor);
    visitor.on('error', () => visitor.destroy());
    visitor.once('close', () => waiting.delete(visitor));
    knocked();
  };
  const server = await listen(() => undefined, {
    ...{ host: undefined, port, ipv4: false, tls: null },
    admitsOthers: () => false,
    handler: { accept, onConnection: () => undefined },
  });
  const empty = () => [...waiting].filter((visitor) => waiting.delete(visitor));
  return {
    url: server.url,
    port: server.port,
    leave: () => void server.close(),
    letIn() {
      for (const visitor of empty()) {
        const portal = net.connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true });
        for (const [from, to] of [
          [visitor, portal],
          [portal, visitor],
        ] as const)
          pipeline(from, to, () => undefined);
      }
    },
    turnAway() {
      for (const visitor of empty()) visitor.destroy();
    },
  };
}
