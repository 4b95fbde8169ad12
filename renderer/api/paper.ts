import type { PaperChange, PaperOverview } from '../../service/demo/wire.ts';
import { type Reply, request } from './request.ts';

const PATH = './control/paper';

/** Ask for the paper of the demo's printer. */
export function askPaper(): Promise<Reply<PaperOverview>> {
  return request(PATH);
}

/** Make a trouble of the demo's printer, or mend it. */
export function changePaper(change: PaperChange): Promise<Reply<PaperOverview>> {
  return request(PATH, { method: 'POST', body: JSON.stringify(change), type: 'application/json' });
}

/** Throw away the paper that has come out. */
export function discardPaper(): Promise<Reply<PaperOverview>> {
  return request(PATH, { method: 'DELETE' });
}

/** Where the picture of a piece of paper is. @param height as it is now: more is a new picture */
export function pictureOf(number: number, height: number): string {
  return `${PATH}/pictures/${number}?height=${height}`;
}
