/** Trust of an installation whose vault is in memory. */
import { InstallationKey } from '../../settings/installation-key.ts';
import type { Json } from '../../receipt/json.ts';
import { Trust } from '../trust.ts';

/**
 * A new installation, with a key of its own.
 * @param cer folder of the keys of its receipts; without it there are none
 */
export async function newTrust(cer = '/no/such/folder'): Promise<Trust> {
  const values = new Map<string, Json>();
  const vault = {
    get: (name: string) => values.get(name),
    set: (name: string, value: Json) => Promise.resolve(void values.set(name, value)),
  };
  return new Trust({ key: await InstallationKey.open(vault), vault, cer });
}
