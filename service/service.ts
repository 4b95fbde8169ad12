/** The service as a whole: opens the rooms in order, wires them, closes them in reverse. */
import path from 'node:path';
import { BackupSettings } from './backup/backup-settings.ts';
import { Backups } from './backup/backups.ts';
import { Restores } from './backup/restore.ts';
import { systemClock, type Clock } from './clock.ts';
import { openDataRoot, type DataRoot } from './data-root.ts';
import { seedDemo } from './demo/demo.ts';
import { DEFAULT_QUOTA, Disk } from './disk/disk.ts';
import { FileInterface } from './files/file-interface.ts';
import { waysIn } from './files/folders.ts';
import { logArchive } from './http/backup-log.ts';
import { backupRoutes } from './http/backup.ts';
import { certificateRoutes } from './http/certificates.ts';
import { cfgRoutes } from './http/cfg.ts';
import { controlRoutes } from './http/control.ts';
import { countryRoutes } from './http/country.ts';
import { diskRoutes } from './http/disk.ts';
import { exportRoutes } from './http/export.ts';
import { findRoutes } from './http/find.ts';
import { logRoutes } from './http/log.ts';
import { partnerRoutes } from './http/partners.ts';
import { profileRoutes } from './http/profile.ts';
import { renderRoutes } from './http/render.ts';
import { reprintRoutes } from './http/reprints.ts';
import { retrieveRoutes } from './http/retrieve.ts';
import { createApp, listen } from './http/server.ts';
import { serviceConfigRoutes } from './http/service-config.ts';
import { signRoutes } from './http/sign.ts';
import { totalsRoutes } from './http/totals.ts';
import { stateRoutes } from './http/state.ts';
import { transactionRoutes } from './http/transactions.ts';
import { unitRoutes } from './http/units.ts';
import { Journal } from './journal/journal.ts';
import { findJournal, refuseLostJournal } from './journal/lost.ts';
import { Segments } from './journal/segments/segments.ts';
import { fileLog, type ServiceLog } from './log.ts';
import type { Options } from './options.ts';
import { Caretaker } from './register/caretaker.ts';
import { exported } from './register/desk.ts';
import { settleRebuild } from './register/rebuilt.ts';
import { Registers } from './register/registers.ts';
import type { RegisterServices } from './register/requests.ts';
import { Terminals } from './register/terminals.ts';
import { isReady, problemsOf, type StatusSources } from './register/status.ts';
import { SignServer } from './devices/signature/sign-server.ts';
import { qrBmp } from './render/bmp.ts';
import { qrPicture } from './render/qr-picture.ts';
import { Templates } from './render/templates.ts';
import { ServerPassword } from './signing/server-password.ts';
import { Signing } from './signing/signing.ts';
import { unitProblems } from './signing/problems.ts';
import { Keys } from './settings/keys.ts';
import { Partners } from './settings/partners.ts';
import { Profile } from './settings/profile.ts';
import { ProgramChoice } from './settings/program.ts';
import { SignatureUnits } from './settings/signature-units.ts';
import { FileVault } from './settings/vault.ts';
import { VERSION } from './version.ts';

/** A running service. */
export interface Service {
  /** Where the web server listens; null without one (HttpServer_Disable). */
  url: string | null;
  port: number | null;
  /** How requests come in, in words. */
  reach: string;
  /** Calls back with the overall state, now and whenever it changes. */
  onStatus(listener: (ready: boolean, problems: string[]) => void): void;
  /** Finishes requests in flight, commits, gives the data root free. */
  stop(): Promise<void>;
}

/** `--demo` was given for a data root that holds a journal. */
export class DemoOnExistingError extends Error {}

/** IO_DeferTimeout unless the profile says otherwise (doc 2). */
const DEFER_MS = 1000;

/** Changes of the state within this time are told at once. */
const STATUS_MS = 200;

/** Where the built pages are, seen from the repository's or the package's root. */
const PAGES = path.join('dist', 'renderer');
const TEMPLATES = path.join('resources', 'templates');

/**
 * Starts the service.
 * @param home folder that holds `dist/renderer`
 * @throws errors of data root, port and demo, each of its own class
 */
export async function startService(
  options: Options,
  home: string,
  clock: Clock = systemClock,
): Promise<Service> {
  const dataRoot = await openDataRoot(options.dataRoot);
  const log = fileLog(dataRoot.log);
  try {
    return await run(options, home, clock, dataRoot, log);
  } catch (error) {
    await log.close();
    await dataRoot.release();
    throw error;
  }
}

async function run(
  options: Options,
  home: string,
  clock: Clock,
  dataRoot: DataRoot,
  log: ServiceLog,
): Promise<Service> {
  const profile = await Profile.open(path.join(dataRoot.gbl, 'profile.cfg'));
  log.follow(() => profile.attributes);
  const { folders, isServed } = await waysIn(dataRoot.root, profile.attributes, log);
  const keys = await Keys.open(dataRoot.keys, dataRoot.cer);
  const partners = await Partners.open(
    { partners: path.join(dataRoot.gbl, 'partners'), keys: dataRoot.keys, cer: dataRoot.cer },
    log,
  );
  const program = new ProgramChoice(profile.attributes, { partners, keys, version: VERSION, log });
  const isSynced = () => !profile.attributes.flag('IO_nosync');
  const place = {
    file: dataRoot.journalFile,
    registers: path.join(dataRoot.root, 'rn'),
    dataRoot: dataRoot.root,
  };
  const found = await findJournal(place);
  if (found !== null) log.warn(found);
  const journal = await Journal.open(dataRoot.journalFile, isSynced);
  if (options.demo !== undefined && journal.registerNames().length > 0) {
    await journal.close();
    throw new DemoOnExistingError(`data root ${dataRoot.root} holds data already; --demo needs an empty one`);
  }
  await refuseLostJournal(journal, place).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  const attributes = () => profile.attributes;
  const segments = new Segments({
    journal,
    log,
    settings: () => ({
      deferMs: attributes().number('IO_DeferTimeout', DEFER_MS),
      sync: isSynced(),
      debug: attributes().flag('IO_debug'),
    }),
  });
  const vault = await FileVault.open(dataRoot.gbl, log);
  const unitSettings = await SignatureUnits.open(path.join(dataRoot.gbl, 'signature-units.json'), vault, log);
  const signing = new Signing({
    ...{ settings: unitSettings, attributes, clock, log },
    isWanted: async () => (await registers.countries()).some(({ usesUnits }) => usesUnits),
  });
  const signPassword = new ServerPassword(vault, clock);
  const services: RegisterServices = {
    journal,
    clock,
    log,
    attributes,
    vault,
    program: () => program.program(),
    key: () => program.key(),
    signer: signing.pool,
    drawQr: qrPicture,
    memory: new Map(),
    terminals: new Terminals(),
  };
  await settleRebuild(place.file, journal, services);
  const registers = await Registers.load(services);
  const settings = await BackupSettings.open(path.join(dataRoot.gbl, 'backup.json'), log);
  const backups = new Backups({
    ...{ source: journal, settings, dataRoot: dataRoot.root, version: VERSION, clock, log },
  });
  const restores = new Restores({
    ...{ journal, registers, country: services, dataRoot: dataRoot.root },
    // The portal is not there yet.
    isOnline: () => false,
  });
  const disk = new Disk({
    ...{ root: dataRoot.root, clock, log, quota: () => DEFAULT_QUOTA },
    makeRoom: (signal) => segments.makeRoom(signal),
  });
  const sources: StatusSources = {
    ...{ registers, journal, clock, version: VERSION },
    journalFiles: { problemsOf: (rn) => [...segments.problemsOf(rn), ...disk.problems()] },
    units: {
      problems: () => unitProblems(signing.pool.status(), unitSettings.list, clock.now()),
      isServer: () => signing.policy.serves,
    },
    backups: { problemsOf: (rn) => [...restores.problemsOf(rn), ...backups.problemsOf(rn)] },
  };

  const caretaker = new Caretaker(registers, journal, log);
  const now = () => clock.now();

  const templates = new Templates(path.join(home, TEMPLATES), log);
  const exports = exportRoutes({
    registers,
    journal,
    country: services,
    dataRoot: dataRoot.root,
    onExported: async (order, exportedRegisters) => {
      for (const register of exportedRegisters) await exported(register, order);
    },
  });
  const control = controlRoutes(sources, journal, keys, () => caretaker.soon());
  signing.on('changed', control.changed);
  const backupFiles = backupRoutes({
    ...{ source: journal, registers, backups, restores, clock, log, version: VERSION },
    sendLog: logArchive(dataRoot.root, now, log),
  });
  const app = createApp(
    [
      transactionRoutes(registers, attributes),
      findRoutes(journal, registers),
      retrieveRoutes(journal, registers, dataRoot.root),
      exports.router,
      reprintRoutes(registers),
      renderRoutes({ journal, registers, templates, folder: path.join(dataRoot.root, 'rn') }),
      cfgRoutes(registers),
      stateRoutes({
        registers,
        clock,
        version: VERSION,
        instance: dataRoot.instance,
        disk,
      }),
      certificateRoutes(dataRoot.cer),
      logRoutes((iid) => log.recent(iid)),
      diskRoutes(disk, now),
      backupFiles.router,
      serviceConfigRoutes(backups),
      profileRoutes(profile),
      partnerRoutes(partners, program, attributes),
      countryRoutes(registers),
      totalsRoutes(journal, registers, now),
      signRoutes(
        new SignServer({
          ...{ pool: signing.pool, enabled: () => signing.policy.serves, log },
          isPassword: (password, from) => signPassword.isRight(password, from),
          waitOf: (from) => signPassword.waitOf(from),
        }),
      ),
      unitRoutes({ settings: unitSettings, signing, password: signPassword, now }, control.changed),
      control.router,
    ],
    path.join(home, PAGES),
    log,
    attributes,
  );
  const files =
    folders &&
    (await FileInterface.open({
      folders,
      memory: path.join(dataRoot.gbl, 'requests.json'),
      registers,
      attributes,
      drawQr: qrBmp,
      log,
    }));
  const listening = isServed ? listen(app, options.host, options.port) : Promise.resolve(null);
  const server = await listening.catch(async (error: unknown) => {
    await signing.stop();
    await disk.close();
    await caretaker.stop();
    await journal.close();
    throw error;
  });
  // After the port is ours: a start that fails must leave an empty data root empty.
  if (options.demo !== undefined) await seedDemo(options.demo, registers);
  caretaker.soon();
  segments.start();
  backups.start();
  disk.start();
  signing.start();
  journal.on('committed', ({ record }) => {
    // A first register of a country with units, or another country.
    if (record._ === 'Cfg') signing.soon();
  });
  files?.start();
  const reach = [server && `listening on ${server.url}`, folders && `answering files in ${folders.req}`]
    .filter((way) => way !== null)
    .join(' and ');
  log.info(`version ${VERSION} ${reach}, data root ${dataRoot.root}`);

  return {
    url: server?.url ?? null,
    port: server?.port ?? null,
    reach,
    onStatus(listener) {
      let before = '';
      const tell = async () => {
        const register = (await registers.find(registers.names[0]!))!;
        const problems = problemsOf(register, sources);
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
      const soon = () => {
        waiting ??= setTimeout(() => {
          waiting = null;
          void tell();
        }, STATUS_MS).unref();
      };
      journal.on('committed', soon);
      journal.on('failed', soon);
      segments.on('problems', soon);
      backups.on('changed', soon);
      signing.on('changed', soon);
      restores.on('changed', soon);
      void tell();
    },
    async stop() {
      control.close();
      await Promise.all([server?.close(), files?.stop()]);
      await Promise.all([exports.close(), backupFiles.close(), restores.stop(), backups.stop()]);
      await disk.close();
      await caretaker.stop();
      await segments.stop();
      await signing.stop();
      await journal.close();
      log.info('stopped');
      await log.close();
      await dataRoot.release();
    },
  };
}
