/** Requests for the certificate by which the authority knows a register in the cloud, and its renewal. */
import { X509Certificate, createHash } from 'node:crypto';
import type { DeviceLogin } from '../../ports/device-auth.ts';
import type { Certification, CertificateRequest } from '../contract.ts';
import { done, notDone, unknown } from './requests.ts';
import type { FamSession } from './session.ts';

/** What programs are registered by. */
const SOFTWARE_ID = 'HU-TILLMARK-000001';
const ID = /^[\w.:-]{1,100}$/;
const IN_PROGRESS = 'IN_PROGRESS';

/** @returns asks the authority for certificates of one register */
export function certificationOf(session: FamSession, login: DeviceLogin | null | undefined): Certification {
  const { systemId } = session;
  return {
    async request({ request, token, software }) {
      const csr = request.toString('base64');
      const who = { systemId, username: systemId };
      const first = {
        ...who,
        password: login?.password ?? '',
        token,
        csr,
        ecrSoftware: softwareOf(software),
      };
      const told =
        token === null
          ? await session.askIssuer('/ci/renew', { ...who, csr }, true)
          : await session.askIssuer('/ci/sign', first, false);
      if (told.outcome !== 'done') return told;
      const { certId } = told.result;
      const id = typeof certId === 'number' ? String(certId) : certId;
      return typeof id === 'string' && ID.test(id)
        ? done(id)
        : unknown('unreadable', 'the answer lacks what the certificate is asked for by');
    },
    async fetch(id) {
      const path = `/ci/query-cert/download?certId=${encodeURIComponent(id)}`;
      const told = await session.askIssuer(path, null, false);
      if (told.outcome === 'not-done' && told.failure.text.includes(IN_PROGRESS)) return done(null);
      if (told.outcome !== 'done') return { outcome: 'not-done', failure: told.failure };
      const pem = pemOf(told.result.certificate);
      return pem === null ? notDone('unreadable', 'the answer lacks the certificate') : done(pem);
    },
  };
}

function softwareOf({ name, version, producer }: CertificateRequest['software']) {
  return {
    ...{ softwareId: SOFTWARE_ID, softwareName: name, softwareMainVersion: version },
    ...{ softwareOperation: 'ONLINE_SERVICE', softwareDevName: producer, softwareDevContact: producer },
    softwareHash: createHash('sha256').update(`${name} ${version}`).digest('hex').toUpperCase(),
    softwareLastUpdateTime: 0,
  };
}

/** Base64, with or without its frame, as PEM; null for what is no certificate. */
function pemOf(told: unknown): string | null {
  if (typeof told !== 'string' || told.length > 20_000) return null;
  const bare = told.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '');
  try {
    return new X509Certificate(Buffer.from(bare, 'base64')).toString();
  } catch {
    return null;
  }
}
