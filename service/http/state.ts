/** GET /state (doc 2, State record; answers 7). */
import os from 'node:os';
import { Router } from 'express';
import { offsetTime, type Clock } from '../clock.ts';
import { XML_DECLARATION, writeXml } from '../receipt/xml.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { refusal } from '../register/outcomes.ts';
import type { Problem } from '../wire.ts';
import { languageOf } from './request/language.ts';
import { namedRegister } from './request/named-register.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { sendRecord } from './request/send.ts';

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
    /** The portal is heard of. */
    online: boolean;
    /** Records that the portal has, and that wait for it. */
    sent: number;
    queued: number;
    /** Milliseconds that the clock is behind the portal's; null before it was heard of. */
    portalOffset: number | null;
  }>;
  clock: Clock;
  /** Milliseconds that the clock is behind a time server (`Time_server`); null while none has told. */
  timeOffset: { readonly ms: number | null };
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
    const { rn, issues } = namedRegister(request);
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    if (issues.length > 0) {
      sendRecord(response, 400, 'TraC', refusal('BAD', issues, languageOf(request)), format);
      return;
    }
    const about = await sources.about(rn);
    const { cfg, problems, practice, undelivered } = about;
    const stops = problems.filter((problem) => problem.severity === 'stop');
    const state = {
      pid: process.pid,
      arch: os.arch(),
      uptime: Math.floor(process.uptime()),
      name: 'Tillmark',
      version: sources.version,
      manifest: `tillmark-${sources.version}`,
      Country: cfg?.Cmp.Ctry ?? '',
      Online: about.online,
      Recorder: about.online ? 'online' : 'offline',
      RN: rn,
      RecSent: about.sent,
      RecQueued: about.queued,
      RetryQueued: undelivered,
      // A time server is asked where one is named; else the portal's clock tells.
      TimeOffset: sources.timeOffset.ms ?? about.portalOffset ?? 0,
      D: offsetTime(sources.clock.now()),
      DiskUsage: sources.disk.megabytes,
      DiskQuota: sources.disk.quota,
      Company: cfg?.Cmp.TaxId ?? '',
      EFR: sources.instance,
      Ready: stops.length === 0,
      Practice: practice,
      Problem: stops.map((problem) => problem.code).join(' '),
    };
    if (format === 'xml') {
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
