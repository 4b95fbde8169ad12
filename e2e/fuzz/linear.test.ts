/**
 * A body takes time in proportion to its length, whatever stands in it and
 * wherever: one that takes the square of it stops all tills of a shop. What is
 * bounded is CPU time, far above what is needed and far below what a square takes.
 */
import { describe, expect, it } from 'vitest';
import type { Cfg } from '../../service/receipt/cfg.ts';
import { PORTUGAL } from '../../service/testing/sales.ts';
import { grown, JSON_PARTS, jsonBodies, PLACES, sale, XML_PARTS, xmlBodies } from './grown.ts';
import { intake } from './intake.ts';

const AUSTRIA: Cfg = {
  Cmp: { Nam: 'Beisl', Ctry: 'AT', TaxId: 'ATU12345675' },
  Loc: { TL: '1' },
  Trm: { TT: '1' },
};

const LENGTH = 60_000;
/** CPU time, ms. Linear: 1 to 10; the square of 60,000 steps: seconds. */
const MOST = 400;

/** CPU time that a body takes, ms. */
function cost(text: string, type: string, cfg: Cfg): number {
  const bytes = Buffer.from(text);
  const before = process.cpuUsage();
  intake(bytes, type, cfg);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe.each([
  ['PT', PORTUGAL],
  ['AT', AUSTRIA],
])('a long value in %s', (_country, cfg) => {
  it.each(PLACES)('of any field of %s costs no more than its length', (_place, table, at) => {
    const slow: string[] = [];
    for (const field of Object.keys(table)) {
      for (const [name, text] of Object.entries(grown(LENGTH))) {
        const ms = cost(sale(at({ [field]: text })), 'application/json', cfg);
        if (ms > MOST) slow.push(`${field} with ${name}: ${ms.toFixed(0)} ms`);
      }
    }
    expect(slow).toEqual([]);
  });
});

it.each(XML_PARTS)('XML that repeats %j costs no more than its length', (part) => {
  const slow = xmlBodies(part.repeat(Math.floor((4 * LENGTH) / part.length)))
    .map((xml) => cost(xml, 'text/xml', PORTUGAL))
    .filter((ms) => ms > MOST);
  expect(slow).toEqual([]);
});

it.each(JSON_PARTS)('JSON that repeats %j costs no more than its length', (part) => {
  const slow = jsonBodies(part.repeat(Math.floor((4 * LENGTH) / part.length)))
    .map((json) => cost(json, 'application/json', PORTUGAL))
    .filter((ms) => ms > MOST);
  expect(slow).toEqual([]);
});
