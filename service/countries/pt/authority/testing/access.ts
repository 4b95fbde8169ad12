/** Access to a simulator or to a server that answers whatever a test wants. */
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuthorityAccess } from '../access.ts';
import type { Registration } from '../messages.ts';
import { makeIdentity, type Identity } from '../../../../emulators/pt-series/identity.ts';
import type { Simulator } from '../../../../emulators/pt-series/emulator.ts';

/** Sub-user and password of the tests. */
export const USER = '555555550/1';
export const PASSWORD = 'Segredo-ção-4711';

/** A winter morning in Lisbon. */
export const NOW = Date.parse('2026-01-15T10:15:30.457Z');

/** Access with all that is right, unless told otherwise. */
export function accessTo(
  simulator: Pick<Simulator, 'url' | 'ca' | 'clientCertificate' | 'clientKey' | 'authorityCertificate'>,
  more: Partial<AuthorityAccess> = {},
): AuthorityAccess {
  return {
    url: simulator.url,
    user: USER,
    password: PASSWORD,
    authorityCertificate: simulator.authorityCertificate,
    client: { certificate: simulator.clientCertificate, key: simulator.clientKey },
    ca: simulator.ca,
    timeoutMs: 15_000,
    now: () => NOW,
    ...more,
  };
}

/** A series that the authority takes. */
export function registration(series: string, more: Partial<Registration> = {}): Registration {
  return {
    series,
    kind: 'N',
    documentClass: 'SI',
    documentType: 'FS',
    first: 1,
    from: '2026-01-15',
    certificate: '9999',
    since: '2026-01-15',
    ...more,
  };
}

/** A server with a valid certificate and any behaviour. */
export async function fakeServer(
  listener: RequestListener,
  identity?: Identity,
): Promise<{ access: AuthorityAccess; stop(): Promise<void> }> {
  const { server, ca, client, authority } = identity ?? (await makeIdentity(Date.now()));
  const https = createServer({ key: server.key, cert: server.certificate }, listener);
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  return {
    access: accessTo({
      url: `https://localhost:${(https.address() as AddressInfo).port}/SeriesWSService`,
      ca,
      clientCertificate: client.certificate,
      clientKey: client.key,
      authorityCertificate: authority.certificate,
    }),
    stop: async () => {
      const closed = new Promise((resolve) => https.close(resolve));
      https.closeAllConnections();
      await closed;
    },
  };
}
