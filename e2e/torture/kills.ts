import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { damagedFiles, stopAndAudit } from './audit.ts';
import {
  expectKilled,
  inRounds,
  newDataRoot,
  type PhaseOptions,
  removeDataRoot,
  start,
  startReady,
  stopInOrder,
} from './phase.ts';
import { Shop } from './shop.ts';

/** The whole journal is read again after so many kills; after each one only what is new. */
const wholeEvery = 100;

/** Kills the service with SIGKILL again and again, on one data root, and looks at what it kept. */
export async function kills(options: PhaseOptions): Promise<void> {
  const { tally, registers, seed } = options;
  const dataRoot = newDataRoot(options.folder, 'kills');
  const shop = new Shop({ registers, seed, name: 'kills', tally });

  await tally.watch(async () => {
    const service = await startReady({ dataRoot }, tally);
    await shop.configure(service);
    await stopInOrder(service, tally);
  });

  await inRounds('kills', options, async (random, number) => {
    const choice = random();
    if (choice < 0.1) {
      const after = 10 + random() * 800;
      if (await isKilledWhileStarting(dataRoot, after)) tally.count('  before it was ready');
      return;
    }
    const service = await startReady({ dataRoot }, tally);
    // Now and then the blow falls while lost answers are still being asked for.
    if (choice > 0.3) {
      await shop.recover(service);
      await shop.check(service, number % wholeEvery === 0 ? 'whole' : 'new');
    }
    // Mostly while everything is still cold, at times in full swing.
    const after = random() < 0.9 ? 5 + random() * 300 : 300 + random() * 1200;
    const blow = { falls: false };
    const load = shop.sell(service, { until: () => blow.falls });
    await sleep(after);
    blow.falls = true;
    await service.kill();
    await load;
    await expectKilled(service);
  });

  if (!tally.isClean) return;
  await tally.watch(async () => {
    const service = await startReady({ dataRoot }, tally);
    await shop.recover(service);
    await shop.check(service, 'whole');
    await stopAndAudit(service, dataRoot, shop.countKept(), () => startReady({ dataRoot }, tally), tally);
    // A kill leaves at most an unfinished line, which is no damage.
    const damaged = damagedFiles(dataRoot);
    if (damaged > 0) tally.violation(`${damaged} journal files were kept aside as damaged`);
  });
  removeDataRoot(dataRoot, tally);

  async function isKilledWhileStarting(root: string, after: number): Promise<boolean> {
    let blow: Promise<unknown> = Promise.resolve();
    const onSpawn = (child: ChildProcess): void => {
      blow = sleep(after).then(() => child.kill('SIGKILL'));
    };
    const service = await start({ dataRoot: root, onSpawn }, tally, true);
    await blow;
    if (service !== null) await expectKilled(service);
    return service === null;
  }
}
