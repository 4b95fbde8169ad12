/** The service as a whole: takes the data root, listens, and keeps open what answers. */
import type http from 'node:http';
import path from 'node:path';
import { openTls } from '../access/tls.ts';
import { closedResponder } from './closed.ts';
import { systemClock, type SteadyClock } from '../clock.ts';
import { openDataRoot } from './data-root.ts';
import { DEFAULT_NAME } from '../register/companies/which-register.ts';
import { connectBeside } from './connect-beside.ts';
import { seedDemo } from '../demo/demo.ts';
import { openDemoPrinter } from '../demo/open-printer.ts';
import { isForOthers, listen } from '../http/door/listen.ts';
import { Instances } from '../instances/instances.ts';
import { fileLog, type ServiceLog } from '../log.ts';
import { knownBefore } from '../mark/known-before.ts';
import type { Options } from './options.ts';
import { FailOver } from './fail-over.ts';
import { Installation } from './installation.ts';
import type { ServiceStart } from './settings.ts';
import type { PortalState } from './portal-process.ts';
import { isReady } from '../register/status.ts';
import { openService, type OpenedService } from './opening.ts';
import { VERSION } from '../version.ts';
import type { Activity } from '../wire.ts';

/** A running service. */
export interface Service {
  /** Where the web server listens; null without one (HttpServer_Disable). */
  url: string | null;
  port: number | null;
  /** How requests come in, in words. */
  reach: string;
  /**
   * How the portal beside has started; null where none is wanted.
   * @param ms longest time to wait
   */
  portal(ms: number): Promise<PortalState> | null;
  /** Address of the portal beside, once it runs; null where none is wanted. */
  portalUrl: Promise<string> | null;
  /** Calls back with the overall state, now and whenever it changes. */
  onStatus(listener: (ready: boolean, problems: string[]) => void): void;
  /** How much there is to do now. */
  activity(): Promise<Activity>;
  /** Calls back when the service wants to be stopped and started again; `why` is for the log. */
  onRestart(listener: (why: string) => void): void;
  /** Finishes requests in flight, commits, gives the data root free. */
  stop(): Promise<void>;
}

/** Time between two attempts to open a journal that cannot be used. */
const RETRY_MS = 2000;

/** Changes of the state within this time are told at once. */
const STATUS_MS = 200;

/**
 * Starts the service. A journal that cannot be used is no reason not to start:
 * tills get NO until it can be.
 * @param home folder that holds `dist/renderer`
 * @throws errors of data root, settings, port and demo, each of its own class
 */
export async function startService(
  options: Options,
  home: string,
  clock: SteadyClock = systemClock,
): Promise<Service> {
  const log = lazyLog(options.dataRoot);
  let instances: Instances | null = null;
  const prepare = async () => {
    const { journal } = options;
    if (journal) instances = await Instances.open(journal, options.dataRoot, log.open());
  };
  const before = (place: Parameters<typeof knownBefore>[1]) => knownBefore(options.stateDir, place);
  const dataRoot = await openDataRoot(options.dataRoot, before, prepare).catch(async (error: unknown) => {
    await log.close();
    throw error;
  });
  try {
    return await run({ options, home, clock, dataRoot, instances, log: log.open() });
  } catch (error) {
    await (instances as Instances | null)?.close();
    await log.close();
    await dataRoot.release();
    throw error;
  }
}

/** The log of a data root whose folders may not be there yet. */
function lazyLog(root: string): { open(): ServiceLog; close(): Promise<void> } {
  let log: ServiceLog | null = null;
  return {
    open: () => (log ??= fileLog(path.join(root, 'log'))),
    close: async () => log?.close(),
  };
}

async function run(start: ServiceStart): Promise<Service> {
  const { options, dataRoot, clock, instances, log } = start;
  const installation = await Installation.open(start);
  let opened: OpenedService | null = null;
  const failOver = await FailOver.open({
    open: async (again, signal) => (opened = await openService(installation, again, signal)),
    closed: (outage, registers, alone) => closedResponder(installation, { outage, registers, alone }),
    changed: installation.news.tell,
    journalFile: dataRoot.journalFile,
    log,
    retryMs: ({ outage }) =>
      instances && (outage === 'elsewhere' || outage === 'unreachable') ? instances.askAgainMs : RETRY_MS,
  });
  const giveUp = async (error: unknown): Promise<never> => {
    await installation.stop();
    await failOver.responder.close();
    await installation.close();
    throw error;
  };
  // A demo has nothing that is worth to wait for.
  if (options.demo !== undefined && failOver.reason) await giveUp(failOver.reason);
  const { folders, isServed } = installation.ways;
  const answer: http.RequestListener = (request, response) => {
    // The next request of this client finds its way to the owner.
    if (instances?.isServing === false) response.setHeader('connection', 'close');
    failOver.responder.app(request, response);
  };
  const { manager } = installation.access;
  const listening = isServed
    ? openTls(dataRoot.cer, clock, log).then((tls) => {
        if (tls) installation.identify(tls.identity);
        return listen(answer, {
          ...{ host: options.host, port: options.port, tls },
          ipv4: installation.attributes().flag('HttpServer_IPv4'),
          strictTransport: (host) => installation.strictTransport(host),
          // Whoever is in the shop's network could do what the manager can.
          admitsOthers: () => manager.hasPassword,
          handler: instances ?? undefined,
        });
      })
    : Promise.resolve(null);
  const server = await listening.catch(giveUp);
  installation.server = server;
  // After the port is ours: a start that fails must leave an empty data root empty.
  installation.demoPrinter = await openDemoPrinter(
    {
      folder: dataRoot.gbl,
      attribute: (name) => installation.attributes().text(name),
      setAttributes: (values) => installation.setAttributes(values),
    },
    options.demo !== undefined,
  );
  if (options.demo !== undefined && opened) {
    const { registry: registers } = opened as OpenedService;
    await seedDemo(options.demo, {
      device: options.demoDevice,
      ...{ registers, folder: dataRoot.gbl },
      addTestUnit: (company) => installation.addTestUnit(company),
      showPaper: (paper) => installation.demoPrinter?.show(paper),
      setAttributes: (values) => installation.setAttributes(values),
    });
  }
  await failOver.start();
  instances?.onOwnerGone(() => failOver.soon());
  installation.start();
  if (options.demo !== undefined && opened && installation.portalProcess) {
    const { registry } = opened as OpenedService;
    void registry
      .find(DEFAULT_NAME)
      .then(async (register) => {
        await installation.portalProcess!.reachable;
        await connectBeside(installation, register!.cfg);
      })
      .catch((error: unknown) => log.error('the demo is not connected to the portal', error));
  }
  const reach = [server && `listening on ${server.url}`, folders && `answering files in ${folders.req}`]
    .filter((way) => way !== null)
    .join(' and ');
  if (isForOthers(options.host) && !manager.hasPassword) {
    log.warn('other machines cannot connect until the profile has a password (POST /profile, or the page)');
  }
  log.info(`version ${VERSION} ${reach}, data root ${dataRoot.root}`);

  return {
    url: server?.url ?? null,
    port: server?.port ?? null,
    reach,
    portal: (ms) => installation.portalProcess?.settled(ms) ?? null,
    portalUrl: installation.portalProcess?.reachable ?? null,
    onStatus(listener) {
      let before = '';
      const tell = async () => {
        const problems = await failOver.responder.problems().catch(() => null);
        // Somebody else answers now, and says so.
        if (problems === null) return;
        const now = JSON.stringify(problems);
        if (now === before) return;
        before = now;
        listener(
          isReady(problems),
          problems.filter(({ severity }) => severity !== 'info').map((p) => p.code),
        );
      };
      // Under load every receipt commits something; nobody looks at the tray that often.
      let waiting: NodeJS.Timeout | null = null;
      installation.news.on('changed', () => {
        waiting ??= setTimeout(() => {
          waiting = null;
          void tell();
        }, STATUS_MS).unref();
      });
      void tell();
    },
    activity: () => failOver.responder.activity(),
    onRestart: (listener) => installation.restart.onAsked(listener),
    async stop() {
      installation.rebuilding.stop();
      await failOver.stop();
      instances?.leave();
      installation.leave();
      await Promise.all([server?.close(), failOver.responder.leave(), installation.portalProcess?.stop()]);
      await installation.stop();
      await failOver.responder.close();
      await installation.close();
      await instances?.close();
      log.info('stopped');
      await log.close();
      await dataRoot.release();
    },
  };
}
