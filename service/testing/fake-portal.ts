/** A portal in small, for cloud registers: keys, and whatever answer to POST /auth/token a test wants. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { onTestFinished } from 'vitest';
import type { CompanyTerminal } from '../access/bearer.ts';
import type { ManualClock } from './manual-clock.ts';

/** A request that the portal got. */
export interface PortalAsked {
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** What a token may say differently. */
export interface TokenChanges {
  header?: { alg?: string; kid?: string };
  claims?: JWTPayload;
  /** Key to sign with, instead of the portal's own. */
  key?: CryptoKey;
}

/** A running portal. */
export interface FakePortal {
  url: string;
  /** The public keys that it shows; may be changed. */
  keys: JWK[];
  /** How often it was asked for its keys. */
  keyRequests: number;
  /** Requests for tokens. */
  asked: PortalAsked[];
  /** Answers requests for tokens. */
  answer: http.RequestListener;
  /** Makes a token for a terminal, good for an hour by the clock. */
  token(terminal: CompanyTerminal, clock: ManualClock, changes?: TokenChanges): Promise<string>;
  /** Changes the key that tokens are signed with; the old one is shown no more. */
  rotate(): Promise<void>;
  /** Answers nothing any more. */
  close(): Promise<void>;
}

/** Starts a portal, until the end of the test. */
export async function fakePortal(): Promise<FakePortal> {
  let turn = 0;
  let signer: CryptoKey | null = null;
  const server = http.createServer((request, response) => {
    if (request.url === '/.well-known/jwks.json') {
      portal.keyRequests++;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: portal.keys }));
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      portal.asked.push({ headers: request.headers, body });
      portal.answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  const portal: FakePortal = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: [],
    keyRequests: 0,
    asked: [],
    answer: (_request, response) => void response.writeHead(404).end('{}'),
    token: ({ TaxId, TL, TT, company }, clock, { header, claims, key } = {}) => {
      const now = Math.floor(clock.now() / 1000);
      const all = { iss: portal.url, aud: 'register', sub: company, jti: 'j1', iat: now, exp: now + 3600 };
      return new SignJWT({ ...all, TaxId, TL, TT, ...claims })
        .setProtectedHeader({ alg: 'EdDSA', kid: `k${turn}`, ...header })
        .sign(key ?? signer!);
    },
    async rotate() {
      turn++;
      const pair = await generateKeyPair('EdDSA', { extractable: true });
      signer = pair.privateKey;
      portal.keys = [{ ...(await exportJWK(pair.publicKey)), kid: `k${turn}`, alg: 'EdDSA', use: 'sig' }];
    },
    close,
  };
  await portal.rotate();
  return portal;
}
