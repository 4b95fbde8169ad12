/** What a manager says became of a receipt, where the memory of the printer does not tell. */
import { decisions } from '../base/fiscal-printer/decision.ts';
import type { Intent } from './device.ts';

/** Decisions about what an Italian register has asked its printer. */
export const { decisionOf, openIntent, decide } = decisions<Intent>('IT');
