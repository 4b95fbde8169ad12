/** What the portal tells of a receipt (`service/portal/api/receipts.ts`). */

/** A signature and what it takes to check it. */
export interface Signature {
  algorithm: 'RSA-SHA1' | 'ES256';
  text: string;
  says: string[];
  /** Base64. */
  signature: string;
  /** Base64 of SubjectPublicKeyInfo. */
  keys: string[];
}

/** A receipt that is shown. */
export interface Receipt {
  state: 'ready';
  company: string;
  place: string;
  logo: string | null;
  text: string;
  language: string;
  code: string | null;
  file: string;
  signature: Signature | 'country' | 'missing';
  /** Address of the authority at which it can be looked up. */
  check: string | null;
}

/** What the page shows. */
export type Looked =
  | Receipt
  | { state: 'waiting' }
  | { state: 'ended' }
  /** Too long to be laid out; its data can be had. */
  | { state: 'large' }
  | { state: 'asks'; asked: 'zip' | 'taxId' | 'customerNumber' | 'name'; wrong: boolean }
  /** Too many tries: seconds to wait. */
  | { state: 'limited'; seconds: number }
  /** The portal cannot be reached. */
  | { state: 'offline' };

/** What the receipt is opened with. */
export interface Opening {
  handle: string;
  proof: string;
}

const USUAL_WAIT = 30;

/** Asks for a receipt; never rejects. */
export async function look(opening: Opening): Promise<Looked> {
  try {
    const response = await post('look', opening);
    if (response.status === 429)
      return { state: 'limited', seconds: Number(response.headers.get('retry-after')) || USUAL_WAIT };
    if (response.status === 400) return { state: 'waiting' };
    return response.ok ? ((await response.json()) as Looked) : { state: 'offline' };
  } catch {
    return { state: 'offline' };
  }
}

/** A file of the receipt; null when it cannot be had. */
export async function file(opening: Opening, kind: 'pdf' | 'json' | 'xml'): Promise<Blob | null> {
  try {
    const response =
      kind === 'pdf' ? await post('pdf', opening) : await post('data', { ...opening, format: kind });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

function post(name: string, body: object): Promise<Response> {
  return fetch(`./receipt/v1/${name}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
