/**
 * Reads a DEP file (RKSV Anlage Z 3) and verifies it, receipt by receipt. Members
 * of a group may come in any order; only when the receipts come before the
 * certificate they have to wait for it in memory.
 */
import { TextDecoder } from 'node:util';
import { error, warning, type DepFinding, type Problem } from '../verify/finding.ts';
import { JsonError, JsonEvents, type JsonEvent } from './json-events.ts';
import { DepVerifier, type DepSummary, type VerifyOptions } from '../verify/verifier.ts';

/** A piece of a DEP file in the order of the file. */
export type DepPart =
  | { kind: 'group'; certificate: string; authorities: readonly string[] }
  | { kind: 'receipt'; jws: string }
  | { kind: 'problem'; problem: Problem };

const GROUPS = 'Belege-Gruppe';
/** The law was reworded for seals; writers use the first name. */
const CERTIFICATE: readonly string[] = ['Signaturzertifikat', 'Signatur- bzw. Siegelzertifikat'];
const AUTHORITIES = 'Zertifizierungsstellen';
const RECEIPTS = 'Belege-kompakt';
const MAX_AUTHORITIES = 50;

/** What is being read, from the outside inwards. `other`: a member that the law does not know. */
type Place = 'file' | 'groups' | 'group' | 'authorities' | 'receipts' | 'other';

/**
 * Verifies a DEP file.
 * @param source its bytes, UTF-8 JSON
 * @returns findings in the order of the file; at the end what was verified
 */
export async function* verifyDep(
  source: AsyncIterable<Uint8Array>,
  options: VerifyOptions,
): AsyncGenerator<DepFinding, DepSummary> {
  const verifier = new DepVerifier(options);
  for await (const part of readDep(source)) {
    if (part.kind === 'receipt') yield* verifier.receipt(part.jws);
    else if (part.kind === 'group') yield* verifier.beginGroup(part.certificate, part.authorities);
    else yield { ...part.problem, receipt: 0, number: null };
  }
  yield* verifier.end();
  return verifier.summary();
}

/** Reads a DEP file. After an error in its structure nothing more is read. */
export async function* readDep(source: AsyncIterable<Uint8Array>): AsyncGenerator<DepPart> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const json = new JsonEvents();
  const reader = new DepReader();
  try {
    for await (const bytes of source) {
      reader.take(json.push(decoded(utf8, bytes)));
      yield* reader.parts.splice(0);
    }
    reader.take(json.push(decoded(utf8)));
    reader.take(json.end());
    yield* reader.parts.splice(0);
  } catch (e) {
    if (!(e instanceof JsonError)) throw e;
    yield* reader.parts.splice(0);
    yield { kind: 'problem', problem: error('file', null, e.message) };
  }
}

function decoded(utf8: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? utf8.decode(bytes, { stream: true }) : utf8.decode();
  } catch {
    throw new JsonError('the file is no UTF-8 text');
  }
}

/** Makes parts out of JSON events. */
class DepReader {
  readonly parts: DepPart[] = [];
  private readonly places: Place[] = [];
  private readonly names: Set<string>[] = [];
  private name = '';
  private readonly unknown = new Set<string>();
  private certificate: string | null = null;
  private authorities: string[] | null = null;
  /** The group stands among the parts already. */
  private begun = false;
  /** Receipts that came before the certificate of their group. */
  private waiting: string[] = [];

  take(events: readonly JsonEvent[]): void {
    for (const event of events) {
      if (event.type === 'begin') this.begin(event.kind);
      else if (event.type === 'end') this.end();
      else if (event.type === 'key') this.key(event.name);
      else this.value(event.value);
    }
  }

  private begin(kind: 'object' | 'array'): void {
    const place = this.placeOf(kind);
    this.places.push(place);
    this.names.push(new Set());
    if (place === 'authorities') this.authorities = [];
    if (place !== 'group') return;
    [this.certificate, this.authorities, this.begun, this.waiting] = [null, null, false, []];
  }

  private placeOf(kind: 'object' | 'array'): Place {
    const outer = this.places.at(-1);
    if (outer === 'other' || this.isUnknown()) return 'other';
    const array = kind === 'array';
    if (outer === undefined && !array) return 'file';
    if (outer === 'file' && array) return 'groups';
    if (outer === 'groups' && !array) return 'group';
    if (outer === 'group' && array && this.name === AUTHORITIES) return 'authorities';
    if (outer === 'group' && array && this.name === RECEIPTS) return 'receipts';
    throw new JsonError(`an ${kind} where none belongs`);
  }

  private key(name: string): void {
    this.name = name;
    const names = this.names.at(-1)!;
    if (names.has(name)) throw new JsonError(`${quoted(name)} stands twice in one object`);
    names.add(name);
    if (!this.isUnknown() || this.unknown.has(name) || this.unknown.size >= 20) return;
    this.unknown.add(name);
    this.problem(warning('file', null, `the law knows no member ${quoted(name)}`));
  }

  private value(value: string | number | boolean | null): void {
    const place = this.places.at(-1);
    if (place === 'other' || this.isUnknown()) return;
    if (typeof value !== 'string') throw new JsonError('a value that should be a text');
    if (place === 'receipts') this.receipt(value);
    else if (place === 'authorities' && this.authorities!.length < MAX_AUTHORITIES)
      this.authorities!.push(value);
    else if (place === 'group' && CERTIFICATE.includes(this.name) && this.certificate === null)
      this.certificate = value;
    else throw new JsonError('a text where none belongs');
  }

  private receipt(jws: string): void {
    if (!this.begun && (this.certificate === null || this.authorities === null)) {
      this.waiting.push(jws);
      return;
    }
    this.beginGroup();
    this.parts.push({ kind: 'receipt', jws });
  }

  private beginGroup(): void {
    if (this.begun) return;
    this.begun = true;
    this.parts.push({
      kind: 'group',
      certificate: this.certificate ?? '',
      authorities: this.authorities ?? [],
    });
    for (const jws of this.waiting) this.parts.push({ kind: 'receipt', jws });
    this.waiting = [];
  }

  private end(): void {
    const place = this.places.pop();
    const names = this.names.pop()!;
    if (place === 'file' && !names.has(GROUPS))
      this.problem(error('file', null, `${quoted(GROUPS)} is missing`));
    if (place !== 'group') return;
    this.beginGroup();
    const missing = [
      ...(this.certificate === null ? CERTIFICATE.slice(0, 1) : []),
      ...[AUTHORITIES, RECEIPTS].filter((name) => !names.has(name)),
    ];
    for (const name of missing) this.problem(error('file', null, `a group has no ${quoted(name)}`));
  }

  /** True for a member of file or group that the law does not know. */
  private isUnknown(): boolean {
    const place = this.places.at(-1);
    if (place === 'file') return this.name !== GROUPS;
    return place === 'group' && ![...CERTIFICATE, AUTHORITIES, RECEIPTS].includes(this.name);
  }

  private problem(problem: Problem): void {
    this.parts.push({ kind: 'problem', problem });
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
