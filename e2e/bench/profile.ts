import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** Where a program spent its time: share of all samples that were in the function itself. */
export interface HotSpot {
  function: string;
  place: string;
  percent: number;
}

/** The hottest functions of the .cpuprofile in a folder, idle time left out. */
export function hotSpots(folder: string, count: number): HotSpot[] {
  const name = readdirSync(folder).find((file) => file.endsWith('.cpuprofile'));
  if (name === undefined) return [];
  const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile;
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const spent = new Map<string, HotSpot>();
  let total = 0;
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === '(idle)') return;
    const time = profile.timeDeltas[index] ?? 0;
    total += time;
    const place = `${frame.url.replace(/^.*\/(node_modules|dist|service)\//, '$1/')}:${frame.lineNumber + 1}`;
    const key = `${frame.functionName} ${place}`;
    const spot = spent.get(key) ?? { function: frame.functionName || '(anonymous)', place, percent: 0 };
    spot.percent += time;
    spent.set(key, spot);
  });
  return [...spent.values()]
    .map((spot) => ({ ...spot, percent: Math.round((spot.percent / total) * 1000) / 10 }))
    .sort((a, b) => b.percent - a.percent)
    .slice(0, count);
}
