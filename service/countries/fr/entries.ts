/** Signed texts as records carry them, and how they are made. */
import type { Json } from '../../receipt/json.ts';
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { isTree } from '../../receipt/tree.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { Chains, type ChainEnd, type Link } from '../base/chain.ts';
import type { CountryContext, EcKey } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { KEYS, signingTime } from './books.ts';
import type { EventCode } from './event-codes.ts';
import { keyOf } from './key.ts';
import { signText } from './signature.ts';
import { chainKey, eventText, FORMAT, KINDS, type Kind } from './signed-text.ts';

/** A signed text with its place in its chain. */
export interface Entry extends Record<string, string> {
  /** For XML: the name of its element. */
  _: 'Entry';
  Kind: Kind;
  Number: string;
  Payload: string;
  Signature: string;
}

/** Signs what belongs to one record. */
export class Signing {
  readonly key: EcKey;
  /** Local time of all its texts that have no other one. */
  readonly now: string;
  /** Name of the register: `TL-TT`. */
  readonly register: string;
  private readonly chains: Chains;
  private readonly made: Entry[] = [];

  constructor(state: State, { now, cfg }: Pick<CountryContext, 'now' | 'cfg'>, key: EcKey) {
    this.key = key;
    this.now = signingTime(state, now);
    this.register = registerName(cfg);
    this.chains = new Chains(state, (text) => signText(text, key.privateKey));
  }

  /** Signs a text of a kind. @param textOf makes it of its number and the end before it */
  add(kind: Kind, textOf: (number: number, before: ChainEnd) => string): Link {
    const link = this.chains.append(chainKey(kind), textOf);
    const { number, text, signature } = link;
    this.made.push({
      _: 'Entry',
      Kind: kind,
      Number: String(number),
      Payload: text,
      Signature: signature,
    });
    return link;
  }

  /** Signs an event of the journal of technical events. */
  event(code: EventCode, info: string, operator = SYSTEM): void {
    const { now: time, register } = this;
    const facts = { code, info: shortened(info), time, operator: shortened(operator), register };
    this.add('jet', (number, before) => eventText(facts, number, before));
  }

  /** What was signed so far, in order. */
  get entries(): readonly Entry[] {
    return this.made;
  }

  /** State changes of all that was signed. */
  get changes(): Record<string, Json> {
    return this.made.length === 0 ? {} : { ...this.chains.changes, [KEYS.last]: this.now };
  }

  /** Values of a log record that carries all of it. */
  get details(): Record<string, Json> {
    return { Format: FORMAT, Key: this.key.serial, Entries: this.made };
  }
}

/** Characters of a text within an event; what a POS sends may be endless. */
const MOST_TEXT = 500;

function shortened(text: string): string {
  // A character has at most two units.
  return text.length <= MOST_TEXT ? text : [...text.slice(0, 2 * MOST_TEXT)].slice(0, MOST_TEXT).join('');
}

/** Who does what no operator does. */
export const SYSTEM = 'SYSTEME';

/** Signs for a register; null when its company has no key. */
export function signingFor(state: State, context: CountryContext): Signing | null {
  const key = keyOf(context, context.cfg);
  return key && new Signing(state, context, key);
}

/** Name of a register in signed texts and numbers. */
export function registerName(cfg: Cfg): string {
  const { TL, TT } = configuredTerminal(cfg);
  return `${TL}-${TT}`;
}

/** The signed texts of a record with the key and version of their format; null for a record without any. */
export function entriesOf(record: JournalRecord): { format: string; key: string; entries: Entry[] } | null {
  const { Fis, _: type } = record;
  if (type !== 'log') {
    if (Fis?.FR_Key === undefined) return null;
    const main =
      Fis.Payload === undefined
        ? []
        : [{ Kind: Fis.FR_Kind, Number: Fis.FR_Number, Payload: Fis.Payload, Signature: Fis.Signature }];
    const others = Array.isArray(Fis.FR_Entries) ? (Fis.FR_Entries as unknown[]) : [];
    return {
      format: text(Fis.FR_Format),
      key: text(Fis.FR_Key),
      entries: [...main, ...others].map(entryFrom),
    };
  }
  if (!Array.isArray(record.Entries) || record.Key === undefined) return null;
  const entries = (record.Entries as unknown[]).map(entryFrom);
  return { format: text(record.Format), key: text(record.Key), entries };
}

/** An entry as it is kept; of something else one that no check finds right. */
function entryFrom(value: unknown): Entry {
  const { Kind, Number, Payload, Signature } = (isTree(value) ? value : {}) as Record<string, unknown>;
  const kind = KINDS.find((name) => name === Kind) ?? 'other';
  return {
    _: 'Entry',
    Kind: kind,
    Number: text(Number),
    Payload: text(Payload),
    Signature: text(Signature),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
