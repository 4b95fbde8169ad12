import { useCallback, useEffect, useRef, useState } from 'react';
import type { BothFormats } from '../../../service/integration/wire.ts';
import { convert } from '../../api/developers.ts';
import { laidOut } from './laid-out.ts';

/** How long after the last key the other format is asked for, ms. */
const QUIET_MS = 400;

/** A record as it is being typed in one of two formats; the service writes the other one. */
export interface Typed extends BothFormats {
  /** The one that was typed in last. */
  last: keyof BothFormats;
  /** Why the other one could not be written; English. */
  problem: string | null;
}

/** Keeps a record in both formats. @returns what is typed, and how it is changed */
export function useBothFormats(
  first: BothFormats,
): [typed: Typed, type: (format: keyof BothFormats, text: string) => void, put: (both: BothFormats) => void] {
  const [typed, setTyped] = useState<Typed>(() => inOrder(first));
  const asked = useRef(0);
  const { last, [last]: text } = typed;
  const isTyped = useRef(false);

  useEffect(() => {
    if (!isTyped.current) return;
    const own = ++asked.current;
    const timer = setTimeout(() => {
      void convert(text).then((reply) => {
        // Something else was typed or chosen meanwhile.
        if (own !== asked.current) return;
        const other = last === 'json' ? 'xml' : 'json';
        setTyped((now) =>
          reply.ok
            ? { ...now, [other]: laidOut(reply.value[other]), problem: null }
            : { ...now, problem: reply.failure.message ?? '' },
        );
      });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [last, text]);

  const type = useCallback((format: keyof BothFormats, value: string) => {
    isTyped.current = true;
    setTyped((now) => ({ ...now, [format]: value, last: format }));
  }, []);
  const put = useCallback((both: BothFormats) => {
    isTyped.current = false;
    asked.current += 1;
    setTyped(inOrder(both));
  }, []);
  return [typed, type, put];
}

function inOrder({ json, xml }: BothFormats): Typed {
  return { json: laidOut(json), xml: laidOut(xml), last: 'json', problem: null };
}
