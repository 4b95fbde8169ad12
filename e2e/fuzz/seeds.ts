/** What the fuzzer starts from: the realistic sales in both formats, and the hostile corpus. */
import fs from 'node:fs';
import path from 'node:path';
import type { Cfg } from '../../service/receipt/cfg.ts';
import type { Tree } from '../../service/receipt/tree.ts';
import type { Format } from '../../service/receipt/answer.ts';
import { readExamples } from '../../service/testing/examples.ts';
import { saleAsXml } from '../../service/testing/sale-as-xml.ts';
import { PORTUGAL } from '../../service/testing/sales.ts';

const corpus = path.join(import.meta.dirname, 'corpus');

/** A body to begin with. */
export interface Seed {
  name: string;
  format: Format;
  text: string;
  /** What it says; null when it has no form. */
  tree: Tree | null;
  /** The company it is sold by. */
  cfg: Cfg;
}

/** All starting points; the same order on every machine. */
export function readSeeds(): Seed[] {
  const sales = [...readExamples().values()].flatMap(({ name, request, cfg = PORTUGAL }): Seed[] => [
    { name, cfg, tree: request, format: 'json', text: JSON.stringify(request) },
    { name, cfg, tree: request, format: 'xml', text: saleAsXml(request) },
  ]);
  return [...sales, ...readCorpus()];
}

/** The hand-written hostile bodies. */
export function readCorpus(): Seed[] {
  const files = fs.readdirSync(corpus).sort();
  return files.map((name) => ({
    name,
    cfg: PORTUGAL,
    tree: null,
    format: name.endsWith('.xml') ? 'xml' : 'json',
    text: fs.readFileSync(path.join(corpus, name), 'utf8'),
  }));
}
