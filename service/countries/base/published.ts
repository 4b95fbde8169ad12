/** Public keys and certificates that everybody may see, as `GET /cer/<serial>`. */
import type { CountryServices } from '../contract/services.ts';

/** What is shown. */
export interface Shown {
  serial: string;
  pem: string;
}

/**
 * Shows a key or certificate, once in the life of this process: its file may have been lost. That
 * it cannot be written keeps nobody from selling.
 * @returns whether it is shown
 */
export async function published(
  { serial, pem }: Shown,
  { memory, publish, log }: Pick<CountryServices, 'memory' | 'publish' | 'log'>,
): Promise<boolean> {
  const name = `published ${serial}`;
  if (memory.has(name)) return true;
  try {
    await publish?.(serial, pem);
    memory.set(name, true);
    return true;
  } catch (error) {
    log.error(`the public key ${serial} cannot be shown`, error);
    return false;
  }
}
