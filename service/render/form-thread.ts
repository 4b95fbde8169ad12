/** The thread that renders long receipts: each task is one, each answer its bytes or why there are none (long-forms.ts). */
import { doTasks } from '../threads/do-tasks.ts';
import { makeForm, type Form } from './form.ts';

/** Its answer. */
export type FormAnswer = { bytes: Uint8Array } | { failure: Error };

doTasks(async (form: Form): Promise<FormAnswer> => {
  try {
    return { bytes: await makeForm(form) };
  } catch (error) {
    return { failure: error as Error };
  }
});
