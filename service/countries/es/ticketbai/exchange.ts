/** Sends files to a province: HTTPS, by the certificate of the company. Never rejects. */
import { gunzipSync } from 'node:zlib';
import type { CompanyCertificate } from '../../base/online/company-certificate.ts';
import { exchange } from '../../base/online/environment.ts';
import type { CountryServices } from '../../contract/services.ts';
import { ENVIRONMENT } from '../credentials.ts';
import { readAnswer, readBookAnswer, type Said } from './answers.ts';
import { bookRequest, type BookMessage } from './lroe.ts';
import type { Province, Sent } from './provinces.ts';

/** How to ask. */
export interface Asking {
  province: Province;
  certificate: CompanyCertificate;
  /** The test system. */
  test: boolean;
  signal: AbortSignal;
}

const BOOK = '/N3B4000M/aurkezpena';
/** Of an answer that is packed. */
const LONGEST_ANSWER = 8_000_000;

/** Sends a file to Araba or Gipuzkoa. */
export async function sendFile(
  xml: string,
  sent: Sent,
  asking: Asking,
  services: CountryServices,
): Promise<Said> {
  const headers = { 'content-type': 'application/xml' };
  const body = `<?xml version="1.0" encoding="UTF-8"?>${xml}`;
  const posted = await post(asking.province.paths![sent], { headers, body }, asking, services);
  return 'unreachable' in posted
    ? { unanswered: posted.unreachable }
    : readAnswer(posted.status, posted.body);
}

/**
 * Sends files to the book of Bizkaia.
 * @returns what it says to each of them, in order; one refusal of the whole message when there are no lines
 */
export async function sendToBook(
  message: BookMessage,
  asking: Asking,
  services: CountryServices,
): Promise<Said[]> {
  const posted = await post(BOOK, bookRequest(message), asking, services);
  if ('unreachable' in posted) return [{ unanswered: posted.unreachable }];
  const { status, headers } = posted;
  const header = (name: string) => String(headers[`eus-bizkaia-n3-${name}`] ?? '');
  const said = {
    ...{ kind: header('tipo-respuesta'), code: header('codigo-respuesta') },
    message: header('mensaje-respuesta'),
  };
  try {
    return readBookAnswer({ ...said, status, body: unpacked(posted.body) }, message.files);
  } catch (error) {
    return [{ unanswered: `HTTP ${status}: the answer cannot be unpacked: ${(error as Error).message}` }];
  }
}

/** It says nothing reliable of itself: packed bytes begin with 1f 8b. */
function unpacked(body: Buffer): Buffer {
  return body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body, { maxOutputLength: LONGEST_ANSWER }) : body;
}

function post(
  path: string,
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
  { province, certificate, test, signal }: Asking,
  services: CountryServices,
): ReturnType<typeof exchange> {
  const { service } = test ? province.test : province.production;
  const other = test ? ENVIRONMENT.other(services) : undefined;
  const { pathname, origin } = new URL(service);
  const place = (pathname === '/' ? '' : pathname) + path;
  // What is no address is refused where it is sent.
  const url = URL.parse(place, other ?? origin)?.href ?? other!;
  return exchange(
    {
      ...{ name: `the treasury of ${province.name}`, url, headers, body, test, signal },
      client: {
        certificate: [certificate.certificate, ...certificate.chain].map(String).join('\n'),
        key: certificate.key.export({ type: 'pkcs8', format: 'pem' }) as string,
      },
      trusted: ENVIRONMENT.trusted(services),
    },
    services,
  );
}
