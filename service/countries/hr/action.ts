/** What actions of the page that tell CIS something have in common. */
import { refuse } from '../base/action.ts';
import type { CountryContext } from '../contract/services.ts';
import type { Outcome } from '../contract/work.ts';
import { certificateOf } from './credentials.ts';
import { errorText } from './delivery.ts';
import { ask, type Asking } from './exchange.ts';
import type { Header } from './message.ts';

/** Tells CIS something; what is to be said when it does not take it. */
export async function told(
  asking: Omit<Asking, 'certificate'>,
  context: CountryContext,
  message: (header: Header) => string,
): Promise<Outcome | null> {
  const certificate = certificateOf(context, context.cfg);
  if (!certificate) return refuse('', 'error.noCertificate');
  const answer = await ask({ ...asking, certificate }, context, message);
  if ('done' in answer) return null;
  if ('refused' in answer) return refuse('', 'error.refused', { text: errorText(answer.refused) });
  const text =
    'unreachable' in answer
      ? answer.unreachable
      : 'unreadable' in answer
        ? answer.unreadable
        : 'another answer';
  return refuse('', 'error.noAnswer', { text });
}
