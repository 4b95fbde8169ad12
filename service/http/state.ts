/** GET /state (doc 2, State record; answers 7). */
import os from 'node:os';
import { Router } from 'express';
import { offsetTime, type Clock } from '../clock.ts';
import { XML_DECLARATION, writeXml } from '../receipt/xml.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { Problem } from '../wire.ts';
import { namedRegister } from './named-register.ts';
import { acceptedFormat } from './negotiate.ts';

/** What the state is made from. */
export interface StateSources {
  /** What is known about a register of this name. */
  about(rn: string): Promise<{
    cfg: Cfg | null;
    problems: Problem[];
    /** What is registered now does not count. */
    practice: boolean;
    /** Receipts that the authority has still to be told of. */
    undelivered: number;
  }>;
  clock: Clock;
  /** Milliseconds that the clock is behind a time server (`Time_server`); 0 while none has told. */
  timeOffset: { readonly ms: number };
  version: string;
  /** Identifies this installation. */
  instance: string;
  /** Disk use of the data root and its quota, MB. */
  disk: { readonly megabytes: number; readonly quota: number };
}

/** Route of the state record. Ready, Practice and Problem (codes of what stops selling) are an extension of doc 2. */
export function stateRoutes(sources: StateSources): Router {
  const router = Router();
  router.get('/state', async (request, response) => {
    const { rn } = namedRegister(request);
    const { cfg, problems, practice, undelivered } = await sources.about(rn);
    const stops = problems.filter((problem) => problem.severity === 'stop');
    const state = {
      pid: process.pid,
      arch: os.arch(),
      uptime: Math.floor(process.uptime()),
      name: 'Tillmark',
      version: sources.version,
      manifest: `tillmark-${sources.version}`,
      Country: cfg?.Cmp.Ctry ?? '',
      Online: false,
      Recorder: 'offline',
      RN: rn,
      RecSent: 0,
      RecQueued: 0,
      RetryQueued: undelivered,
      TimeOffset: sources.timeOffset.ms,
      D: offsetTime(sources.clock.now()),
      DiskUsage: sources.disk.megabytes,
      DiskQuota: sources.disk.quota,
      Company: cfg?.Cmp.TaxId ?? '',
      EFR: sources.instance,
      Ready: stops.length === 0,
      Practice: practice,
      Problem: stops.map((problem) => problem.code).join(' '),
    };
    if (acceptedFormat(request.headers.accept) === 'xml') {
      const fields = Object.entries({ ...state, PID: state.pid }).map(([name, value]) =>
        writeXml(name, value),
      );
      response.type('text/xml; charset=utf-8').send(`${XML_DECLARATION}<state>${fields.join('')}</state>`);
    } else {
      response.json(state);
    }
  });
  return router;
}
