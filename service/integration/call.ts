/** A call as it is kept: bytes as they came and went. Everything that takes time is done when somebody looks. */
import { localTime } from '../clock.ts';
import { maskSecrets } from '../log/mask.ts';
import type { CallDetail, CallPart, CallRow } from './wire.ts';

/** What was sent, or what was answered. */
export interface KeptPart {
  type: string | null;
  /** Of the whole body; null where nobody has read it. */
  bytes: number | null;
  /** The beginning of the body; null where it is not kept. */
  body: Buffer | null;
}

/** A call. */
export interface Call {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  /** Path and query. */
  target: string;
  status: number | null;
  ms: number;
  rn: string | null;
  from: string;
  userAgent: string | null;
  accept: string | null;
  request: KeptPart;
  answer: KeptPart;
}

/** Bytes of a body that are kept: some hundred positions. */
export const MOST_BODY_BYTES = 16_384;

/** A body with what is told about it, as request and answer have it: nothing is copied yet. */
export interface PassingPart {
  type: string | null;
  bytes: number | null;
  body: Buffer | string | null;
}

/** A call that has just been answered. */
export type PassingCall = Omit<Call, 'id' | 'request' | 'answer'> & {
  request: PassingPart;
  answer: PassingPart;
};

/** A body with its type. @param length bytes of it, where they are known already */
export function passingPart(
  type: string | undefined,
  body: Buffer | string | null,
  length?: number,
): PassingPart {
  const bytes = length ?? (body === null ? null : Buffer.byteLength(body));
  return { type: type ?? null, bytes, body };
}

/** A call as it is listed. */
export function rowOf(call: Call): CallRow {
  const { id, at, method, status, ms, rn } = call;
  const answer = textOf(call.answer) ?? '';
  const rc = first(answer, /"RC":"(OK|NO|BAD)"/, /<Result RC="(OK|NO|BAD)"/) as CallRow['rc'];
  const code = first(answer, /"ErrorCode":"(#\w{1,60})"/, /<ErrorCode>(#\w{1,60})</, /"code":"(#\w{1,60})"/);
  return {
    ...{ id, at: localTime(at), method, target: maskSecrets(call.target), status, ms: Math.round(ms), rn },
    ...{ terminal: terminalOf(textOf(call.request) ?? ''), rc, code },
  };
}

/** A call with its bodies. */
export function detailOf(call: Call): CallDetail {
  const { from, userAgent, accept, request, answer } = call;
  return {
    ...rowOf(call),
    from,
    userAgent,
    accept,
    request: shown(request, true),
    answer: shown(answer, false),
  };
}

/** Location and terminal as a body names them first, in JSON or XML. */
function terminalOf(text: string): string | null {
  const named = (name: string) =>
    first(
      text,
      new RegExp(`"${name}"\\s{0,5}:\\s{0,5}"?([^"\\s,}]{1,40})`),
      new RegExp(`\\s${name}\\s{0,5}=\\s{0,5}["']([^"']{1,40})`),
    );
  const parts = [named('TL'), named('TT')].filter((part) => part !== null);
  return parts.length === 0 ? null : maskSecrets(parts.join('/'));
}

function first(text: string, ...expressions: RegExp[]): string | null {
  for (const expression of expressions) {
    const found = expression.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * A part with its secrets masked. What a POS sends may hold anything; long signatures
 * stay only in answers, which the register has made itself.
 */
function shown({ type, bytes, body }: KeptPart, isForeign: boolean): CallPart {
  const text = textOf({ type, bytes, body });
  const isCut = body !== null && bytes !== null && bytes > body.length;
  return {
    ...{ type, bytes, isCut },
    text: text === null ? null : maskSecrets(text, { keepsSignatures: !isForeign }),
  };
}

/** A body as text; null where it is none. */
function textOf({ body }: KeptPart): string | null {
  if (body === null) return null;
  if (body[0] === 0xfe || body[0] === 0xff || body[1] === 0)
    return new TextDecoder(body[0] === 0xfe || body[0] === 0 ? 'utf-16be' : 'utf-16le').decode(body);
  // Binary files say nothing to people.
  return body.includes(0) ? null : body.toString('utf8');
}
