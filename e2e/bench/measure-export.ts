/** Measures an export, asked for over HTTP of a service that was started for it, so that the memory is the service's own. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { startService } from '../torture/service.ts';
import { residentMemory, watchMemory } from './export-memory.ts';

/** What one export took; memory in bytes. */
export interface MeasuredExport {
  seconds: number;
  archiveBytes: number;
  idleMemory: number;
  peakMemory: number;
}

/** What the rounds took together: the time of the middle one, the memory of the worst. */
export function summaryOf(rounds: readonly MeasuredExport[]): MeasuredExport {
  const bySpeed = rounds.toSorted((a, b) => a.seconds - b.seconds);
  const peakMemory = Math.max(...rounds.map((round) => round.peakMemory));
  return { ...bySpeed[Math.floor(bySpeed.length / 2)]!, peakMemory };
}

/**
 * Starts a service, exports, stops the service.
 * @param path path and query of the export
 * @param archive file that the answer goes to
 */
export async function measureExport(
  dataRoot: string,
  path: string,
  archive: string,
  nodeOptions: string[] = [],
): Promise<MeasuredExport> {
  const service = await startService({ dataRoot, nodeOptions });
  const pid = service.child.pid!;
  const idleMemory = residentMemory(pid);
  const memory = watchMemory(pid);
  try {
    const began = performance.now();
    const archiveBytes = await download(service.url + path, archive);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, archiveBytes, idleMemory, peakMemory: memory.peak() };
  } finally {
    memory.stop();
    await service.stop();
  }
}

async function download(url: string, to: string): Promise<number> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`);
  const file = createWriteStream(to);
  await pipeline(response, file);
  return file.bytesWritten;
}
