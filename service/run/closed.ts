/** Who answers while the journal cannot be used: NO to every till, the reason in red on the status page. */
import path from 'node:path';
import { countryFor } from '../countries/register-currency.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { ClosedFileRequests } from '../files/file-requests.ts';
import { FileInterface } from '../files/file-interface.ts';
import { logArchiveRoutes } from '../http/backup-log.ts';
import { statusRoutes } from '../http/control/control.ts';
import { mendingRoutes, type Mending } from '../http/mending.ts';
import { outOfOrder } from '../http/door/out-of-order.ts';
import { createApp } from '../http/server.ts';
import { stateRoutes } from '../http/state.ts';
import type { Alone } from '../out-of-order/rebuilding.ts';
import type { Responder } from './fail-over.ts';
import type { Installation } from './installation.ts';
import { routesOf } from './routes.ts';
import { canBeRebuilt, outageIssue, outageProblem, type OutageError } from '../register/outage.ts';
import { refusal } from '../register/outcomes.ts';
import { closedStatus } from '../register/status.ts';
import { qrPicture } from '../render/qr-picture.ts';
import { VERSION } from '../version.ts';
import type { RegisterName } from '../wire.ts';

/** What is known while the journal cannot be used. */
export interface Closure {
  /** Why that is so. */
  outage: () => OutageError;
  /** Registers that were there before. */
  registers: readonly RegisterName[];
  alone: Alone;
}

/** Makes ready to answer in place of the service. */
export function closedResponder(
  installation: Installation,
  { outage, registers, alone }: Closure,
): Responder {
  const { clock, dataRoot, disk, log, marks, news, attributes, language, rebuilding } = installation;
  const answer = () => refusal('NO', [outageIssue('#JOURNAL_UNAVAILABLE', outage().outage)], language.code);
  let files: FileInterface | null = null;
  const problems = () => [
    // While it is being mended that is what people want to know.
    ...(rebuilding.isRunning
      ? []
      : [outageProblem(outage().outage, outage().message, installation.place, outage().details)]),
    ...installation.problems(outage().outage),
    ...(files?.problems ?? []),
  ];
  const status = statusRoutes((rn) =>
    Promise.resolve(closedStatus(rn, { problems: problems(), registers, clock, version: VERSION })),
  );
  const { instance } = dataRoot;
  const about = () =>
    Promise.resolve({
      cfg: null,
      problems: problems(),
      practice: false,
      undelivered: 0,
      online: false,
      sent: 0,
      queued: 0,
      portalOffset: null,
    });
  const mending: Mending = {
    rebuild() {
      // A journal on PostgreSQL is no file that could be made anew.
      if (installation.instances || rebuilding.isRunning || !canBeRebuilt(outage().outage)) return false;
      const digitsOf = (cfg: Cfg) => countryFor(cfg).currency.digits;
      void rebuilding.run({ place: installation.journalPlace, digitsOf, alone });
      return true;
    },
    async confirm() {
      const isNoted = await alone(() => {
        const isOlder = outage().outage === 'older';
        if (isOlder) {
          log.warn(`older data were confirmed: ${outage().message}`);
          marks.confirm();
        }
        return Promise.resolve(isOlder);
      });
      return isNoted === true;
    },
  };
  const app = createApp({
    routers: [
      stateRoutes({ about, clock, timeOffset: installation.timeOffset, version: VERSION, instance, disk }),
      ...routesOf(installation),
      logArchiveRoutes(installation.sendLog),
      mendingRoutes(() => rebuilding.status, mending),
      status.router,
    ],
    trail: installation.trailGuard,
    pages: installation.pages,
    access: installation.access,
    attributes,
    log,
    rest: outOfOrder(answer),
  });
  news.on('changed', status.changed);
  const leave = async () => {
    status.close();
    await files?.stop();
  };
  return {
    app,
    problems: () => Promise.resolve(problems()),
    // Nothing can be sold; whoever mends the journal is not to be interrupted.
    activity: () => Promise.resolve({ atWork: rebuilding.isRunning ? 1 : 0, waiting: 0, idleSeconds: null }),
    async start() {
      const { folders } = installation.ways;
      if (!folders) return;
      files = await FileInterface.open({
        folders,
        memory: path.join(dataRoot.gbl, 'requests.json'),
        requests: (begun) => new ClosedFileRequests(begun, answer, () => language.code),
        attributes,
        drawQr: qrPicture,
        log,
      });
      files.onProblems(news.tell);
      files.start();
    },
    leave,
    async close() {
      news.off('changed', status.changed);
      await leave();
    },
  };
}
