import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { intake } from './intake.ts';
import { readCorpus } from './seeds.ts';
import { violations } from './checks.ts';

it.each(readCorpus())(
  'hostile body $name is refused, or registered with right sums',
  ({ text, format, cfg }) => {
    const contentType = format === 'xml' ? 'text/xml' : 'application/json';
    const outcome = intake(Buffer.from(text), contentType, cfg);
    if ('accepted' in outcome) expect(violations(outcome.accepted)).toEqual([]);
    else expect(outcome.refused).toMatch(/^#[A-Z]/);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  },
);

it('mutated bodies show no defect', async () => {
  const report = await fuzz({ bodies: 20_000, seed: 20_260, seconds: 15 });
  expect(report.failures.map(({ index, what }) => `${index}: ${what}`)).toEqual([]);
  expect(report.bodies).toBeGreaterThan(500);
  // Bodies must get behind the parsers, or nothing there is tried.
  expect(report.accepted / report.bodies).toBeGreaterThan(0.05);
  expect(report.refused.size).toBeGreaterThan(15);
});

it('the same seed gives the same bodies', async () => {
  const run = async () => {
    const { accepted, refused } = await fuzz({ bodies: 300, seed: 5, seconds: 10 });
    return { accepted, refused };
  };
  expect(await run()).toEqual(await run());
});
