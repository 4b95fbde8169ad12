/** `npm test -- --changed`: which tests the changed files can reach. */
import { execFileSync } from 'node:child_process';
import { root } from './root.ts';
import type { TestPlan } from './test.ts';

/** Files that differ from a commit, those that git does not know yet included. */
export function changedFiles(since: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', '--relative', since, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** Tests that run built programs import it; nothing else leads from them to the sources. */
const BUILT = 'build/scripts/programs.ts';

/** What walks through a page, by what it walks through. Everything else is walked through by all. */
const WALKS: readonly { specs: string; of: RegExp }[] = [
  { specs: 'portugal', of: /^(service|renderer)\/countries\/pt\// },
  { specs: 'austria', of: /^(service|renderer)\/countries\/at\// },
  { specs: 'portal', of: /^(service|renderer)\/portal\// },
];

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);
const isProgram = (file: string) => /^(service|renderer|resources)\//.test(file) && !isTest(file);

/** What is run after changes of these files. */
export function reach(files: readonly string[]): TestPlan {
  const code = files.filter((file) => /\.(ts|tsx|json|csv|css|html)$/.test(file));
  const units = code.filter((file) => !file.startsWith('e2e/specs/'));
  const service = code.filter((file) => file.startsWith('service/') && !isTest(file));
  const related = [...units, ...(service.length > 0 ? [BUILT] : [])];
  const specs = browserSpecs(code);
  return {
    ...(related.length > 0 && { unit: ['related', '--run', ...related] }),
    ...(code.some((file) => /^service\/(portal|journal|instances)\//.test(file)) && {
      postgres: ['related', '--run', ...units],
    }),
    ...(specs !== null && { browser: specs }),
  };
}

/** Names of specs; none for all; null when no page can differ. */
function browserSpecs(files: readonly string[]): string[] | null {
  const changed = files.filter((file) => isProgram(file) || file.startsWith('e2e/'));
  const outside = /^e2e\/(bench|chaos|fuzz|scale|soak|torture|year)\//;
  const pages = changed.filter((file) => !outside.test(file));
  if (pages.length === 0) return null;
  const specs = pages.map((file) =>
    file.startsWith('e2e/specs/') ? file : WALKS.find(({ of }) => of.test(file))?.specs,
  );
  return specs.includes(undefined) ? [] : [...new Set(specs as string[])];
}
