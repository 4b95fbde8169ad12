/** How often property tests try, and what they begin with: a short form in every run of the tests, many times as often at night. */

/** Times as often as usual: `TILLMARK_RUNS`, which `npm run nightly` sets. */
const TIMES = Number(process.env.TILLMARK_RUNS ?? 1);

/** What tests that try at random begin with: `TILLMARK_SEED`, which `npm test` sets, or another one each time. */
export const SEED = Number(process.env.TILLMARK_SEED ?? Date.now() % 1_000_000);

/** Number of runs of a property. */
export function runs(usual: number): number {
  return usual * TIMES;
}
