import type { Problem } from '../../../service/wire.ts';
import type { Snapshot } from '../../api/live-status.ts';

/** How the banner looks: go, go but look, stop, or not known yet. */
export type Tone = 'ready' | 'attention' | 'stop' | 'wait';

/** Headline of the banner: a key under `page.banner`. */
export type Headline =
  'ready' | 'practice' | 'notReady' | 'connecting' | 'noConnection' | 'unknownRegister' | 'refused';

/** The answer to the cashier's one question: may selling go on? */
export interface Verdict {
  tone: Tone;
  headline: Headline;
  /** Reasons, the gravest first. */
  problems: Problem[];
}

/** Does this problem stop the selling? */
function stops(problem: Problem): boolean {
  return problem.severity === 'stop';
}

function gravity(problem: Problem): number {
  if (stops(problem)) return 2;
  return problem.severity === 'info' ? 0 : 1;
}

/** Warnings about how the register is set up, which stay for days: what has just happened comes before them. */
const STANDING = new Set([
  ...['TEST_KEY', 'TEST_UNIT', 'REG_TEST', 'RECORDER_STAGING'],
  ...['BACKUP_NOT_SET', 'LAN_PASSWORD'],
]);

/** What has to be looked at first; among equals the order of the service. */
function urgency(problem: Problem): number {
  return 2 * gravity(problem) + (STANDING.has(problem.code) ? 0 : 1);
}

/** Judge what is known. When in doubt the answer is never "ready". */
export function judge({ phase, status, refused }: Snapshot): Verdict {
  if (phase === 'lost') {
    const headline = refused === null ? 'noConnection' : refused === 404 ? 'unknownRegister' : 'refused';
    return { tone: 'stop', headline, problems: [] };
  }
  if (status === null) return { tone: 'wait', headline: 'connecting', problems: [] };

  const problems = [...status.problems].sort((a, b) => urgency(b) - urgency(a));
  if (!status.ready || problems.some(stops)) return { tone: 'stop', headline: 'notReady', problems };
  // Receipts that do not count must not be taken for sales.
  if (status.practice) return { tone: 'attention', headline: 'practice', problems };
  const needsAttention = problems.some((problem) => gravity(problem) > 0);
  return { tone: needsAttention ? 'attention' : 'ready', headline: 'ready', problems };
}
