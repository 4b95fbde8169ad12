/** The fiscal data modules (FDM) that registers name: each is asked one thing after the other, however many share it. */
import type { Fdms } from '../countries/contract/fdm.ts';
import type { Clock } from '../clock.ts';
import type { NetworkFdm, SerialFdm } from '../devices/fdm/contract.ts';
import { networkFdm } from '../devices/fdm/network/fdm.ts';
import { BAUD, serialFdm } from '../devices/fdm/serial/fdm.ts';
import { addressText, opener, portAddress } from '../devices/ports/address.ts';
import { HeldPort } from '../devices/ports/held-port.ts';

/** Tries of one request on a serial line, and some time to open it. */
const TRIES = 3;
const LEAST_ANSWER_MS = 100;
/** What a try may take at least on a line that is as slow as the protocol allows. */
const MOST_ANSWER_MS = 3000;

/** See {@link Fdms}. */
export class FdmLines implements Fdms {
  private readonly clock: Clock;
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly ports = new Map<string, HeldPort>();

  constructor({ clock }: { clock: Clock }) {
    this.clock = clock;
  }

  network(at: string, secret: string | null, timeoutMs: number): NetworkFdm | null {
    const url = networkAddress(at);
    if (url === null) return null;
    const driver = networkFdm({ url, secret, timeoutMs, now: () => this.clock.now() });
    return {
      sign: (request) => this.inTurn(url, () => driver.sign(request)),
      device: () => this.inTurn(url, () => driver.device()),
    };
  }

  serial(at: string, timeoutMs: number): SerialFdm | null {
    const address = portAddress(at);
    if (address?.kind !== 'serial' && address?.kind !== 'tcp') return null;
    const spoken = address.kind === 'serial' ? { ...address, speed: address.speed ?? BAUD } : address;
    const name = addressText(spoken);
    const port = this.ports.get(name) ?? new HeldPort(opener(spoken));
    this.ports.set(name, port);
    const answerMs = Math.min(Math.max(timeoutMs / TRIES, LEAST_ANSWER_MS), MOST_ANSWER_MS);
    return serialFdm({ port, answerMs });
  }

  /** Lets go of all lines. */
  async close(): Promise<void> {
    await Promise.all([...this.ports.values()].map((port) => port.close()));
  }

  private inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = (this.turns.get(name) ?? Promise.resolve()).then(work);
    this.turns.set(name, done);
    return done;
  }
}

/** Address of a GraphQL endpoint: `bmc08000048.local`, `https://fdm.example/ABC12345678`; null for what is none. */
export function networkAddress(text: string): string | null {
  const bare = text.trim();
  const url = URL.parse(/^https?:\/\//i.test(bare) ? bare : `http://${bare}`);
  if (url?.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '') return null;
  if (!/^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(url.hostname)) return null;
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return `${url.origin}${path.endsWith('/graphql') ? path : `${path}/graphql`}`;
}
