/** The program of the thread that signs (`rows.ts`). */
import { sign, type KeyObject } from 'node:crypto';
import { serve } from '../threads/serve.ts';
import type { Requests } from './messages.ts';

let key: KeyObject | null = null;
/** Of the row so far. */
let made: string[] = [];

const requests: Requests = {
  sign(given, algorithm, links, goesOn) {
    key = given ?? key;
    if (!goesOn) made = [];
    const first = made.length;
    for (const [text, previous] of links) {
      const before = typeof previous === 'number' ? made[previous]! : previous;
      made.push(sign(algorithm, Buffer.from(text + before, 'utf8'), key!).toString('base64'));
    }
    return made.slice(first);
  },
};

serve(requests, (error) => (error instanceof Error ? error.message : String(error)));
