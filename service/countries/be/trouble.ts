/** What is the matter with an FDM, as an issue of a record. */
import type { Issue } from '../../receipt/issue.ts';
import type { FdmFailure } from '../contract/fdm.ts';
import { issue } from './codes.ts';

const CODES = {
  unreachable: '#BE_FDM',
  'no-answer': '#BE_NO_ANSWER',
  unreadable: '#BE_NO_ANSWER',
  rights: '#BE_SECRET',
  refused: '#BE_REFUSED',
  card: '#BE_CARD',
  pin: '#BE_CARD',
  'memory-full': '#BE_MEMORY',
  clock: '#BE_MEMORY',
  'not-operational': '#BE_MEMORY',
} as const satisfies Record<FdmFailure['trouble'], string>;

/** @param isOpen nobody knows whether the FDM has signed */
export function troubleIssue({ trouble, text, messages = [] }: FdmFailure, isOpen: boolean): Issue {
  const code = isOpen && trouble === 'unreachable' ? '#BE_NO_ANSWER' : CODES[trouble];
  const said = messages.filter(({ show }) => show !== 'NEVER').map((message) => message.text);
  const made = issue(code, '', `the FDM: ${text}`);
  return { ...made, values: { text: said.join(' ') } };
}
