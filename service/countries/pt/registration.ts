/**
 * Asking the authority to register a series: one question at a time for each name.
 * A sale, the background and the control page may need the same series at the same
 * moment; two requests would be answered once with a code and once with "registered
 * already", which looks like somebody else's series.
 */
import type { CountryContext } from '../contract/services.ts';
import type { AuthorityAccess } from './authority/access.ts';
import { registerSeries } from './authority/client.ts';
import type { Registration } from './authority/messages.ts';
import { forget, remember, type Attempt } from './attempts.ts';
import { bareTaxId } from './tax-id.ts';

/** What the authority said: a code and the first day of use, that the name is somebody's, or that it failed. */
export type Answer =
  { code: string; from: string } | { taken: string } | { failed: Attempt; isClear: boolean };

/** "Registered already." */
const ALREADY_REGISTERED = 4001;
const QUESTION = 'PT/registration ';
const FIRST = 'PT/first registration ';

/** Companies may use the same names. */
function memoryKey(prefix: string, { cfg }: CountryContext, id: string): string {
  return `${prefix}${bareTaxId(cfg.Cmp.TaxId)} ${id}`;
}

/** The next question about this series is the first one: no earlier answer can have been lost. */
export function noteFirst(id: string, context: CountryContext): void {
  context.memory.set(memoryKey(FIRST, context, id), true);
}

/** The question that is under way, or whose answer was that the name is somebody's. */
export function underWay(id: string, context: CountryContext): Promise<Answer> | null {
  return (context.memory.get(memoryKey(QUESTION, context, id)) as Promise<Answer> | undefined) ?? null;
}

/** Asks; whoever asks for the same series meanwhile gets the same answer. */
export function register(
  id: string,
  registration: Registration,
  access: AuthorityAccess,
  context: CountryContext,
): Promise<Answer> {
  const key = memoryKey(QUESTION, context, id);
  const first = context.memory.delete(memoryKey(FIRST, context, id));
  const question = ask(id, first ? { ...registration, since: null } : registration, access, context);
  context.memory.set(key, question);
  // A name that is somebody's stays so: whoever comes before that is journaled must not take it over.
  void question.then(
    (answer) => 'taken' in answer || context.memory.delete(key),
    () => context.memory.delete(key),
  );
  return question;
}

async function ask(
  id: string,
  registration: Registration,
  access: AuthorityAccess,
  context: CountryContext,
): Promise<Answer> {
  const answer = await registerSeries(access, registration);
  if ('ok' in answer) {
    forget(context, id);
    return { ...answer.ok, from: registration.from };
  }
  if ('refused' in answer && answer.refused.code === ALREADY_REGISTERED) {
    context.log.warn(`series ${id} is registered already: ${answer.refused.text}`);
    return { taken: answer.refused.text };
  }
  return { failed: remember(context, id, answer), isClear: 'refused' in answer };
}
