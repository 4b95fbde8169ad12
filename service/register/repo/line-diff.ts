/**
 * What changed between two texts, line by line: the shortest way from one to the
 * other (E. W. Myers, An O(ND) Difference Algorithm, 1986), as long as that is
 * found with little work.
 */

/** Most comparisons and steps of a search; some 20 ms. Texts that differ more have their whole middle replaced. */
const MOST_WORK = 2_000_000;
/** Most changed lines that are looked for; the memory of a search grows with its square. */
const MOST_CHANGES = 1000;

/**
 * Changed lines in order, without those that stay: `-` and the old line, `+` and
 * the new one, without their line feed. A line feed that is missing at the end
 * of a text counts as a change of its last line.
 */
export function lineDiff(before: string, after: string): string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1])
    [oldEnd, nowEnd] = [oldEnd - 1, nowEnd - 1];
  const [removed, added] = [old.slice(start, oldEnd), now.slice(start, nowEnd)];
  const steps = shortest(numbered([removed, added])) ?? [
    ...removed.map((_line, at) => ({ removed: at })),
    ...added.map((_line, at) => ({ added: at })),
  ];
  return steps.map((step) =>
    'added' in step ? `+${bare(added[step.added]!)}` : `-${bare(removed[step.removed]!)}`,
  );
}

/** Lines with their line feeds. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]+\n?|\n/g) ?? [];
}

function bare(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}

/** Numbers for lines, so that long ones are compared once. */
function numbered(texts: readonly [string[], string[]]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  return [texts[0].map(numberOf), texts[1].map(numberOf)];
}

/** A change: place of the line in its text. */
type Step = { removed: number } | { added: number };

/** Null when it takes too much work. */
function shortest([old, now]: readonly [readonly number[], readonly number[]]): Step[] | null {
  if (old.length === 0 || now.length === 0) return null;
  /** Furthest place in the old text on each diagonal, before each round. */
  const rounds: Int32Array[] = [];
  const most = Math.min(old.length + now.length, MOST_CHANGES);
  const reached = new Int32Array(2 * most + 3);
  const middle = most + 1;
  let work = 0;
  for (let changes = 0; changes <= most; changes++) {
    rounds.push(reached.slice(middle - changes - 1, middle + changes + 2));
    for (let k = -changes; k <= changes; k += 2) {
      const down = k === -changes || (k !== changes && reached[middle + k - 1]! < reached[middle + k + 1]!);
      let x = down ? reached[middle + k + 1]! : reached[middle + k - 1]! + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) [x, work] = [x + 1, work + 1];
      reached[middle + k] = x;
      if (x >= old.length && x - k >= now.length) return wayBack(rounds, x, x - k);
    }
    work += changes;
    if (work > MOST_WORK) return null;
  }
  return null;
}

/** The steps to a place, from what was reached before each round. */
function wayBack(rounds: readonly Int32Array[], endX: number, endY: number): Step[] {
  const steps: Step[] = [];
  let [x, y] = [endX, endY];
  for (let changes = rounds.length - 1; changes > 0; changes--) {
    const at = (k: number) => rounds[changes]![k + changes + 1]!;
    const k = x - y;
    const down = k === -changes || (k !== changes && at(k - 1) < at(k + 1));
    const from = down ? k + 1 : k - 1;
    x = at(from);
    y = x - from;
    steps.push(down ? { added: y } : { removed: x });
  }
  return steps.reverse();
}
