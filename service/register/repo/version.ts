/**
 * Versions of files that a POS documents (doc 2, "Audit trail of configuration
 * files"): a record of its own for each, with the whole content, so that one
 * line of the journal is enough to have the file back. docs/journal-format.md
 * says what is signed.
 */
import { createHash, sign } from 'node:crypto';
import type { TextSigner } from '../../countries/contract/receipt-signature.ts';
import type { SigningKey } from '../../countries/contract/services.ts';
import type { State } from '../../countries/contract/state.ts';
import type { Entry } from '../../journal/row.ts';
import type { Json } from '../../receipt/json.ts';
import type { Fis, JournalRecord, Result, TraC } from '../../receipt/tra.ts';
import { newRecord } from '../receipt-record.ts';
import { lineDiff } from './line-diff.ts';

/** A file as it is from now on. */
export interface FileVersion {
  /** Path and name, as `readFileName` gives it. */
  file: string;
  content: string;
}

/** What the record of a version says, and the answer to PUT /repo. */
export interface VersionFacts {
  TY: 'Repo';
  Method: 'PUT';
  File: string;
  /** Changed lines against the version before. */
  Diff: string[];
}

/** Answer to PUT /repo. */
export type RepoAnswer = TraC | (TraC & VersionFacts);

/** State key of the record that has the content of a file. */
function fileKey(file: string): string {
  return `REPO ${file}`;
}

/** State key of the digest that the next payload continues. */
const CHAIN_KEY = 'REPO';

/** SQ of the record with the content of a file; null when it was never documented. */
export function versionSq(state: State, file: string): number | null {
  const sq = state.get(fileKey(file));
  return typeof sq === 'number' ? sq : null;
}

/** What the record of a version is made of. */
interface Sources {
  version: FileVersion;
  /** Content of the version before, null for the first one. */
  before: string | null;
  own: Pick<JournalRecord, '_' | 'SQ' | 'RN' | 'D'>;
  state: State;
  result: Result;
  /** Signs the payload; null where nothing is signed. */
  signer: TextSigner | null;
}

/** Makes the record of a version. One that changes nothing does not repeat the content. */
export function versionEntry({ version, before, own, state, result, signer }: Sources): {
  entry: Entry;
  facts: VersionFacts;
} {
  const { file, content } = version;
  const isChanged = content !== before;
  const chain = state.get(CHAIN_KEY);
  const payload = [
    ...[own.RN, own.SQ, own.D, 'PUT', digest(content)],
    typeof chain === 'string' ? chain : '',
    // Last, because it may hold what separates the others.
    file,
  ].join(';');
  const fis: Fis = {
    Payload: payload,
    ...(signer && { Signature: signer.sign(payload), KeySerial: signer.serial }),
  };
  const Diff = lineDiff(before ?? '', content);
  const facts: VersionFacts = { TY: 'Repo', Method: 'PUT', File: file, Diff };
  const changes: Record<string, Json> = { [CHAIN_KEY]: digest(payload) };
  if (isChanged) changes[fileKey(file)] = own.SQ;
  const values = { ...facts, ...(isChanged && { Content: content }) };
  const record = newRecord(own, values, { Result: result, Fis: fis });
  return { entry: { record, sums: null, changes }, facts };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Signs with the key of the service: base64 of PKCS#1 v1.5 with SHA-256. */
export function keySigner({ serial, privateKey }: SigningKey): TextSigner {
  return { serial, sign: (text) => sign('sha256', Buffer.from(text), privateKey).toString('base64') };
}
