/** What happens to a record that was posted, over HTTP or as a file, once its register is known. */
import type { ProfileAttributes } from '../countries/contract/services.ts';
import { readCfg, unknownInCfg } from '../receipt/cfg.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { ReadResult } from '../receipt/read.ts';
import type { TraC } from '../receipt/tra.ts';
import type { Tree } from '../receipt/tree.ts';
import { formIssues } from './receipt-checks.ts';
import { refusal, withWarnings } from './outcomes.ts';
import { refusedForTest } from './refusals.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';

interface Posting {
  restart: boolean;
  attributes: ProfileAttributes;
  language?: string;
}

/**
 * Gives a transaction, or a step of one, to its register.
 * @param options.restart return the stored result when it is registered already
 * @param options.language of messages while the register has no country
 */
export async function registerPosted(register: Register, read: ReadResult, options: Posting): Promise<TraC> {
  const answer = await registered(register, read, options);
  register.note(read.type, read.tra?.ESR ?? null, answer);
  return answer;
}

function registered(register: Register, read: ReadResult, options: Posting): Promise<TraC> {
  const language = register.country?.language ?? options.language ?? 'en';
  if (!read.tra) return Promise.resolve(refusal('BAD', read.issues, language, read.warnings));
  const test = testAnswer(options.attributes, language);
  if (test) return Promise.resolve(test);
  // A mistake that no configuration will heal is no reason to try again later (NO #NO_CFG).
  const wrong = read.type === 'Tra' && !register.country ? formIssues(read.tra) : [];
  if (wrong.length > 0) return Promise.resolve(refusal('BAD', wrong, language, read.warnings));
  if (read.type !== 'Tra') return register.submitStep(read.type, read.tra, read.warnings);
  return register.submit({ tra: read.tra, warnings: read.warnings, restart: options.restart });
}

/** The answer to every sale and void that the profile asks for to test a till (`TEST_RC`); null for none. */
export function testAnswer(attributes: ProfileAttributes, language: string): TraC | null {
  const rc = refusedForTest(attributes);
  if (rc === null) return null;
  const asked = issue('#TEST_RC', '', `the profile asks for ${rc}`);
  // NO means that trying again may help, and BAD that the data are wrong.
  return refusal(rc, [rc === 'NO' ? { ...asked, message: 'TEST_RC_NO' } : asked], language);
}

/**
 * Stores a posted configuration for a register, which is created by it.
 * @param named the register's name, and what is wrong with it
 * @param language of messages about what cannot be read
 */
export async function configurePosted(
  registers: Registers,
  named: { rn: string; issues: Issue[] },
  tree: Tree,
  language = 'en',
): Promise<TraC> {
  const { rn } = named;
  const read = readCfg(tree);
  const issues = [...named.issues, ...('issues' in read ? read.issues : [])];
  if (issues.length > 0 || !('cfg' in read)) return refusal('BAD', issues, language);
  return withWarnings(await registers.configure(rn, read.cfg), unknownInCfg(read.cfg));
}
