/** The library that draws codes and letters, loaded when the first is drawn: its megabytes are not for tills that never print. */
import type * as library from 'bwip-js';
import { createRequire } from 'node:module';

type Bwip = typeof library;

/** What is drawn, and how. */
export type RawOptions = Parameters<Bwip['raw']>[0];

const require = createRequire(import.meta.url);

/** See above. Drawing waits for nothing, so neither does loading. */
export function bwip(): Bwip {
  return require('bwip-js') as Bwip;
}
