/**
 * The table of contents of a backup: `backup.json` in the archive. It says which
 * part of which register the archive holds, and what it continues, so that a
 * missing link is found before anything is restored. The installation that made it
 * signs it, and with it the digests of all files.
 */
import { firstSqOf, segmentName, segmentOf } from '../journal/segments/name.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import { checkName } from '../register/registers.ts';
import { isSignedBy } from '../settings/installation-key.ts';
import { zipName } from './names.ts';

/** Name of the entry. */
export const MANIFEST = 'backup.json';

/** Version of the format; another one cannot be read. */
const FORMAT = 1;
const DIGEST = /^[0-9a-f]{64}$/;
const VERSION = /^[\w.-]{1,40}$/;

/** A journal file in the archive. */
export interface BackedUpFile {
  /** `0001.jou` */
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** The end of an older backup that this one continues. */
export interface Link {
  /** Name under which it was made; null when any will do. */
  name: string | null;
  /** It reaches at least to this record. */
  lastSQ: number;
  /** SHA-256 of the line of this record. */
  lastLine: string;
}

/** What a backup says of itself. */
export interface Manifest {
  format: typeof FORMAT;
  /** Version of the Tillmark that made it. */
  version: string;
  /** Name of the archive when it was made. */
  name: string;
  RN: string;
  /** Local time with offset. */
  created: string;
  /** SHA-256 of the register's first line: tells registers of the same name apart. */
  firstLine: string;
  /** First record in it; the first one of its file. */
  firstSQ: number;
  /** Last record in it. */
  lastSQ: number;
  /** SHA-256 of the line of the last record. */
  lastLine: string;
  /** What it continues, null for a backup that stands alone. */
  previous: Link | null;
  /** All journal files in it, in order. */
  files: BackedUpFile[];
  /** Public keys that the receipts may be signed with: SPKI in DER, Base64. Missing in backups of versions before. */
  receiptKeys?: string[];
  /** Public key of the installation that made it, like those; missing in backups of versions before. */
  signer?: string;
  /** Over all members before this one, see {@link signedText}; there whenever `signer` is. */
  signature?: string;
}

/** Signs backups. */
export interface BackupSigner {
  /** Resolves when signing is good: who signs will be known by the same key tomorrow. */
  ready(): Promise<void>;
  /** Ed25519; SPKI in DER, Base64. */
  readonly publicKey: string;
  /** The signature of a text, Base64. */
  sign(text: string): string;
  /** Public keys of the receipts, as {@link Manifest.receiptKeys}. */
  receiptKeys(): Promise<string[]>;
}

/** A manifest as the entry's text. */
export async function writeManifest(
  content: Omit<Manifest, 'format' | 'receiptKeys' | 'signer' | 'signature'>,
  signer: BackupSigner,
): Promise<string> {
  await signer.ready();
  const receiptKeys = (await signer.receiptKeys()).slice(0, MOST_KEYS);
  const manifest: Manifest = { format: FORMAT, ...content, receiptKeys, signer: signer.publicKey };
  const signature = signer.sign(signedText(manifest));
  return `${JSON.stringify({ ...manifest, signature }, null, 2)}\n`;
}

/** What is signed: all members but the signature as JSON without blanks, in their order, behind a line that says what it is. */
function signedText({ signature: _, ...manifest }: Manifest): string {
  return `tillmark backup\n${JSON.stringify(manifest)}`;
}

/** Reads a manifest; a text instead says what is wrong with it. */
export function readManifest(text: string): Manifest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  if (!isTree(value)) return 'it is no object';
  if (value.format !== FORMAT) return unknownFormat(value);
  const manifest = value as unknown as Manifest;
  const wrong = wrongMember(manifest);
  if (wrong !== null) return `its ${wrong} is not what it should be`;
  const { signer, signature } = manifest;
  const isWhole = signer === undefined || isSignedBy(signer, signedText(manifest), signature!);
  return isWhole ? manifest : 'its signature does not fit: it was changed after it was made';
}

/** What to do about a format of later; nothing was ever written in one before. */
function unknownFormat({ format, version }: Tree): string {
  const isLater = typeof format === 'number' && Number.isInteger(format) && format > FORMAT;
  if (!isLater) return `its format is not ${FORMAT}`;
  const maker =
    typeof version === 'string' && VERSION.test(version) ? `Tillmark ${version}` : 'a newer Tillmark';
  return `it was made by ${maker}, and this one cannot read it: install that version, or a newer one, and restore there`;
}

/** The first member that is not as the service writes it. */
function wrongMember(manifest: Manifest): keyof Manifest | null {
  const { version, name, RN, created, firstLine, firstSQ, lastSQ, lastLine, previous, files } = manifest;
  if (typeof version !== 'string') return 'version';
  if (typeof RN !== 'string' || checkName(RN).length > 0) return 'RN';
  if (typeof created !== 'string') return 'created';
  if (!isDigest(firstLine)) return 'firstLine';
  if (!isSq(firstSQ) || firstSQ !== firstSqOf(segmentOf(firstSQ))) return 'firstSQ';
  if (!isSq(lastSQ) || lastSQ < firstSQ) return 'lastSQ';
  if (name !== zipName(segmentOf(lastSQ))) return 'name';
  if (!isDigest(lastLine)) return 'lastLine';
  if (!isLink(previous, manifest)) return 'previous';
  if (!areFiles(files, manifest)) return 'files';
  return wrongSignature(manifest);
}

/** More than any installation has keys, and characters of one. */
const MOST_KEYS = 100;
const LONGEST_KEY = 4000;

function wrongSignature({ receiptKeys, signer, signature }: Manifest): keyof Manifest | null {
  const isKey = (value: unknown) => typeof value === 'string' && value.length <= LONGEST_KEY;
  if (receiptKeys !== undefined) {
    const areKeys = Array.isArray(receiptKeys) && receiptKeys.length <= MOST_KEYS && receiptKeys.every(isKey);
    if (!areKeys) return 'receiptKeys';
  }
  if (signer === undefined && signature === undefined) return null;
  if (!isKey(signer)) return 'signer';
  return isKey(signature) ? null : 'signature';
}

function isLink(link: unknown, { firstSQ, lastSQ }: Manifest): boolean {
  if (link === null) return firstSQ === 1;
  if (!isTree(link)) return false;
  const reaches = isSq(link.lastSQ) && link.lastSQ >= firstSQ - 1 && link.lastSQ <= lastSQ;
  return reaches && (link.name === null || typeof link.name === 'string') && isDigest(link.lastLine);
}

function areFiles(files: unknown, { firstSQ, lastSQ }: Manifest): boolean {
  const first = segmentOf(firstSQ);
  if (!Array.isArray(files) || files.length !== segmentOf(lastSQ) - first + 1) return false;
  return files.every((file: unknown, i) => {
    if (!isTree(file)) return false;
    const { name, size, sha256 } = file;
    return name === segmentName(first + i) && isSq(size) && isDigest(sha256);
  });
}

function isSq(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && DIGEST.test(value);
}
