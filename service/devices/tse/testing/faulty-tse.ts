/** A TSE that fails as a test wants it: before it has signed, or after. */
import type { Tse, TseFailure, TseOutcome, TseTrouble } from '../contract.ts';

/** What goes wrong with the next thing that it is asked. */
export type Fault =
  /** It does it. */
  | 'none'
  /** Nothing reaches it. */
  | 'unreachable'
  /** The request is lost on its way. */
  | 'request-lost'
  /** It does it, and the answer is lost. */
  | 'answer-lost'
  /** It says no. */
  | { refuses: TseTrouble };

/** Called before each question, with the name of the method. */
export type Faults = (method: keyof Tse) => Fault;

/** The same TSE with faults. */
export function faultyTse(tse: Tse, faults: Faults): Tse {
  return new Proxy(tse, {
    get(target, name: keyof Tse) {
      const method = target[name].bind(target) as (...values: unknown[]) => Promise<TseOutcome<unknown>>;
      if (name === 'close') return method;
      return async (...values: unknown[]): Promise<TseOutcome<unknown>> => {
        const fault = faults(name);
        if (fault === 'none') return method(...values);
        if (fault === 'unreachable') return { outcome: 'not-done', failure: trouble('unreachable') };
        if (typeof fault === 'object') return { outcome: 'not-done', failure: trouble(fault.refuses) };
        if (fault === 'answer-lost') await method(...values);
        return { outcome: 'unknown', failure: trouble('no-answer') };
      };
    },
  });
}

function trouble(name: TseTrouble): TseFailure {
  return { trouble: name, text: `a test wants ${name}` };
}
