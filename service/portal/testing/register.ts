/** Registers for tests: they activate themselves and sign what they send, as real ones do. */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { holdToContract } from './contract.ts';
import type { Answer, TestPortal } from './portal.ts';

/** A register that is connected to a portal. */
export interface TestRegister {
  registerId: number;
  companyId: number;
  rn: string;
  instance: string;
  secret: string;
  privateKey: KeyObject;
  /** SPKI, PEM. */
  publicKey: string;
  /** Sends a request to `/recorder/v1` + path in its name; bytes and texts as they are, all else as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The header that vouches for a batch of journal lines. */
  signature(body: Buffer | string, firstSq: number, lastSq: number): Record<string, string>;
}

/** What may differ from an ordinary register. */
export interface RegisterChoices {
  /** Made for it where it is left out, which ends the one before. */
  badge?: string;
  taxId?: string;
  instance?: string;
  rn?: string;
  tl?: string;
  tt?: string;
  version?: string;
  country?: string;
  follows?: number;
  keys?: { publicKey: KeyObject; privateKey: KeyObject };
}

/** Activates a register of a company that the administrator may see. */
export async function testRegister(
  portal: TestPortal,
  companyId: number,
  choices: RegisterChoices = {},
): Promise<TestRegister> {
  const { keys = generateKeyPairSync('ed25519'), ...rest } = choices;
  const badge =
    choices.badge ?? (await portal.ask<{ badge: string }>('POST', `/Company/${companyId}/Badge`)).badge;
  const company = await portal.ask<{ taxId: string }>('GET', `/api/v2/Public/Company/${companyId}`);
  const request = {
    ...{ badge, taxId: company.taxId, instance: randomUUID(), rn: 'def', version: '3.0.0', country: 'PT' },
    ...rest,
    publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }),
  };
  const activated = await portal.send('POST', '/recorder/v1/activate', request, null);
  if (activated.status !== 200) throw new Error(`not activated: ${JSON.stringify(activated.body)}`);
  const { registerId, secret } = activated.body as { registerId: number; secret: string };
  return {
    ...{ registerId, companyId, secret, rn: request.rn, instance: request.instance },
    ...{ privateKey: keys.privateKey, publicKey: request.publicKey as string },
    send: (method, path, body, headers = {}) => sendAs(portal, secret, method, path, body, headers),
    signature(body, firstSq, lastSq) {
      const digest = createHash('sha256').update(body).digest('hex');
      const text = `${registerId}\n${firstSq}\n${lastSq}\n${digest}`;
      return { 'tillmark-signature': sign(null, Buffer.from(text), keys.privateKey).toString('base64') };
    },
  };
}

async function sendAs(
  portal: TestPortal,
  secret: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const response = await fetch(`${portal.url}/recorder/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : (body ?? null),
  });
  const text = await response.text();
  const isAnswerJson = response.headers.get('content-type')?.includes('json') ?? false;
  const answer: Answer = {
    status: response.status,
    headers: response.headers,
    body: isAnswerJson ? (JSON.parse(text) as unknown) : text,
  };
  holdToContract(method, `/recorder/v1${path}`, answer);
  return answer;
}
