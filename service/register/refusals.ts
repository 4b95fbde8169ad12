/** Why a register takes nothing at all, whatever the receipt. */
import type { CountryServices, ProfileAttributes } from '../countries/contract/services.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { TraC } from '../receipt/tra.ts';
import { refusal } from './outcomes.ts';

/** The answer of a register that nobody has set up. */
export function notConfigured(language = 'en'): TraC {
  const text = 'send POST /cfg with company, location and terminal before the first transaction';
  return refusal('NO', [issue('#NO_CFG', '', text)], language);
}

/** Whether this machine only signs for others (profile attribute `Register_disable`). */
export function registersNothing({ attributes }: Pick<CountryServices, 'attributes'>): boolean {
  return attributes().flag('Register_disable');
}

/** What every sale and void is refused with for a test of a till (profile attribute `TEST_RC`); null for nothing. */
export function refusedForTest(attributes: ProfileAttributes): 'BAD' | 'NO' | null {
  const rc = attributes.text('TEST_RC')?.toUpperCase();
  return rc === 'BAD' || rc === 'NO' ? rc : null;
}

/** Why a register with too many sales before it refuses one more. */
export function overloaded(waiting: number): Issue {
  return issue('#OVERLOADED', '', `${waiting} transactions wait already; try again in some seconds`);
}

/** Why such a machine refuses a sale. */
export function disabled(): Issue {
  const text = 'the profile attribute Register_disable is set: this machine only signs for others';
  return issue('#REGISTER_DISABLED', '', text);
}
