/** Reading the command line, alike in all programs of the service. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** A wrong option; the message is one line for the user. */
export class UsageError extends Error {}

/**
 * Values of the options; words that are none are refused.
 * @throws UsageError
 */
export function parseOptions<T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // The parser's first sentence names the option; the rest is advice about positionals.
    const text = (error as Error).message.split('. ')[0]!.replace(/\.$/, '');
    throw new UsageError(`${text}; see --help`);
  }
}

/**
 * Address of a journal on PostgreSQL, which comes from the environment because it is secret.
 * @param url value of `TILLMARK_JOURNAL_URL`
 * @throws UsageError
 */
export function journalUrl(url: string | undefined): string {
  if (url && /^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url)) return url;
  throw new UsageError(
    'TILLMARK_JOURNAL_URL must be the address of a database, postgres://user:password@host/name',
  );
}
