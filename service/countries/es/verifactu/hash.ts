/** The hash (huella) of a record: SHA-256 over its values, in upper case (specification of the AEAT, "huella"). */
import { createHash } from 'node:crypto';

/** What the hash of an alta is made of; dates `dd-mm-yyyy`, amounts and time as they are sent. */
export interface AltaValues {
  nif: string;
  number: string;
  date: string;
  kind: string;
  quota: string;
  total: string;
  /** Of the record before; empty for the first one. */
  before: string;
  time: string;
}

/** The hash of an alta. */
export function altaHash({ nif, number, date, kind, quota, total, before, time }: AltaValues): string {
  return hashOf([
    ['IDEmisorFactura', nif],
    ['NumSerieFactura', number],
    ['FechaExpedicionFactura', date],
    ['TipoFactura', kind],
    ['CuotaTotal', quota],
    ['ImporteTotal', total],
    ['Huella', before],
    ['FechaHoraHusoGenRegistro', time],
  ]);
}

/** The hash of an anulación. */
export function cancelHash({
  nif,
  number,
  date,
  before,
  time,
}: Pick<AltaValues, 'nif' | 'number' | 'date' | 'before' | 'time'>): string {
  return hashOf([
    ['IDEmisorFacturaAnulada', nif],
    ['NumSerieFacturaAnulada', number],
    ['FechaExpedicionFacturaAnulada', date],
    ['Huella', before],
    ['FechaHoraHusoGenRegistro', time],
  ]);
}

/** The hash of names with values, in their order. */
export function hashOf(values: readonly (readonly [name: string, value: string])[]): string {
  const text = values.map(([name, value]) => `${name}=${value.trim()}`).join('&');
  return createHash('sha256').update(text, 'utf8').digest('hex').toUpperCase();
}
