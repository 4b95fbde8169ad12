/** The entry: options in, service running, signals out. The desktop shell runs this file too. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InUseError, NotWritableError } from './run/data-root.ts';
import { NoWayInError } from './files/folders.ts';
import { HtdigestError } from './access/htdigest.ts';
import { TlsError } from './access/tls.ts';
import { CannotListenError, PortTakenError } from './http/door/listen.ts';
import { UsageError } from './command-line.ts';
import { EXIT, HELP, readOptions, type Options } from './run/options.ts';
import { OutageError } from './register/outage.ts';
import { DemoOnExistingError } from './run/journal.ts';
import type { PortalState } from './run/portal-process.ts';
import { startService, type Service } from './run/service.ts';
import { setUpV8 } from './v8-settings.ts';
import { VERSION } from './version.ts';
import type { ServiceCommand, ServiceMessage } from './wire.ts';

/** Longest time to stop: then the supervisor would kill us anyway. */
const STOP_MS = 4500;

/** The register sells while its portal starts; nobody waits longer to read where both are. */
const PORTAL_MS = 10_000;

/** Channel to Electron's main process; absent under plain Node. */
interface ParentPort {
  postMessage(message: ServiceMessage): void;
  on(event: 'message', listener: (event: { data: ServiceCommand }) => void): void;
}
const { parentPort } = process as { parentPort?: ParentPort };

const EXIT_CODES: readonly [new (...args: never[]) => Error, number][] = [
  [UsageError, EXIT.usage],
  [CannotListenError, EXIT.usage],
  [HtdigestError, EXIT.failure],
  [TlsError, EXIT.failure],
  [PortTakenError, EXIT.portTaken],
  [NoWayInError, EXIT.usage],
  [NotWritableError, EXIT.notWritable],
  [InUseError, EXIT.inUse],
  [DemoOnExistingError, EXIT.demoOnExisting],
  [OutageError, EXIT.failure],
];

/** The folder with package.json, from the sources as well as from the bundle. */
function home(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

function fail(error: unknown): void {
  const known = EXIT_CODES.find(([kind]) => error instanceof kind);
  const code = known?.[1] ?? EXIT.failure;
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`tillmark: ${text}\n`);
  if (!known && error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`);
  parentPort?.postMessage({ type: 'failed', code, text });
  process.exitCode = code;
}

/** Runs the service, again after a restart, until somebody stops it. */
class Runner {
  private options: Options;
  private service: Service | null = null;
  private stopWanted = false;
  private isEnding = false;

  constructor(options: Options) {
    this.options = options;
  }

  /** Starts the service and says where it listens. */
  async start(): Promise<void> {
    const { options } = this;
    const service = await startService(options, home());
    this.service = service;
    this.isEnding = false;
    // A second start finds the demo there, and tills look for the port that they know.
    this.options = { ...options, port: service.port ?? options.port, demo: undefined };
    service.onRestart(() => this.end());
    parentPort?.postMessage({ type: 'ready', url: service.url });
    service.onStatus((ready, problems) => parentPort?.postMessage({ type: 'status', ready, problems }));
    void service.portalUrl?.then((url) => parentPort?.postMessage({ type: 'portal', url }));
    const announce = (portal: string) =>
      void process.stdout.write(`Tillmark ${VERSION} ${service.reach}${portal}${notes(options)}\n`);
    const wait = service.portal(PORTAL_MS);
    if (wait === null) announce('');
    else void wait.then((portal) => this.service === service && announce(portalNote(portal)));
    if (this.stopWanted) this.end();
  }

  /** Stops the service for good. */
  readonly stop = (): void => {
    this.stopWanted = true;
    this.end();
  };

  /** Tells the shell how much there is to do, if there is a service. */
  tellActivity(): void {
    if (this.service) tell(this.service, 'activity');
  }

  /** Stops the service; unless that was the wish, it is started again. */
  private end(): void {
    const { service } = this;
    if (this.isEnding || service === null) return;
    this.isEnding = true;
    if (!this.stopWanted) tell(service, 'leaving');
    const late = setTimeout(() => process.exit(EXIT.failure), STOP_MS);
    service
      .stop()
      .then(() => {
        clearTimeout(late);
        // The shell runs a fresh process for one that left by itself.
        if (this.stopWanted || parentPort) process.exit(EXIT.ok);
        return this.start();
      })
      .catch((error: unknown) => {
        fail(error);
        process.exit();
      });
  }
}

/** Tells the shell how much there is to do; it waits for that no longer than it likes. */
function tell(service: Service, type: 'activity' | 'leaving'): void {
  if (!parentPort) return;
  service.activity().then(
    (activity) => parentPort.postMessage({ type, ...activity }),
    () => undefined,
  );
}

/** Where the portal is. */
function portalNote(portal: PortalState): string {
  switch (portal.state) {
    case 'running':
    case 'waiting':
      return `, portal on ${portal.url}`;
    case 'starting':
      return ', the portal is starting';
    case 'failed':
      return `, no portal (${portal.text})`;
  }
}

/** What else a person at the terminal wants to know, on the same line. */
function notes(options: Options): string {
  const demo = options.demo === undefined ? '' : `, demo data in ${options.dataRoot}`;
  // Set by the start script when it opens no window.
  const reason = process.env.TILLMARK_HEADLESS_REASON;
  return demo + (reason ? ` - no window (${reason}), open this address in a browser` : '');
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') return void process.stdout.write(HELP);
  if (options === 'version') return void process.stdout.write(`${VERSION}\n`);
  setUpV8();
  const runner = new Runner(options);
  await runner.start();
  process.on('SIGTERM', runner.stop);
  process.on('SIGINT', runner.stop);
  parentPort?.on('message', ({ data }) => {
    if (data.type === 'stop') runner.stop();
    else runner.tellActivity();
  });
}

main().catch(fail);
