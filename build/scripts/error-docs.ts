/** `npm run docs`: writes docs/errors.md from the list of error constants and the operators' texts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ALL_CODES } from '../../service/countries/error-codes.ts';
import { COUNTRIES } from '../../service/countries/list.ts';
import { localeFile, localeOf } from '../../service/locales.ts';
import { root } from './root.ts';

/** The page. */
export const errorDocs = join(root, 'docs', 'errors.md');

const languages = { en: 'English', pt: 'Portuguese', de: 'German' };
const statuses = { OK: 200, BAD: 400, NO: 406 };

type Texts = Record<string, string | undefined>;

function operatorTexts(language: string): { error: Texts; outage: Texts } {
  const { error, outage } = localeOf<{ error: Texts; outage: Texts }>('register', language);
  const own = COUNTRIES.map(({ code }) => localeFile(`register/${code.toLowerCase()}`, language));
  return { error: Object.assign({}, error, ...own) as Texts, outage };
}

const texts = Object.entries(languages).map(([language, name]) => ({ name, ...operatorTexts(language) }));

function quotes(key: string): string {
  return texts.flatMap(({ name, error }) => (error[key] ? [`  - ${name}: “${error[key]}”`] : [])).join('\n');
}

/** What operators read about a journal that cannot be used, by cause. */
function outages(): string {
  return texts
    .map(
      ({ name, outage }) =>
        `- ${name}:\n${Object.values(outage)
          .map((text) => `  - “${text}”`)
          .join('\n')}`,
    )
    .join('\n');
}

/** Text of the page as it has to be in the repository. */
export async function errorPage(): Promise<string> {
  const entries = Object.entries(ALL_CODES).map(([code, { rc, meaning, fix }]) => {
    const own = quotes(code.slice(1));
    const operator = own === '' ? '' : `\n- Operator:\n${own}`;
    return `## ${code}\n\n${meaning}\n\n- Fix: ${fix}\n- RC: ${rc}${operator}\n`;
  });
  const rows = Object.entries(ALL_CODES).map(
    ([code, { rc, meaning }]) => `| [${code}](#${code.slice(1).toLowerCase()}) | ${rc} | ${meaning} |`,
  );
  const page = `# Error constants

<!-- Written by \`npm run docs\`. Change service/receipt/error-codes.ts, service/countries/<cc>/codes.ts or resources/locales/register instead. -->

\`Result.ErrorCode\` of an answer is one of these constants. With several problems the first one leads, and \`Result.Warning\` lists them all, each with its constant and place: \`#SUM_POSITIONS ESR.T: positions and modifiers add up to 1.60, not to T 2.00\`.

Let your program decide by \`Result.RC\` only: ${Object.entries(statuses)
    .map(([rc, status]) => `\`${rc}\` (HTTP ${status})`)
    .join(', ')}. New constants come with new versions.

\`Result.UserMessage\` is for the operator, in the language of the register's country. Constants without an own text say:

${quotes('technical').replace(/^ {2}/gm, '')}

| Constant | RC | Meaning |
| --- | --- | --- |
${rows.join('\n')}

${entries.join('\n')}
## When the journal cannot be used

Where the cause of \`#JOURNAL_FAILED\` or \`#JOURNAL_UNAVAILABLE\` is known, the operator reads one of these instead:

${outages()}
`;
  return format(page, { ...(await resolveConfig(errorDocs)), parser: 'markdown' });
}

if (import.meta.main) writeFileSync(errorDocs, await errorPage());
