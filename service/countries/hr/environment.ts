/** Which CIS receipts are reported to. */
import { environment } from '../base/online/environment.ts';

/** `HR_Cis`: another CIS than the tax administration's, such as the emulator. */
export const ENVIRONMENT = environment('HR', {
  address: (attributes) => attributes.text('HR_Cis'),
  file: (attributes) => attributes.text('HR_CisCA'),
});
