/** The thread that reads large bodies: each task is one, each answer what was made of it (large-bodies.ts). */
import { doTasks } from '../../threads/do-tasks.ts';
import { readLarge } from './large-body.ts';

doTasks(readLarge);
