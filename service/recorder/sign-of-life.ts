/** Signs of life and what the portal says in return (docs/recorder.md). */
import type { Problem, Severity } from '../wire.ts';
import type { Connection } from './connection.ts';
import { numberIn, refusalOf, textIn, type Refusal } from './read.ts';

/** More problems than this the portal does not take. */
const MAX_PROBLEMS = 200;
/** Nor a longer name of the provider. */
const MAX_PROVIDER = 200;
/** Codes that the portal gives itself. */
const OF_PORTAL = /^(OFFLINE|BASE_DATA_INVALID|ARCHIVE_.*)$/;
/** Not true any more when the portal hears of it. */
const OF_SILENCE = 'RECORDER_OFFLINE';
const LEVELS: Readonly<Record<Severity, string>> = { stop: 'error', warning: 'warning', info: 'info' };

/** States of a register in the portal. */
const STATES = ['Productive', 'Test', 'Deactivated'] as const;
/** One of them. */
export type PortalState = (typeof STATES)[number];

/** What a register says of itself. */
export interface Report {
  version: string;
  queued: number;
  /** Megabytes. */
  diskUsage: number;
  /** Profile attribute `SoftwareProvider`. */
  softwareProvider?: string | undefined;
  problems: readonly Problem[];
  /** The register's clock, ISO 8601 with offset. */
  at: string;
}

/** What came of a sign of life. */
export type Told =
  | {
      state: PortalState;
      cfgTag: string | null;
      serverMs: number;
      nextSq: number;
      /** Null of an older portal. */
      companyName: string | null;
    }
  | { unreachable: string }
  | 'activate'
  | { refused: string; why: Refusal };

/** Gives a sign of life. */
export async function report(
  connection: Connection,
  portal: URL,
  secret: string,
  said: Report,
): Promise<Told> {
  const problems = said.problems
    .filter(({ code }) => !OF_PORTAL.test(code) && code !== OF_SILENCE)
    .slice(0, MAX_PROBLEMS)
    .map(({ code, severity, params = {} }) => ({ code, level: LEVELS[severity], params: shortened(params) }));
  const softwareProvider = said.softwareProvider?.slice(0, MAX_PROVIDER);
  const body = { ...said, problems, softwareProvider };
  const answered = await connection.ask(portal, { method: 'POST', path: '/state', secret, body });
  if ('unreachable' in answered) return answered;
  const { status, body: told } = answered;
  if (status === 401) return 'activate';
  if (status !== 200) return refusalOf(answered);
  const state = STATES.find((one) => one === textIn(told, 'state'));
  const serverMs = Date.parse(textIn(told, 'serverTime') ?? '');
  const nextSq = numberIn(told, 'nextSq');
  if (!state || Number.isNaN(serverMs) || nextSq === null || nextSq < 1)
    return { unreachable: 'what answered is not the portal' };
  const companyName = textIn(told, 'companyName');
  return { state, cfgTag: textIn(told, 'cfgTag'), serverMs, nextSq, companyName };
}

/** The portal takes no longer texts. */
function shortened(params: Record<string, string | number>): Record<string, string | number> {
  const short = (value: string | number) => (typeof value === 'string' ? value.slice(0, 2000) : value);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, short(value)]));
}
