/**
 * Chains of signed texts: each one contains the signature of the one before, so that
 * none can be changed, left out or put in between. A register has one for each kind of
 * record; where it ends is state of the register, committed with the record.
 */
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import type { State } from '../contract/state.ts';

/** Where a chain ends. */
export interface ChainEnd {
  /** Number of its last text, 0 before the first one. */
  number: number;
  /** Signature of its last text, empty before the first one. */
  signature: string;
}

/** A signed text of a chain. */
export interface Link extends ChainEnd {
  text: string;
}

/** Where the chain under a state key ends. */
export function chainEnd(state: Pick<State, 'get'>, key: string): ChainEnd {
  const kept = state.get(key);
  if (!isTree(kept)) return { number: 0, signature: '' };
  const { number, signature } = kept as unknown as ChainEnd;
  return { number, signature };
}

/** Texts that are appended to chains in one step. */
export class Chains {
  /** State entries that become valid with the record that carries the texts. */
  readonly changes: Record<string, Json> = {};
  private readonly state: Pick<State, 'get'>;
  private readonly sign: (text: string) => string;

  /** @param sign gives the signature of a text */
  constructor(state: Pick<State, 'get'>, sign: (text: string) => string) {
    this.state = state;
    this.sign = sign;
  }

  /**
   * Appends a text to the chain under a state key.
   * @param textOf makes it of its number and the end before it
   */
  append(key: string, textOf: (number: number, before: ChainEnd) => string): Link {
    const before = chainEnd({ get: (name) => this.changes[name] ?? this.state.get(name) }, key);
    const number = before.number + 1;
    const text = textOf(number, before);
    const link = { number, text, signature: this.sign(text) };
    this.changes[key] = { number, signature: link.signature };
    return link;
  }
}
