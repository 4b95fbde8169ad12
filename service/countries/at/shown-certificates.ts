/** The certificates of signature units that receipts name, shown to everybody as `GET /cer/<serial>`. */
import { pemOf } from '../../certificates/write.ts';
import { published } from '../base/published.ts';
import type { CountryContext, CountryServices } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { allCertificates, kasseOf, type UnitCertificates } from './kasse.ts';

/** Shows those of one unit. @returns whether nothing is left to be shown */
export async function showCertificates(
  serial: string,
  certificates: UnitCertificates,
  services: Pick<CountryServices, 'memory' | 'publish' | 'log'>,
): Promise<boolean> {
  // The certificate first, then those of its issuers; none in a closed system, whose keys have none.
  const pem = certificates.chain.map((der) => pemOf(Buffer.from(der, 'base64'))).join('');
  return pem === '' || (await published({ serial, pem }, services));
}

/** Shows those of all units that receipts of a register name, once in the life of this process. */
export async function showAllCertificates(state: State, context: CountryContext): Promise<void> {
  const name = `AT/shown ${kasseOf(state)?.id}`;
  if (context.memory.has(name)) return;
  let isDone = true;
  for (const { serial, certificates } of allCertificates(state))
    isDone = (await showCertificates(serial, certificates, context)) && isDone;
  if (isDone) context.memory.set(name, true);
}
