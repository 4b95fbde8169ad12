/** How often property tests try: a short form in every run of the tests, many times as often at night. */

/** Times as often as usual: `TILLMARK_RUNS`, which `npm run nightly` sets. */
const TIMES = Number(process.env.TILLMARK_RUNS ?? 1);

/** Number of runs of a property. */
export function runs(usual: number): number {
  return usual * TIMES;
}
