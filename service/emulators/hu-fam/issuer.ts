/** Who issues the certificates of emulated registers: with the token of their registration, and renewed. */
import { randomBytes, type KeyObject } from 'node:crypto';
import { readRequest } from '../../certificates/request.ts';
import { writeCertificate } from '../../certificates/write.ts';
import type { Clock } from '../../clock.ts';
import type { Reply } from '../server.ts';
import { hasFields, Malformed, need, readBody, type Data } from './bodies.ts';

/** What a register shows once when it is registered. */
export const ONE_TIME_TOKEN = 'egyszer-1234';
const DAY_MS = 24 * 3_600_000;

/** Issues certificates; the first question for one comes too early. */
export class EmulatedIssuer {
  private readonly options: {
    serial: string;
    password: string;
    clock: Clock;
    issuer?: { subject: string; key: KeyObject };
  };
  private readonly issued = new Map<string, { certificate: string; wasAsked: boolean }>();
  private token: string | null = ONE_TIME_TOKEN;

  constructor(options: EmulatedIssuer['options']) {
    this.options = options;
  }

  /** Answers below `/fam-ca/v1`. @param isKnown the client has shown a certificate */
  answer(method: string, { pathname, searchParams }: URL, body: Buffer | null, isKnown: boolean): Reply {
    try {
      if (method === 'POST' && pathname.endsWith('/ci/sign')) return this.first(readBody(body));
      if (method === 'POST' && pathname.endsWith('/ci/renew')) return this.renewed(readBody(body), isKnown);
      if (method === 'GET' && pathname.endsWith('/ci/query-cert/download'))
        return this.download(searchParams.get('certId') ?? '');
      return said(404, {});
    } catch (error) {
      if (error instanceof Malformed) return said(400, { code: 400, message: error.message });
      throw error;
    }
  }

  private first(body: Data): Reply {
    hasFields(body, 'systemId', 'username', 'password', 'token', 'csr', 'ecrSoftware');
    const isRight =
      body.password === this.options.password && body.token === this.token && this.token !== null;
    if (!isRight || body.systemId !== this.options.serial)
      return said(200, { resultCode: 'REFUSED', resultDesc: 'érvénytelen token' });
    this.token = null;
    return this.take(body);
  }

  private renewed(body: Data, isKnown: boolean): Reply {
    hasFields(body, 'systemId', 'username', 'csr');
    need(body.systemId === this.options.serial, 'systemId');
    return isKnown ? this.take(body) : said(401, { resultCode: 'UNAUTHORIZED' });
  }

  private take({ csr }: Data): Reply {
    const publicKey = readRequest(Buffer.from(String(csr), 'base64'));
    need(publicKey !== null, 'csr');
    const { serial, issuer, clock } = this.options;
    need(issuer !== undefined, 'no issuer');
    const [from, id] = [clock.now() - DAY_MS, randomBytes(8).toString('hex')];
    const certificate = writeCertificate({
      ...{ subject: serial, publicKey: publicKey!, purpose: 'client', from, till: from + 730 * DAY_MS },
      issuer: { subject: issuer!.subject, privateKey: issuer!.key },
    });
    this.issued.set(id, { certificate, wasAsked: false });
    return said(200, { resultCode: 'SUCCESS', certId: id });
  }

  private download(id: string): Reply {
    const one = this.issued.get(id);
    need(one !== undefined, 'certId');
    const isReady = one!.wasAsked;
    one!.wasAsked = true;
    const certificate = one!.certificate.replace(/-----[A-Z ]+-----|\s/g, '');
    return said(200, isReady ? { resultCode: 'SUCCESS', certificate } : { resultCode: 'IN_PROGRESS' });
  }
}

function said(status: number, values: Data): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(values) };
}
