/** The code on receipts: an address where a customer can check them (specification of the AEAT, "código QR"). */

/** A receipt as its code says it. */
export interface Checked {
  nif: string;
  /** NumSerieFactura. */
  number: string;
  /** `dd-mm-yyyy`. */
  date: string;
  /** With a dot. */
  total: string;
}

const HOSTS = {
  production: 'https://www2.agenciatributaria.gob.es',
  test: 'https://prewww2.aeat.es',
} as const;
/** Where receipts can be checked. */
export const RECEIPT_CHECK = `${HOSTS.production}/wlpl/TIKE-CONT/ValidarQR` as const;

/** The address. @param isSigned of a system that is no VERI*FACTU */
export function qrText({ nif, number, date, total }: Checked, test: boolean, isSigned: boolean): string {
  const path = `/wlpl/TIKE-CONT/ValidarQR${isSigned ? 'NoVerifactu' : ''}`;
  const values = { nif, numserie: number, fecha: date, importe: total };
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${HOSTS[test ? 'test' : 'production']}${path}?${query.join('&')}`;
}
