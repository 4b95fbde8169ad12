/** Leaves what Playwright's tests took where `npm test` looks for it. */
import { relative, sep } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { root } from '../scripts/root.ts';
import { failure, type FileResult, leaveResults, whySkipped } from './tally.ts';

/** See above. */
export default class BrowserReporter implements Reporter {
  private readonly files = new Map<string, FileResult>();

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, { duration, status, error }: TestResult): void {
    const file = relative(root, test.location.file).split(sep).join('/');
    const result = this.files.get(file) ?? { file, ms: 0, passed: 0, failures: [], skipped: [] };
    this.files.set(file, result);
    result.ms += duration;
    if (status === 'skipped') {
      const said = test.annotations.find(({ type }) => type === 'skip')?.description;
      result.skipped.push(whySkipped(said, file));
    } else if (test.ok()) result.passed += 1;
    else result.failures.push(failure(test.titlePath().slice(3).join(' > '), error?.message));
  }

  onEnd(): void {
    leaveResults([...this.files.values()]);
  }
}
