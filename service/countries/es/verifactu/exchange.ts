/** Talks to the AEAT: which of its services, by which certificate. */
import { factsOf } from '../../../certificates/facts.ts';
import type { CompanyCertificate } from '../../base/online/company-certificate.ts';
import { exchange } from '../../base/online/environment.ts';
import type { CountryContext } from '../../contract/services.ts';
import { ENVIRONMENT } from '../credentials.ts';
import { readAnswer, registerMessage, type Answer, type Header } from './message.ts';

const PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';

/** Of 1000 records, each with a text of up to 1500 characters twice, bytes. */
const LONGEST_ANSWER = 8_000_000;

/** A message with its sender. */
export interface Sending {
  header: Header;
  certificate: CompanyCertificate;
  test: boolean;
  signal: AbortSignal;
}

/** Sends records; `unreachable` says why there is no answer, English. Never rejects. */
export async function send(
  { header, certificate, test, signal }: Sending,
  records: readonly string[],
  context: CountryContext,
): Promise<Answer | { unreachable: string }> {
  const { key, certificate: own, chain } = certificate;
  const answer = await exchange(
    {
      url: ENVIRONMENT.other(context) ?? `${hostFor(certificate, test)}${PATH}`,
      name: 'the AEAT',
      longestAnswer: LONGEST_ANSWER,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
      client: {
        certificate: [own, ...chain].map(String).join('\n'),
        key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
      },
      ...{ test, signal, trusted: ENVIRONMENT.trusted(context) },
      body: registerMessage(header, records),
    },
    context,
  );
  if ('unreachable' in answer) return answer;
  const read = readAnswer(answer.body);
  // Servers in front of the service answer with pages.
  if ('unreadable' in read) return { unreachable: `HTTP ${answer.status}: ${read.unreadable}` };
  return read;
}

/** Seals of companies have a service of their own; other certificates name a person. */
function hostFor({ certificate }: CompanyCertificate, test: boolean): string {
  const isPerson = factsOf(certificate).subject.some(({ name }) =>
    /^(?:SN|GN|surname|givenName)$/i.test(name),
  );
  if (test) return isPerson ? 'https://prewww1.aeat.es' : 'https://prewww10.aeat.es';
  return isPerson ? 'https://www1.agenciatributaria.gob.es' : 'https://www10.agenciatributaria.gob.es';
}
