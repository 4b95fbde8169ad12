/** One command of the Posnet protocol and its answer. */
import type { Failure } from '../contract.ts';
import { isLost, type Conversation, type Lost } from '../conversation.ts';
import { troubleOf } from './answers.ts';
import { frame, Frames, readFrame, type Frame, type Parameter } from './frame.ts';

/** What a command comes to. */
export type Told = Frame | Lost;

/** Asks one thing: `ERR` answers whatever could not be read as a command. */
export async function command(
  conversation: Conversation,
  name: string,
  parameters: readonly Parameter[] = [],
): Promise<Told> {
  const frames = new Frames();
  const answer = await conversation.ask(frame(name, parameters), (bytes) => {
    for (const inside of frames.push(bytes)) {
      const read = readFrame(inside);
      if (read === null || read.command === name.replace('!', '') || read.command === 'ERR') return { read };
    }
    return null;
  });
  if (isLost(answer)) return answer;
  const { read } = answer;
  if (read === null) return { lost: { trouble: 'unreadable', text: `the answer to ${name} makes no sense` } };
  return read.command === 'ERR' ? { ...read, error: read.error ?? 1 } : read;
}

/** Why something was refused. */
export function refusal(name: string, error: number): Failure {
  return { trouble: troubleOf(error), text: `the printer answers ${name} with error ${error}` };
}
