import type { UpdateState } from '../bridge.ts';
import { fill, type Texts } from '../texts.ts';

/** How it stands with updates, in one line. */
export function updateLine(state: UpdateState, { update }: Texts): string {
  return fill(update[state.state], 'version' in state ? { version: state.version } : {});
}
