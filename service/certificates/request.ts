/** Requests for certificates (PKCS#10, RFC 2986) with keys on the curve P-256: written, and read again. */
import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

const [SEQUENCE, SET, INTEGER, BIT_STRING, OID, UTF8, ATTRIBUTES] = [0x30, 0x31, 2, 3, 6, 0x0c, 0xa0];
const COMMON_NAME = Buffer.from('550403', 'hex');
/** ecdsa-with-SHA256. */
const ECDSA_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const VERSION_1 = Buffer.of(0);
const LONG = 0x80;

/** A request, DER. @param privateKey signs it, and is the one that is certified */
export function writeRequest(commonName: string, privateKey: KeyObject): Buffer {
  const name = der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8, Buffer.from(commonName, 'utf8'))));
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const info = der(SEQUENCE, der(INTEGER, VERSION_1), der(SEQUENCE, name), spki, der(ATTRIBUTES));
  const signature = sign('sha256', info, privateKey);
  const algorithm = der(SEQUENCE, der(OID, ECDSA_SHA256));
  return der(SEQUENCE, info, algorithm, der(BIT_STRING, Buffer.of(0), signature));
}

/** The key of a request that was signed with it; null for what is none. */
export function readRequest(bytes: Buffer): KeyObject | null {
  try {
    const [request, ...rest] = partsOf(bytes);
    const [info, , signed] = partsOf(request!.content);
    const [, , spki] = partsOf(info!.content);
    const key = createPublicKey({ key: spki!.whole, type: 'spki', format: 'der' });
    const isSigned = verify('sha256', info!.whole, key, signed!.content.subarray(1));
    return rest.length === 0 && isSigned ? key : null;
  } catch {
    return null;
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const digits = Buffer.from(content.length.toString(16).padStart(4, '0'), 'hex');
  const short = digits[0] === 0 ? digits.subarray(1) : digits;
  const length = content.length < LONG ? Buffer.of(content.length) : Buffer.of(LONG + short.length, ...short);
  return Buffer.concat([Buffer.of(tag), length, content]);
}

/** Elements that stand behind each other. @throws for what is cut off */
function partsOf(bytes: Buffer): { whole: Buffer; content: Buffer }[] {
  const parts: { whole: Buffer; content: Buffer }[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes.readUInt8(at + 1);
    const count = first < LONG ? 0 : first - LONG;
    const start = at + 2 + count;
    const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
    if (start + length > bytes.length) throw new Error('cut off');
    const content = bytes.subarray(start, start + length);
    parts.push({ whole: bytes.subarray(at, start + length), content });
    at = start + length;
  }
  return parts;
}
