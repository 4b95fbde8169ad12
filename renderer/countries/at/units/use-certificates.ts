import type { UnitCertificate } from '../../../../service/at-signing/wire.ts';
import { askUnits } from '../../../api/units.ts';
import { useReloader } from '../../../api/use-reloader.ts';

/**
 * Certificates of the installation's signature units, by the id of the unit.
 * @param news whatever changes when there may be others
 */
export function useCertificates(news: unknown): ReadonlyMap<string, UnitCertificate> {
  const [{ value }] = useReloader(askUnits, news);
  const rows = value?.units.flatMap((row) => (row.type === 'cards' ? row.cards : [row])) ?? [];
  return new Map(rows.flatMap(({ id, certificate }) => (certificate === null ? [] : [[id, certificate]])));
}
