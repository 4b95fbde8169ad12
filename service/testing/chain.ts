import { verify, type KeyObject } from 'node:crypto';
import type { Esr, Fis } from '../receipt/tra.ts';

/** A signed Portuguese document, as an auditor sees it. */
export interface Signed {
  ESR?: Esr;
  Fis?: Fis;
}

/** The signed text of a document, rebuilt from what was stored or answered. */
export function textOf({ ESR, Fis }: Signed, total: string, previous: string): string {
  const parts = [ESR?.D?.slice(0, 10), Fis?.PT_SystemEntryDate, ESR?.FN, total.replace('-', ''), previous];
  return parts.join(';');
}

/** Checks the signatures of documents of one series, oldest first. Returns the numbers of the wrong ones. */
export function brokenLinks(documents: readonly (Signed & { ESR?: Esr })[], key: KeyObject): string[] {
  const broken: string[] = [];
  let previous = '';
  for (const document of documents) {
    const hash = String(document.Fis?.PT_Hash);
    const text = textOf(document, document.ESR!.T!, previous);
    if (!verify('RSA-SHA1', Buffer.from(text), key, Buffer.from(hash, 'base64'))) {
      broken.push(String(document.ESR!.FN));
    }
    previous = hash;
  }
  return broken;
}
