/** Rules about the documents of one series: numbers, times and signatures follow each other. */
import { verify } from 'node:crypto';

/** A document as its series sees it. */
export interface ChainedDocument {
  id: string;
  date: string;
  entered: string;
  /** `GrossTotal` as it stands in the file. */
  gross: string;
  /** Empty for receipts, which are not signed. */
  hash: string;
  hashControl: string;
}

/** Where a series has got to. */
export interface ChainEnd {
  number: number;
  date: string;
  entered: string;
  hash: string;
}

/** Ends of series by type and name, e.g. `FS 1_1.26`. Given from file to file they connect the months. */
export type Chains = Map<string, ChainEnd>;

/**
 * Checks a document against the one before it in its series.
 * @param publicKeys PEM by key version; signatures are not looked at without
 */
export function checkChain(
  document: ChainedDocument,
  chains: Chains,
  publicKeys: ReadonlyMap<string, string> | undefined,
  fail: (text: string) => void,
): void {
  const { id, date, entered, hash } = document;
  const slash = id.lastIndexOf('/');
  const series = id.slice(0, slash);
  const number = Number(id.slice(slash + 1));
  const last = chains.get(series);
  const recovered = document.hashControl.includes('-');
  if (last && !recovered) {
    if (number !== last.number + 1) fail(`comes after number ${last.number}`);
    if (date < last.date) fail(`has an earlier date than the one before`);
  }
  if (last && entered < last.entered) fail(`was entered before the one before`);
  // Recovered documents have the dates of their originals: the one before may stand in another file.
  const previous = number === 1 ? '' : last?.number === number - 1 ? last.hash : null;
  if (hash !== '' && publicKeys && previous !== null && !verifies(document, previous, publicKeys)) {
    fail('has a signature that is not right');
  }
  chains.set(series, { number, date, entered, hash });
}

function verifies(
  document: ChainedDocument,
  previous: string,
  publicKeys: ReadonlyMap<string, string>,
): boolean {
  const key = publicKeys.get(/^\d+/.exec(document.hashControl)?.[0] ?? '');
  const { date, entered, id, gross, hash } = document;
  const text = `${date};${entered};${id};${gross};${previous}`;
  return key !== undefined && verify('RSA-SHA1', Buffer.from(text), key, Buffer.from(hash, 'base64'));
}
