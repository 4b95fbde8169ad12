/** The identifier of an invoice (TBAI) and the address in its QR code, both with a CRC-8. */

/** What identifier and address are made of. */
export interface Identified {
  /** Of the issuer. */
  nif: string;
  /** Of issue, `YYYY-MM-DD`. */
  date: string;
  series: string;
  number: string;
  /** Two decimals, with a point. */
  total: string;
  /** Of the signed invoice, base64 without line breaks. */
  signatureValue: string;
}

const POLYNOMIAL = 0x07;
/** Characters of the signature in the identifier. */
const SHOWN = 13;

/** CRC-8 (polynomial 07, begins with 0, nothing reflected) of a text in UTF-8, three decimal digits. */
export function crc8(text: string): string {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x80 ? POLYNOMIAL : 0)) & 0xff;
  }
  return String(crc).padStart(3, '0');
}

/** `TBAI-<NIF>-<ddmmyy>-<beginning of the signature>-<CRC-8>`, 39 characters. */
export function identifierOf({ nif, date, signatureValue }: Identified): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const text = `TBAI-${nif}-${day}${month}${year.slice(2)}-${signatureValue.slice(0, SHOWN)}-`;
  return text + crc8(text);
}

/** Where anybody can look the invoice up. @param base of the province, up to the question mark */
export function addressOf(base: string, invoice: Identified): string {
  const { series, number, total } = invoice;
  const values = { id: identifierOf(invoice), s: series, nf: number, i: total };
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const text = `${base}?${query.join('&')}`;
  return `${text}&cr=${crc8(text)}`;
}
