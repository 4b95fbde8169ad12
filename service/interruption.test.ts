import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { endClearly, InterruptedError, Interruption } from './interruption.ts';

class FakeProcess extends EventEmitter {
  text = '';
  code: number | null = null;
  readonly stdout = { write: () => true };
  readonly stderr = { write: (text: string) => (this.text += text) };
  exit = (code: number) => (this.code = code);
}

it('ends the work at its next step, and leaves a second signal to the system', () => {
  const process = new FakeProcess();
  const interruption = new Interruption(process);
  interruption.check();
  process.emit('SIGINT');
  expect(process.text).toBe('\ntillmark: stopping; once more stops at once\n');
  expect(() => interruption.check()).toThrow(InterruptedError);
  expect(process.eventNames()).toStrictEqual([]);
});

it('leaves all signals to the system when the command is over', () => {
  const process = new FakeProcess();
  const interruption = new Interruption(process);
  expect(process.eventNames()).toStrictEqual(['SIGINT', 'SIGTERM']);
  interruption.end();
  expect(process.eventNames()).toStrictEqual([]);
});

it('says what a thread died of, and gives no code of a result', () => {
  const process = new FakeProcess();
  endClearly(process, 3, 'nothing was changed');
  process.emit('uncaughtException', new Error('Worker terminated: out of memory'));
  expect(process.text).toMatch(
    /^tillmark: ended by a failure of the program: Worker terminated: out of memory; nothing was changed\nError/,
  );
  expect(process.code).toBe(3);
});
