import type { ProfileAct } from '../../api/profile.ts';
import type { Reply } from '../../api/request.ts';

/** A change that can be taken back. */
export interface Done {
  /** What was changed, in words. */
  what: string;
  undo: (act: ProfileAct) => Promise<Reply<unknown>>;
}
