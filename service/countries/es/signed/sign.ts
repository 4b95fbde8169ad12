/** Signatures of records and events of systems that keep them (Orden HAC/1177/2024, art. 14; AEAT, "características de la firma"). */
import { signXades, type SignaturePolicy } from '../../base/xades.ts';
import type { CountryContext } from '../../contract/services.ts';
import { issue } from '../codes.ts';
import { CERTIFICATES } from '../credentials.ts';
import { spanishTime } from '../moment.ts';
import { RECORD_PREFIX } from '../verifactu/record.ts';

/** The policy of the administration, version 1.9. */
export const POLICY: SignaturePolicy = {
  id: 'urn:oid:2.16.724.1.3.1.1.2.1.9',
  digest: 'sha1',
  hash: 'G7roucf600+f03r/o0bAOQ6WAs0=',
};

/** A document to be signed; `content` in canonical form. */
export interface ToSign {
  name: string;
  namespace: string;
  content: string;
  /** Hash of the record, which makes the ids of its signature its own. */
  hash: string;
}

/** Signs with the certificate of the company; null when there is none. */
export function signerOf(context: CountryContext): ((document: ToSign) => string) | null {
  const company = CERTIFICATES.of(context, context.cfg);
  if (!company) return null;
  const { key, certificate } = company;
  return ({ name, namespace, content, hash }) =>
    signXades(
      { name, prefix: RECORD_PREFIX, namespace, content },
      {
        ...{ policy: POLICY, key, certificate },
        time: spanishTime(context.clock.now(), context.cfg),
        id: `R${hash.slice(0, 16)}`,
      },
    ).xml;
}

/** Why nothing can be signed. */
export function unsigned() {
  return { issue: issue('#ES_CERTIFICATE', '', 'enter the certificate of the company on the page Spain') };
}
