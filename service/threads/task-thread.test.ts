import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { LateError, TaskThread } from './task-thread.ts';

const DO_TASKS = pathToFileURL(path.join(import.meta.dirname, 'do-tasks.ts')).href;

/** A thread whose program has these lines. */
async function thread(program: string, time = 30_000): Promise<TaskThread<string, string>> {
  const file = path.join(await temporaryFolder(), 'thread.mjs');
  await writeFile(file, `import { doTasks } from '${DO_TASKS}';\n${program}`);
  return new TaskThread(pathToFileURL(file), { time, idle: 60_000 });
}

it('does tasks in their order, those that wait for something too', async () => {
  const asked = await thread('doTasks(async (task) => { await task; return `${task} done`; });');
  expect(await Promise.all([asked.ask('a'), asked.ask('b')])).toEqual(['a done', 'b done']);
  await asked.close();
});

it('a task whose thread is closed meanwhile fails at once, and the next one gets another thread', async () => {
  const asked = await thread(`
    const never = () => new Promise(() => setInterval(() => undefined, 1000));
    doTasks((task) => (task === 'never' ? never() : task));`);
  const never = expect(asked.ask('never')).rejects.toThrow('ended');
  await setImmediate();
  await asked.close();
  await never;
  expect(await asked.ask('next')).toBe('next');
  await asked.close();
});

it('a thread that needs long to load is not ended for it', async () => {
  const asked = await thread(
    `await new Promise((resolve) => setTimeout(resolve, 300));
     let tasks = 0;
     doTasks((task) => task + ++tasks);`,
    100,
  );
  await expect(asked.ask('early')).rejects.toThrow(LateError);
  const answers: string[] = [];
  while (answers.length === 0) {
    await asked.ask('again').then(
      (answer) => answers.push(answer),
      () => undefined,
    );
  }
  expect(answers).toEqual(['again1']);
  await asked.close();
});

it('what a task throws is thrown where it was asked', async () => {
  const asked = await thread('doTasks((task) => { throw new Error(`defect at ${task}`); });');
  await expect(asked.ask('a')).rejects.toThrow('defect at a');
  await expect(asked.ask('b')).rejects.toThrow('defect at b');
});
