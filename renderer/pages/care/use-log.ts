import { useEffect, useRef, useState } from 'react';
import { askLog } from '../../api/care.ts';
import type { Failure } from '../../api/request.ts';
import { type LogLine, readLine, withLines } from './log-lines.ts';

/** After a failure it is tried again so much later, ms. */
const RETRY_MS = 3000;

/** The log, followed as long as the page is in sight and nobody has stopped it. */
export function useLog(isFollowed: boolean): {
  lines: readonly LogLine[];
  missed: number;
  failure: Failure | null;
} {
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  const [missed, setMissed] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isSeen = useIsSeen();
  /** Number of the newest line that is known. */
  const known = useRef(0);

  useEffect(() => {
    if (!isFollowed || !isSeen) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const follow = async (after: number, waits: boolean) => {
      const reply = await askLog(after, waits);
      if (isOver) return;
      setFailure(reply.ok ? null : reply.failure);
      if (!reply.ok) {
        timer = setTimeout(() => void follow(after, false), RETRY_MS);
        return;
      }
      const { lines: more, last, missed: gone } = reply.value;
      if (more.length > 0) setLines((before) => withLines(before, more.map(readLine)));
      if (after > 0 && gone > 0) setMissed((before) => before + gone);
      known.current = last;
      void follow(last, true);
    };
    // What was said meanwhile comes with the first answer.
    void follow(known.current, false);
    return () => {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    };
  }, [isFollowed, isSeen]);
  return { lines, missed, failure };
}

/** Whether the page is in sight. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}
