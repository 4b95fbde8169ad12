/** Makes exports to verify, byte by byte, with everything that can be wrong in them. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { writeCertificate } from '../../certificates/write.ts';

/** A log message to write. */
export interface Draft {
  kind?: 'transaction' | 'system' | 'audit';
  /** `Start`, `Update`, `Finish`, or the name of an event. */
  operation?: string;
  client?: string;
  type?: string;
  data?: string;
  number?: number;
  counter: number;
  time: number;
  /** Signature in DER in place of plain. */
  der?: boolean;
}

/** A TSE of tests. */
export interface TestTse {
  serial: string;
  key: KeyObject;
  hash: 'sha256' | 'sha384';
  certificates: { name: string; content: Buffer }[];
}

const text = (value: string) => Buffer.from(value, 'utf8');

/** An element with a definite length. */
export function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : length < 0x1_0000
          ? [0x82, length >> 8, length & 0xff]
          : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

/** Content octets of a whole number. */
export function integer(value: number): Buffer {
  let hex = value.toString(16);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  return Buffer.from(Number.parseInt(hex.slice(0, 2), 16) >= 0x80 ? `00${hex}` : hex, 'hex');
}

/** When the time of these exports begins, Unix seconds. */
export const BEGIN = 1_767_261_600;

/** A TSE with its certificate, valid for a year from {@link BEGIN}, and that of its issuer. */
export function makeTse(curve = 'prime256v1', hash: TestTse['hash'] = 'sha256'): TestTse {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const root = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const issuer = { subject: 'Test CA', privateKey: root.privateKey };
  const validity = { from: BEGIN * 1000, till: (BEGIN + 366 * 86_400) * 1000 };
  const certificate = (subject: string, purpose: 'issuer' | 'signing', key: KeyObject) => ({
    name: `${hashOf(key)}_X509.pem`,
    content: text(writeCertificate({ subject, purpose, publicKey: key, issuer, ...validity })),
  });
  return {
    ...{ serial: hashOf(publicKey), key: privateKey, hash },
    certificates: [
      certificate(hashOf(publicKey), 'signing', publicKey),
      certificate('Test CA', 'issuer', root.publicKey),
    ],
  };
}

/** Coordinates of the curves here are of this many bytes. */
const COORDINATE: Readonly<Record<string, number>> = { secp384r1: 48, brainpoolP384r1: 48 };

function hashOf(key: KeyObject): string {
  const bytes = COORDINATE[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 32;
  const point = key.export({ type: 'spki', format: 'der' }).subarray(-(1 + 2 * bytes));
  return createHash('sha256').update(point).digest('hex');
}

/** Writes and signs a log message. */
export function makeLog(tse: TestTse, draft: Draft): { name: string; content: Buffer } {
  const { kind = 'transaction', operation = 'Start', client = 'TILL-1', number = 1, counter, time } = draft;
  const oid = { transaction: '01', system: '02', audit: '03' }[kind];
  const fields =
    kind === 'transaction'
      ? [
          element(0x80, text(`${operation}Transaction`)),
          element(0x81, text(client)),
          element(0x82, text(draft.data ?? '')),
          element(0x83, text(draft.type ?? '')),
          element(0x85, integer(number)),
        ]
      : kind === 'system'
        ? [element(0x80, text(operation)), element(0x81, text(draft.data ?? ''))]
        : [];
  const algorithm = Buffer.from(`060a04007f0007010104010${tse.hash === 'sha256' ? 3 : 4}`, 'hex');
  const signed = Buffer.concat([
    element(0x02, integer(2)),
    element(0x06, Buffer.from(`04007f0007030701${oid}`, 'hex')),
    ...fields,
    element(0x04, Buffer.from(tse.serial, 'hex')),
    element(0x30, algorithm),
    ...(kind === 'audit' ? [element(0x04, text('audit'))] : []),
    element(0x02, integer(counter)),
    element(0x02, integer(time)),
  ]);
  const dsaEncoding = draft.der ? 'der' : 'ieee-p1363';
  const signature = sign(tse.hash, signed, { key: tse.key, dsaEncoding });
  const rest =
    kind === 'transaction'
      ? `Tra_No-${number}_${operation}_Client-${client}`
      : kind === 'system'
        ? `Sys_${operation}`
        : 'Aud';
  return {
    name: `Unixt_${time}_Sig-${counter}_Log-${rest}.log`,
    content: element(0x30, signed, element(0x04, signature)),
  };
}

/** A file, or whatever its type says, in an archive. */
export interface TarMember {
  name: string;
  content?: Buffer;
  type?: string;
  /** In place of that of the content. */
  size?: number;
}

/** An archive; names longer than 100 bytes by PAX. */
export function makeTar(members: readonly TarMember[], end = true): Buffer {
  const parts = members.flatMap((member) => [...longName(member), ...tarMember(member)]);
  return Buffer.concat([...parts, ...(end ? [Buffer.alloc(1024)] : [])]);
}

/** Header and content of a member. */
export function tarMember({ name, content = Buffer.alloc(0), type = '0', size }: TarMember): Buffer[] {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0);
  header.write('0000644\0', 100);
  header.write(`${(size ?? content.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(type, 156);
  header.write('ustar\u000000', 257, 'latin1');
  header.fill(0x20, 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}

function longName({ name }: TarMember): Buffer[] {
  if (Buffer.byteLength(name) <= 100) return [];
  const record = ` path=${name}\n`;
  let length = Buffer.byteLength(record);
  while (String(length).length + Buffer.byteLength(record) !== length) length += 1;
  return tarMember({ name: 'PaxHeader', type: 'x', content: text(`${length}${record}`) });
}

/** `info.csv` as it has to be. */
export const INFO: TarMember = {
  name: 'info.csv',
  content: text('"description:","Test","manufacturer:","Tillmark","version:","1"'),
};
