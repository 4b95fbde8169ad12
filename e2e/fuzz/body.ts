/** Makes bodies that no honest POS would send out of bodies that it does. */
import { writeXml } from '../../service/receipt/xml.ts';
import { Choices } from './choices.ts';
import { encode } from './encode.ts';
import { mutateText } from './mutate-text.ts';
import { mutateTree } from './mutate-tree.ts';
import type { Seed } from './seeds.ts';

/** A body as it is posted. */
export interface Body {
  seed: Seed;
  bytes: Buffer;
  contentType: string;
}

/** Longest text; a receipt with 1000 positions is about that long. */
const LONGEST = 200_000;
const USUAL = 20_000;

/** Body number `index` of a run; the same seed and index always give the same one. */
export function bodyOf(seeds: readonly Seed[], runSeed: number, index: number): Body {
  const choices = new Choices(Math.imul(runSeed, 0x9e3779b1) + index);
  const seed = choices.pick(seeds);
  const longest = choices.below(500) === 0 ? LONGEST : USUAL;
  // Half of the bodies stay well-formed.
  const text =
    seed.tree && choices.below(2) === 0
      ? rewritten(seed, choices)
      : mutateText(seed, choices, seeds, longest);
  return { seed, ...encode(text, seed.format, choices) };
}

function rewritten(seed: Seed, choices: Choices): string {
  const tree = structuredClone(seed.tree!);
  mutateTree(tree, choices);
  if (seed.format === 'json') return JSON.stringify(tree);
  const [name, content] = Object.entries(tree)[0] ?? ['Tra', {}];
  return Array.isArray(content) ? '' : writeXml(name, content);
}
