/** Tills of a test company in the cloud: they ask the portal for tokens. */
import { holdToContract } from './contract.ts';
import type { TestPortal } from './portal.ts';

/** What all tills of a company have. */
export interface CloudCredentials {
  apiKey: string;
  apiSecret: string;
}

/** Asks for tokens of a terminal of the place C1. */
export async function askToken(
  { url }: TestPortal,
  { apiKey }: CloudCredentials,
  TT: string,
  more: Record<string, string>,
) {
  const form = { TaxId: '599999993', TL: 'C1', TT, client_id: apiKey, ...more };
  const response = await fetch(`${url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const body = (await response.json()) as Record<string, string>;
  holdToContract('POST', '/auth/token', { status: response.status, headers: response.headers, body });
  return { status: response.status, body };
}

/** The same with the secret of the company. */
export function askWithSecret(portal: TestPortal, credentials: CloudCredentials, TT: string) {
  return askToken(portal, credentials, TT, {
    grant_type: 'client_credentials',
    client_secret: credentials.apiSecret,
  });
}
