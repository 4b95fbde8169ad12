/** The thread that renders long receipts: each message is one, each answer its bytes or why there are none (long-forms.ts). */
import { parentPort } from 'node:worker_threads';
import { makeForm, type Form } from './form.ts';

/** Its answer. */
export type FormAnswer = { bytes: Uint8Array } | { failure: Error };

parentPort!.on('message', (form: Form) => {
  void makeForm(form).then(
    (bytes) => tell({ bytes }),
    (error: unknown) => tell({ failure: error as Error }),
  );
});

function tell(answer: FormAnswer): void {
  parentPort!.postMessage(answer);
}
