/**
 * Numbers of transmissions to FinanzOnline (Paket-Nummer): a counter for each
 * participant. It is on disk before a packet is sent, so that none comes twice.
 */
import type { CountryServices } from '../../contract/services.ts';

const LAST = 'AT/FinanzOnline packet ';
const HIGHEST = 999_999_999;

/** The next number of a participant. Registers of a company may ask at the same time. */
export function nextPacket(
  { vault, memory }: Pick<CountryServices, 'vault' | 'memory'>,
  participant: string,
): Promise<number> {
  const name = `${LAST}${participant}`;
  const before = (memory.get(name) as Promise<unknown> | undefined) ?? Promise.resolve();
  const next = before.then(async () => {
    const last = vault.get(name);
    const number = typeof last === 'number' && last < HIGHEST ? last + 1 : 1;
    await vault.set(name, number);
    return number;
  });
  // A number that could not be stored holds up nobody behind it.
  memory.set(
    name,
    next.catch(() => undefined),
  );
  return next;
}
