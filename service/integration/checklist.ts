/**
 * The checklist before going live (doc 3: "an implementation checklist must be validated"):
 * what a POS has to have shown, and what each call and record shows. Pure; the file is
 * written by checklist-file.ts.
 */
import type { JournalRecord } from '../receipt/tra.ts';
import { MOST_BODY_BYTES, type PassingCall } from './call.ts';

/** What the register sees by itself, in the order in which it is tried. */
export const SEEN_ITEMS = [
  ...([
    'cfg',
    'sale',
    'rates',
    'discount',
    'customer',
    'void',
    'return',
    'training',
    'nonfiscal',
    'day',
  ] as const),
  ...(['refused', 'lost', 'start', 'outage', 'year'] as const),
] as const;

/** What only somebody at the till can see. */
export const BY_HAND_ITEMS = ['tags', 'code', 'message', 'patience'] as const;

/** An item that the register sees. */
export type SeenItem = (typeof SEEN_ITEMS)[number];
/** An item that somebody ticks. */
export type ByHandItem = (typeof BY_HAND_ITEMS)[number];
/** An item of the checklist. */
export type Item = SeenItem | ByHandItem;

/** Routes that register something. */
const SENDS = new Set(['/register', '/restart', '/register/void', '/register/void/last']);

/** What a record shows about the POS that sent it. Receipts that the register makes by itself show nothing. */
export function shownByRecord({ _, Own, ESR }: JournalRecord): SeenItem[] {
  if (_ !== 'Tra' || Own !== undefined || !ESR) return [];
  if (ESR.Void === '1') return ['void'];
  const type = (ESR.NFS ?? ESR.NF)?.toLowerCase();
  if (type === 'z' || type === 'closure') return ['day'];
  if (type === 'training' || ESR.Test === '1') return ['training'];
  if (type !== undefined) return ['nonfiscal'];
  if (ESR.T?.startsWith('-')) return ['return'];
  return [
    'sale',
    ...((ESR.TaxA?.length ?? 0) > 1 ? (['rates'] as const) : []),
    ...(ESR.PosA?.some((entry) => entry._ === 'Mod') ? (['discount'] as const) : []),
    ...(ESR.Ctm?.TaxId === undefined ? [] : (['customer'] as const)),
  ];
}

/** What of the calls before has to be known to judge the next one of the same register. */
export interface Memory {
  /** Body of the last call that was answered NO, or not at all; null when there is none. */
  troubled: Buffer | null;
  /** The POS has begun, by `/cfg`, and sent no sale yet. */
  hasBegun: boolean;
}

/** Of a register that nothing is known of. */
export const NOTHING_YET: Memory = { troubled: null, hasBegun: false };

/**
 * What a call shows.
 * @param byRecord what the record shows that it registered
 */
export function shownByCall(
  { method, path, result, request }: SeenCall,
  byRecord: readonly SeenItem[],
  memory: Memory,
): { shown: SeenItem[]; memory: Memory } {
  if (method !== 'POST') return { shown: [], memory };
  const isOk = result?.rc === 'OK';
  if (path === '/cfg') {
    return isOk ? { shown: ['cfg'], memory: { ...memory, hasBegun: true } } : { shown: [], memory };
  }
  if (!SENDS.has(path)) return { shown: [], memory };
  if (result?.rc === 'BAD') return { shown: ['refused'], memory: { ...memory, hasBegun: false } };
  if (!isOk) {
    // A copy: a piece of a buffer would keep all of it alive.
    const troubled = request && Buffer.from(request);
    return { shown: [], memory: { troubled, hasBegun: memory.hasBegun } };
  }
  const isRestart = path === '/restart';
  const comesBack = memory.troubled !== null && (isRestart || request?.equals(memory.troubled) === true);
  return {
    shown: [
      ...byRecord,
      ...(isRestart && result.code === '#DUPLICATE' ? (['lost'] as const) : []),
      ...(isRestart && memory.hasBegun ? (['start'] as const) : []),
      ...(comesBack ? (['outage'] as const) : []),
    ],
    memory: { troubled: comesBack ? null : memory.troubled, hasBegun: false },
  };
}

/** A call as far as the checklist looks at it. */
export interface SeenCall {
  method: string;
  /** Small letters, without the query. */
  path: string;
  /** Null when the POS was gone before it was answered, or the answer is none of a register. */
  result: { rc: string; code: string | null; sq: number | null } | null;
  /** The beginning of what was sent. */
  request: Buffer | null;
}

/** Characters of an answer in which its result stands. */
const BEGINNING = 400;

/** Reads what the checklist needs of a call: of the answer no more than its beginning. */
export function seenCall({ method, target, request, answer, status }: PassingCall): SeenCall {
  const path = target
    .replace(/[?#].*/, '')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();
  const sent = beginningOf(request.body);
  const text = status === null ? '' : latin1(answer.body);
  const rc = /"RC":"(\w+)"|<Result RC="(\w+)"/.exec(text);
  if (!rc) return { method, path, result: null, request: sent };
  const code = /"ErrorCode":"(#\w+)"|<ErrorCode>(#\w+)/.exec(text);
  const sq = /"SQ":(\d+)|\bSQ="(\d+)"/.exec(text);
  return {
    ...{ method, path, request: sent },
    result: {
      rc: (rc[1] ?? rc[2])!,
      code: code?.[1] ?? code?.[2] ?? null,
      sq: sq ? Number(sq[1] ?? sq[2]) : null,
    },
  };
}

/** The beginning of an answer; its result is ASCII. */
function latin1(body: Buffer | string | null): string {
  if (body === null) return '';
  return typeof body === 'string' ? body.slice(0, BEGINNING) : body.toString('latin1', 0, BEGINNING);
}

function beginningOf(body: Buffer | string | null): Buffer | null {
  if (body === null) return null;
  if (typeof body === 'string') return Buffer.from(body.slice(0, MOST_BODY_BYTES));
  return body.subarray(0, MOST_BODY_BYTES);
}
