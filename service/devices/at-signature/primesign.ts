/**
 * PrimeSign's remote signing service for cash registers ("cash box API").
 *
 * Certain, from the source of a public middleware that is in wide use: the paths,
 * the header `X-AUTH-TOKEN`, the request for a raw signature (the 32 bytes of the
 * hash as they are, under a JSON content type), base64url in the answer, and
 * provider id AT3. Not certain: the exact spelling of the members of the
 * configuration (read in any case here), the statuses of refusals, and whether
 * the certificate may come as PEM (both are read). Every customer has an
 * address of its own.
 */
import { createHash } from 'node:crypto';
import { UnitError, type SignatureUnit, type Trace, type UnitIdentity, type UnitKind } from './contract.ts';
import { certificatesOfPem, certifiedIdentity } from './identity.ts';
import { expectOk, signatureOf } from './service-answer.ts';
import { jsonObject, WebClient, type WebAnswer, type WebRequest } from './web-client.ts';

/** A key at the service. */
export interface PrimeSignOptions {
  id: string;
  /** The customer's address, e.g. `https://rs-0123abcd.ps.prime-sign.com`. */
  url: string;
  /** Secret that the service knows the customer by. */
  token: string;
  /** Certificates of the issuers, PEM: the service gives the signature certificate only. */
  issuers?: string;
  /** PEM of the issuer of the server's certificate to trust in place of the usual ones. */
  ca?: string;
  /** See profile attribute `Sign_debug`. */
  trace?: Trace;
}

/** PrimeSign's provider id. */
const PRIMESIGN_ZDA = 'AT3';

/**
 * A unit at PrimeSign.
 * @throws UnitError `broken` when the address cannot be used
 */
export function primeSignUnit(options: PrimeSignOptions): SignatureUnit {
  return new PrimeSignUnit(options);
}

class PrimeSignUnit implements SignatureUnit {
  readonly id: string;
  readonly kind: UnitKind = 'remote';
  private readonly options: PrimeSignOptions;
  private readonly web: WebClient;

  constructor(options: PrimeSignOptions) {
    const { id, url, token, ca, trace } = options;
    this.id = id;
    this.options = options;
    this.web = new WebClient({
      base: url,
      secrets: [token],
      ...(ca !== undefined && { ca }),
      ...(trace !== undefined && { trace }),
    });
  }

  async identify(signal: AbortSignal): Promise<UnitIdentity> {
    const user = member(jsonObject(await this.ask({ method: 'GET', path: 'rs/rk/config' }, signal)), 'user');
    const key = member(user, 'defaultKey');
    if (member(user, 'enabled') === false)
      throw new UnitError('refused', 'the account is disabled', 'service');
    if (typeof key !== 'string' || key === '')
      throw new UnitError('broken', 'the account has no default key');
    const path = `rs/keys/${encodeURIComponent(key)}/certificate.cer`;
    const { body } = await this.ask({ method: 'GET', path }, signal);
    const own = certificatesOfPem(body.toString('latin1'))[0] ?? body;
    return certifiedIdentity(PRIMESIGN_ZDA, [own, ...certificatesOfPem(this.options.issuers ?? '')]);
  }

  async sign(input: string, signal: AbortSignal): Promise<Uint8Array> {
    const answer = await this.ask(
      {
        method: 'POST',
        path: 'rs/rk/signatures/r1raw',
        headers: { 'content-type': 'application/json;charset=utf-8' },
        body: createHash('sha256').update(input, 'ascii').digest(),
      },
      signal,
    );
    return signatureOf(answer.body.toString('latin1').trim());
  }

  close(): Promise<void> {
    this.web.close();
    return Promise.resolve();
  }

  private async ask(request: WebRequest, signal: AbortSignal): Promise<WebAnswer> {
    const headers = { ...request.headers, 'x-auth-token': this.options.token };
    const answer = await this.web.request({ ...request, headers }, signal);
    expectOk(answer, this.web.textOf(answer));
    return answer;
  }
}

/** A member in whatever case. */
function member(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null) return undefined;
  const found = Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1];
}
