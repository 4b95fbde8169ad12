import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { OutageError } from '../register/outage.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { recordingLog } from '../testing/recording-log.ts';
import type { Problem } from '../wire.ts';
import type { Alone } from '../out-of-order/rebuilding.ts';
import { FailOver, type Responder, type OpenResponder } from './fail-over.ts';

/** What the fail-over did, and how the test decides what opening comes to. */
class Stage {
  readonly steps: string[] = [];
  readonly log: string[] = [];
  /** What the next attempts fail with; none: they succeed. */
  failures: Error[] = [];
  attempts = 0;
  fail: (outage: OutageError) => void = () => undefined;
  file = '';
  alone: Alone = () => Promise.resolve(null);

  async failOver(): Promise<FailOver> {
    this.file = path.join(await temporaryFolder(), 'journal.db');
    await fs.writeFile(this.file, '1');
    const failOver = await FailOver.open({
      open: (again, signal) => this.open(again, signal),
      closed: (outage, registers, alone) => {
        this.alone = alone;
        this.steps.push(`closed: ${outage().outage}, ${registers.map(({ rn }) => rn).join()}`);
        return this.responder('closed', () => [problem(outage().outage)]);
      },
      changed: () => void this.steps.push('changed'),
      journalFile: this.file,
      log: recordingLog(this.log),
      retryMs: () => 20,
    });
    onTestFinished(() => failOver.stop());
    return failOver;
  }

  private open(again: boolean, signal: AbortSignal): Promise<OpenResponder> {
    this.attempts++;
    const failure = this.failures.shift();
    if (failure) return Promise.reject(failure);
    signal.throwIfAborted();
    const outage = new Promise<OutageError>((resolve) => (this.fail = resolve));
    const registers = () => Promise.resolve([{ rn: 'def', ready: true, company: null, country: null }]);
    this.steps.push(again ? 'opened again' : 'opened');
    return Promise.resolve({ ...this.responder('open', () => []), outage, registers });
  }

  private responder(name: string, problems: () => Problem[]): Responder {
    const step = (what: string) => () => Promise.resolve(void this.steps.push(`${name} ${what}`));
    return {
      app: () => undefined,
      problems: () => Promise.resolve(problems()),
      activity: () => Promise.resolve({ atWork: 0, waiting: 0, idleSeconds: null }),
      start: step('starts'),
      leave: step('leaves'),
      close: step('closes'),
    };
  }
}

const problem = (code: string): Problem => ({ code, severity: 'stop' });
const within = { timeout: 15_000, interval: 20 };

it('closes the one before the other one begins, both ways', async () => {
  const stage = new Stage();
  const failOver = await stage.failOver();
  await failOver.start();
  stage.fail(new OutageError('io', 'the cable'));
  await vi.waitFor(() => expect(stage.steps.at(-1)).toBe('changed'), within);
  await vi.waitFor(() => expect(stage.steps).toContain('opened again'), within);
  await vi.waitFor(() => expect(stage.steps.at(-1)).toBe('changed'), within);
  expect(stage.steps).toEqual([
    ...['opened', 'open starts'],
    ...['closed: io, def', 'changed', 'open closes', 'closed starts'],
    ...['opened again', 'closed closes', 'open starts', 'changed'],
  ]);
  expect(failOver.reason).toBeNull();
});

it('goes on trying, follows the cause, and says each thing once', async () => {
  const stage = new Stage();
  stage.failures = ['io', 'io', 'full'].map((cause) => new OutageError(cause as 'io', cause));
  stage.failures.push(new TypeError('a defect'));
  const failOver = await stage.failOver();
  await failOver.start();
  expect(await failOver.responder.problems()).toEqual([problem('io')]);
  await vi.waitFor(
    async () => expect(await failOver.responder.problems()).toEqual([problem('full')]),
    within,
  );
  await vi.waitFor(() => expect(failOver.reason).toBeNull(), within);
  expect(stage.attempts).toBe(5);
  expect(stage.log).toEqual([
    'out of order, nothing can be sold: io',
    'still out of order: full',
    expect.stringMatching(/^the journal cannot be opened/),
  ]);
});

it('leaves a damaged file alone after a second look, until it is another one', async () => {
  const stage = new Stage();
  const torn = () => new OutageError('damaged', 'torn');
  stage.failures = [torn(), torn()];
  const failOver = await stage.failOver();
  await failOver.start();
  await vi.waitFor(() => expect(stage.attempts).toBe(2), within);
  const look = vi.spyOn(fs, 'stat');
  onTestFinished(() => look.mockRestore());
  await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(10), within);
  expect(stage.attempts).toBe(2);
  await fs.writeFile(stage.file, 'mended');
  await vi.waitFor(() => expect(failOver.reason).toBeNull(), within);
});

it('throws what is not about the journal at the start', async () => {
  const stage = new Stage();
  stage.failures = [new TypeError('a defect')];
  await expect(stage.failOver()).rejects.toThrow('a defect');
});

it.each(['open', 'closed'])('stops at once while it is %s', async (state) => {
  const stage = new Stage();
  if (state === 'closed') stage.failures = Array.from({ length: 9 }, () => new OutageError('io', 'x'));
  const failOver = await stage.failOver();
  await failOver.start();
  const asked = performance.now();
  await failOver.stop();
  expect(performance.now() - asked).toBeLessThan(1000);
  expect(stage.steps).not.toContain('opened again');
});

it('lets nobody try while the journal is being mended, and tries right behind it', async () => {
  const stage = new Stage();
  stage.failures = Array.from({ length: 1000 }, () => new OutageError('lost', 'gone'));
  const failOver = await stage.failOver();
  await failOver.start();
  await vi.waitFor(() => expect(stage.attempts).toBeGreaterThan(2), within);
  let attempts = 0;
  const mended = await stage.alone(async () => {
    attempts = stage.attempts;
    // Time for several attempts.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(stage.attempts).toBe(attempts);
    stage.failures = [];
    return 'mended';
  });
  expect([mended, failOver.reason, stage.attempts]).toEqual(['mended', null, attempts + 1]);
  expect(await stage.alone(() => Promise.reject(new Error('too late')))).toBeNull();
});

it('hears of work that failed, and goes on trying', async () => {
  const stage = new Stage();
  stage.failures = Array.from({ length: 1000 }, () => new OutageError('lost', 'gone'));
  const failOver = await stage.failOver();
  await failOver.start();
  await expect(stage.alone(() => Promise.reject(new Error('no file')))).rejects.toThrow('no file');
  const { attempts } = stage;
  await vi.waitFor(() => expect(stage.attempts).toBeGreaterThan(attempts), within);
});
