import type { ReactNode } from 'react';
import type { Snapshot } from '../../api/live-status.ts';

/** What a page that looks after a register gets. */
export interface CareProps {
  heading: ReactNode;
  rn: string;
  snapshot: Snapshot;
}
