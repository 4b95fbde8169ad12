/**
 * Writes the Datenerfassungsprotokoll in the format of the law (RKSV § 7, Anlage
 * Z 3): JSON, the receipts in groups by signature certificate, each as JWS in
 * compact form. It is written while it is read, in constant memory; a new group
 * begins whenever the certificate changes, so that the order of the receipts and
 * with it the chain stay whole.
 */

/** A receipt of the DEP. Certificates are base64 of DER. */
export interface DepReceipt {
  /** JWS in compact form. */
  jws: string;
  /** Certificate of the signature; empty for a closed system. */
  certificate: string;
  /** Certificates of the issuers up to the root. */
  authorities: readonly string[];
}

const JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * The file, UTF-8, in chunks of about 64 kB.
 * @param receipts of one register in the order of their chain; all of them, training and outages too
 * @throws RangeError for what is no JWS or certificate: a receipt must not be dropped silently
 */
export async function* writeDep(receipts: AsyncIterable<DepReceipt>): AsyncGenerator<Buffer> {
  let text = '{"Belege-Gruppe":[';
  let last: DepReceipt | null = null;
  for await (const receipt of receipts) {
    if (!JWS.test(receipt.jws)) throw new RangeError('a receipt of the DEP is no JWS');
    if (last && sameGroup(last, receipt)) text += `,\n${quoted(receipt.jws)}`;
    else text += `${last ? ']},' : ''}\n${groupStart(receipt)}\n${quoted(receipt.jws)}`;
    last = receipt;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text, 'utf8');
    text = '';
  }
  yield Buffer.from(`${text}${last ? ']}' : ''}\n]}\n`, 'utf8');
}

function sameGroup(a: DepReceipt, b: DepReceipt): boolean {
  return (
    a.certificate === b.certificate &&
    (a.authorities === b.authorities ||
      (a.authorities.length === b.authorities.length &&
        a.authorities.every((authority, i) => authority === b.authorities[i])))
  );
}

function groupStart({ certificate, authorities }: DepReceipt): string {
  if (![certificate, ...authorities].every((text) => BASE64.test(text))) {
    throw new RangeError('a certificate of the DEP is no base64');
  }
  return `{"Signaturzertifikat":${quoted(certificate)},\n"Zertifizierungsstellen":[${authorities.map(quoted).join(',')}],\n"Belege-kompakt":[`;
}

/** Texts of the alphabets above need no escaping. */
function quoted(text: string): string {
  return `"${text}"`;
}
