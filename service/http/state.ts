/** GET /state (doc 2, State record; answers 7). */
import os from 'node:os';
import { Router } from 'express';
import { offsetTime, type Clock } from '../clock.ts';
import { XML_DECLARATION, writeXml } from '../receipt/xml.ts';
import { checkName, DEFAULT_NAME, type Registers } from '../register/registers.ts';
import { acceptedFormat } from './negotiate.ts';
import { queryOf } from './query.ts';

/** What the state is made from. */
export interface StateSources {
  registers: Registers;
  clock: Clock;
  version: string;
  /** Identifies this installation. */
  instance: string;
  /** Disk use of the data root and its quota, MB. */
  disk: { readonly megabytes: number; readonly quota: number };
}

/** Route of the state record. */
export function stateRoutes(sources: StateSources): Router {
  const router = Router();
  router.get('/state', async (request, response) => {
    const rn = queryOf(request).get('RN') ?? DEFAULT_NAME;
    const cfg = checkName(rn).length === 0 ? (await sources.registers.find(rn))?.cfg : null;
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
      RetryQueued: 0,
      TimeOffset: 0,
      D: offsetTime(sources.clock.now()),
      DiskUsage: sources.disk.megabytes,
      DiskQuota: sources.disk.quota,
      Company: cfg?.Cmp.TaxId ?? '',
      EFR: sources.instance,
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
