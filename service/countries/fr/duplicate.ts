/** Copies of documents: numbered, signed, and marked with what is printed of them. */
import type { Issue } from '../../receipt/issue.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Reprint } from '../contract/paper.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { keyMissing } from './codes.ts';
import { DOCUMENT_NAMES, type DocumentKind } from './document.ts';
import { signingFor, SYSTEM, type Signing } from './entries.ts';
import { duplicateText } from './signed-text.ts';
import { copyTags } from './tags.ts';

/** A copy that was signed. */
export interface SignedCopy {
  copy: number;
  time: string;
  original: string;
  signature: string;
  text: string;
}

/** Signs a copy of a document. @param copy which one, from 1 */
export function signCopy(
  original: JournalRecord,
  copy: number,
  operator: string,
  signing: Signing,
): SignedCopy {
  const { now: time, register } = signing;
  const name = original.ESR?.FN ?? '';
  const kind = original.Fis?.FR_Kind;
  const known = typeof kind === 'string' && Object.hasOwn(DOCUMENT_NAMES, kind);
  const document = known ? DOCUMENT_NAMES[kind as DocumentKind] : DOCUMENT_NAMES.other;
  const { text, signature } = signing.add('duplicate', (number, before) =>
    duplicateText({ register, document, copy, operator, time, original: name }, number, before),
  );
  return { copy, time, original: name, signature, text };
}

/** {@link Country.reprinted} of France: a copy of a document is signed, or there is none; those of other records are nothing special. */
export function reprinted(
  original: JournalRecord,
  copy: number,
  state: State,
  context: CountryContext,
): Reprint | { issues: Issue[] } | null {
  if (original.ESR?.FN === undefined) return null;
  const signing = signingFor(state, context);
  if (!signing) return { issues: [keyMissing()] };
  const made = signCopy(original, copy, SYSTEM, signing);
  return { details: signing.details, changes: signing.changes, tags: copyTags(made) };
}
