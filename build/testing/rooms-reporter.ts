/** Vitest's report: a line for each room when all its tests have run, and everything about what failed. */
import { relative, sep } from 'node:path';
import {
  DefaultReporter,
  type SerializedError,
  type TestModule,
  type TestRunEndReason,
  type TestSpecification,
} from 'vitest/node';
import { duration, failure, type FileResult, leaveResults, roomOf, whySkipped } from './tally.ts';

/** See above. */
export default class RoomsReporter extends DefaultReporter {
  private readonly results: FileResult[] = [];
  /** Files of each room that have not been run yet. */
  private readonly waiting = new Map<string, number>();

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    for (const { moduleId, project } of specifications) {
      const room = this.room(moduleId, project.name);
      this.waiting.set(room, (this.waiting.get(room) ?? 0) + 1);
    }
  }

  protected override printTestModule(module: TestModule): void {
    const result = this.result(module);
    this.results.push(result);
    if (result.failures.length > 0 || !module.ok()) super.printTestModule(module);
    const room = this.room(module.moduleId, module.project.name);
    const left = (this.waiting.get(room) ?? 1) - 1;
    this.waiting.set(room, left);
    if (left > 0) return;
    const own = this.results.filter(({ file }) => this.room(file, module.project.name) === room);
    const count = (of: (one: FileResult) => number) => own.reduce((total, one) => total + of(one), 0);
    const failed = count((one) => one.failures.length);
    this.log(
      failed > 0 ? '✗' : '✓',
      room.padEnd(30),
      `${count((one) => one.passed)} tests`.padStart(10),
      duration(count((one) => one.ms)).padStart(12),
      failed > 0 ? `${failed} failed` : '',
    );
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    // What was thrown where no test waits for it fails the run too.
    const failures = errors.map(({ message }) => failure('', message));
    const outside = { file: 'outside of tests', ms: 0, passed: 0, failures, skipped: [] };
    leaveResults(failures.length > 0 ? [...this.results, outside] : this.results);
    super.onTestRunEnd(modules, errors, reason);
  }

  private result(module: TestModule): FileResult {
    const tests = [...module.children.allTests()];
    const { collectDuration, duration: ran, prepareDuration, setupDuration } = module.diagnostic();
    return {
      file: this.path(module.moduleId),
      ms: collectDuration + ran + prepareDuration + setupDuration,
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...module.errors().map(({ message }) => failure('', message)),
        ...tests.flatMap((test) => {
          const { state, errors } = test.result();
          return state === 'failed' ? [failure(test.fullName, errors[0]?.message)] : [];
        }),
      ],
      skipped: tests.flatMap((test) => {
        const result = test.result();
        return result.state === 'skipped' ? [whySkipped(result.note, this.path(module.moduleId))] : [];
      }),
    };
  }

  private path(id: string): string {
    return relative(this.ctx.config.root, id).split(sep).join('/');
  }

  private room(id: string, project: string): string {
    const room = roomOf(id.startsWith(this.ctx.config.root) ? this.path(id) : id);
    return project === 'postgres' ? `${room} on PostgreSQL` : room;
  }
}
