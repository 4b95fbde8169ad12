/**
 * Receipts as text, commands of a printer, PDF or data of a template. Long ones are laid out and rendered on a
 * thread of their own, one after another: 20,000 positions take seconds, in which no till would be answered.
 */
import { TaskThread, type TaskLimits } from '../threads/task-thread.ts';
import type { FormAnswer } from './form-thread.ts';
import { makeForm, type Form, type Printed } from './form.ts';

/**
 * Of what is on a receipt, each text with what it takes beside its letters: some 400 positions, a PDF
 * file of which takes a tenth of a second. Starting the thread would keep shorter ones waiting for longer.
 */
const LONG = 30_000;
const TEXT = 10;
/** The largest receipt takes 15 s; a busy machine several times as long. */
const LIMITS: TaskLimits = { time: 180_000, idle: 60_000 };

/** Renders receipts; long ones apart. */
export class LongForms {
  private readonly thread: TaskThread<Form, FormAnswer>;

  /** @param program in place of the thread's, for tests */
  constructor(limits: Partial<TaskLimits> = {}, program = threadProgram()) {
    this.thread = new TaskThread(program, { ...LIMITS, ...limits });
  }

  /** The bytes of a receipt, the same wherever it is rendered. */
  async make(form: Form): Promise<Buffer> {
    if (!isLong(form.form === 'lines' ? form.lines : form.paper)) return makeForm(form);
    const answer = await this.thread.ask(form);
    if ('failure' in answer) throw answer.failure;
    const { buffer, byteOffset, byteLength } = answer.bytes;
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  /** Ends the thread; the next long receipt starts another one. */
  close(): Promise<void> {
    return this.thread.close();
  }
}

const forms = new LongForms();

/** A receipt, or a text, as it is wanted. */
export function formOf(form: Form): Promise<Buffer> {
  return forms.make(form);
}

/** True for a receipt, or lines of a text, that take long to render. */
export function isLong(paper: Printed | readonly string[]): boolean {
  let room = LONG;
  const take = (value: unknown): void => {
    if (room < 0) return;
    if (typeof value === 'string') room -= value.length + TEXT;
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take);
  };
  // Of a record its positions are what is long; those of a line take as much as it does.
  take('record' in paper ? paper.record : paper);
  return room < 0;
}

/** Beside this file; beside the programs when they are bundled (build/scripts/programs.ts). */
function threadProgram(): URL {
  return new URL(`./form-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
}
