/** Everything that needs the journal: opened in order, wired, closed in reverse. */
import path from 'node:path';
import { writeDurably } from '../settings/durable-file.ts';
import { setTimeout } from 'node:timers/promises';
import { BackupSettings } from '../backup/backup-settings.ts';
import { Backups } from '../backup/backups.ts';
import { DrillRecords } from '../backup/drill-records.ts';
import { Drills } from '../backup/drills.ts';
import { Restores } from '../backup/restore.ts';
import { Trust } from '../backup/trust.ts';
import { canWrite, isFull } from '../disk/free-space.ts';
import { RegisterRequests } from '../files/file-requests.ts';
import { FileInterface } from '../files/file-interface.ts';
import { HandOverRounds } from '../e-invoicing/rounds.ts';
import { EInvoicingService } from '../e-invoicing/service.ts';
import { statusRoutes } from '../http/control.ts';
import { DeviceSearch } from '../devices/discovery/device-search.ts';
import { CONTROL_UNITS } from '../devices/control-unit/models.ts';
import { documentService } from '../devices/ppekk/documents.ts';
import { FdmLines } from '../fdm/fdms.ts';
import { FiscalPrinters } from '../printing/fiscal-printers.ts';
import { Printing } from '../printing/printing.ts';
import { TsePool } from '../tse/pool.ts';
import { isForOthers } from '../http/listen.ts';
import { Archive } from '../journal/archive/archive.ts';
import { Journal } from '../journal/journal.ts';
import { findJournal, refuseLostJournal } from '../journal/lost.ts';
import { refuseOlderDatabase } from '../journal/older.ts';
import { Segments } from '../journal/segments/segments.ts';
import { Checklists } from '../integration/checklist-file.ts';
import type { Instances } from '../instances/instances.ts';
import type { Ownership } from '../journal/postgres/ownership.ts';
import { markOn } from '../journal/postgres/rebuild.ts';
import { openPostgresStore } from '../journal/postgres/store.ts';
import { openStore, type Store } from '../journal/store.ts';
import { markIn, type RebuildMark } from '../journal/rebuild/mark.ts';
import { openLan } from '../lan/open.ts';
import { openApp } from './app.ts';
import { openRecorder } from './recorder.ts';
import { TransactionLog } from '../log/transactions.ts';
import type { Older } from '../mark/compare.ts';
import { olderSummary } from '../mark/marks.ts';
import { checkDatabase, provePermission } from '../out-of-order/check.ts';
import type { OpenResponder } from './fail-over.ts';
import { watchPresence } from '../out-of-order/presence.ts';
import { watchRecovery } from '../out-of-order/recovery.ts';
import { WatchedStore } from '../out-of-order/watched-store.ts';
import type { Installation } from './installation.ts';
import { NO_ROOMS, supportRooms } from './support.ts';
import { journalProfileChange } from '../register/country-work.ts';
import { activityOf } from '../register/activity.ts';
import { Scheduler } from '../register/scheduler.ts';
import { Load } from '../register/load.ts';
import { causeOfOpening, explained, OutageError, outageProblem } from '../register/outage.ts';
import { settleOlder, settleRebuild } from '../register/rebuilt.ts';
import { Places } from '../register/places.ts';
import { Registers } from '../register/registers.ts';
import type { RegisterServices } from '../register/requests.ts';
import { allProblems, doesCount, registerNames, statusOf, type StatusSources } from '../register/status.ts';
import { Terminals } from '../register/terminals.ts';
import { barcodePicture } from '../render/barcode-picture.ts';
import { qrPicture } from '../render/qr-picture.ts';
import { VERSION } from '../version.ts';

/** `--demo` was given for a data root that holds a journal. */
export class DemoOnExistingError extends Error {}

/** The service with its journal. */
export interface OpenedService extends OpenResponder {
  /** For the demo, which fills them. */
  registry: Registers;
}

/** IO_DeferTimeout unless the profile says otherwise (doc 2). */
const DEFER_MS = 1000;
/** How long selling waits at a start for the database to prove that it is whole; a larger one is checked meanwhile. */
const CHECK_MS = 500;
/** Registers unless the profile says otherwise: who may sell may set up registers, too. */
const MOST_REGISTERS = 2000;
/** Registers of one company on a cloud register unless the profile says otherwise (doc 2, Limits). */
const MOST_OF_COMPANY = 100;
/** The longest time a timer takes. */
const FOREVER_MS = 2 ** 31 - 1;

/**
 * Opens the journal and everything that works with it.
 * @param again after an outage: waits until the whole database is checked
 * @throws OutageError when the journal cannot be used, and defects
 */
export async function openService(
  installation: Installation,
  again: boolean,
  signal: AbortSignal,
): Promise<OpenedService> {
  const isDiskFull = () => isFull(installation.dataRoot.root);
  try {
    return await openJournal(installation, again, signal, isDiskFull);
  } catch (error) {
    throw explained(error, isDiskFull, causeOfOpening);
  }
}

async function openJournal(
  installation: Installation,
  again: boolean,
  signal: AbortSignal,
  isDiskFull: () => boolean,
): Promise<OpenedService> {
  const { instances } = installation;
  const ownership = instances && (await claim(installation, instances));
  const store = new WatchedStore(
    ownership ? await openPostgresStore({ url: instances.url, ownership }) : await openFile(installation),
    isDiskFull,
  );
  try {
    void ownership?.lost.then((lost) => store.giveUp(new OutageError('elsewhere', lost.message)));
    const journal = new Journal(store, installation.registersFolder, await Archive.countsOf(store));
    const mark = ownership
      ? markOn(store, instances.url, ownership)
      : markIn(installation.dataRoot.journalFile);
    const isConfirmed = await prove(installation, store, journal, { mark, again, signal });
    const opened = await openAround(installation, store, journal, { mark, isConfirmed, ownership });
    if (ownership) instances.serving(ownership);
    return opened;
  } catch (error) {
    const cause = causeOfOpening(error);
    if (cause !== 'elsewhere' && cause !== 'unreachable') instances?.unusable();
    await store
      .close()
      .catch((failed: unknown) => installation.log.error('closing the journal failed', failed));
    throw error;
  }
}

/** Opens the journal in its file. */
async function openFile(installation: Installation): Promise<Store> {
  const { journalFile } = installation.dataRoot;
  const found = await findJournal(installation.journalPlace);
  if (found !== null) installation.log.warn(found);
  await provePermission(journalFile);
  return openStore(journalFile, installation.isSynced);
}

/** Takes the journal on PostgreSQL, with settings that are those of the last owner. */
async function claim(installation: Installation, instances: Instances): Promise<Ownership> {
  const ownership = await instances.claim();
  if (ownership) return ownership;
  const why = 'another instance has changed settings or keys';
  installation.restart.ask(why);
  throw new OutageError('elsewhere', why);
}

/**
 * Refuses a journal that must not be used.
 * @returns whether it is older than its mark, and a manager has confirmed it
 */
async function prove(
  { dataRoot, instances, journalPlace, marks, options, log }: Installation,
  store: WatchedStore,
  journal: Journal,
  { mark, again, signal }: { mark: RebuildMark; again: boolean; signal: AbortSignal },
): Promise<boolean> {
  if (options.demo !== undefined && !again && journal.registerNames().length > 0) {
    throw new DemoOnExistingError(`data root ${dataRoot.root} holds data already; --demo needs an empty one`);
  }
  await refuseLostJournal(journal, journalPlace);
  await refuseOlderDatabase(journal, journalPlace);
  // What a rebuild may lack is made up for in any case.
  const isRebuilt = (await mark.read()) !== null;
  const older = isRebuilt ? [] : await marks.older(journal);
  const isConfirmed = marks.takeConfirmation();
  if (older.length > 0 && !isConfirmed) throw olderOutage(older);
  // PostgreSQL looks after its pages itself.
  if (instances) return older.length > 0;
  const checked = checkDatabase(dataRoot.journalFile, log);
  void checked.then((outage) => outage && store.giveUp(outage));
  const proven = new AbortController();
  const patience = setTimeout(again ? FOREVER_MS : CHECK_MS, null, {
    signal: AbortSignal.any([signal, proven.signal]),
    ref: false,
  });
  const outage = await Promise.race([checked, patience]);
  proven.abort();
  if (outage) throw outage;
  return older.length > 0;
}

/** Says that the journal is older than its mark. */
function olderOutage(older: readonly Older[]): OutageError {
  const { marked, last } = older[0]!;
  const details = { rn: marked.RN, had: marked.SQ, at: marked.D.replace('T', ' '), have: last };
  return new OutageError('older', olderSummary(older), { details });
}

/** What was found out about a journal that may be used. */
interface Proven {
  /** Of a rebuild. */
  mark: RebuildMark;
  /** It is older than what was registered here, and a manager has confirmed it. */
  isConfirmed: boolean;
  /** On PostgreSQL. */
  ownership: Ownership | null;
}

/** Opens what works with a journal. */
async function openAround(
  installation: Installation,
  store: WatchedStore,
  journal: Journal,
  { mark, isConfirmed, ownership }: Proven,
): Promise<OpenedService> {
  const { marks, dataRoot, log, clock, news, attributes, ways, program, language } = installation;
  const segments = new Segments({
    journal,
    log,
    settings: () => ({
      deferMs: attributes().number('IO_DeferTimeout', DEFER_MS),
      sync: installation.isSynced(),
      debug: attributes().flag('IO_debug'),
    }),
  });
  const folderOf = (rn: string) => path.dirname(journal.filesOf(rn));
  const logsOf = (rn: string) => path.join(folderOf(rn), 'log');
  const transactionLog = new TransactionLog(logsOf, clock);
  const eInvoicing = new EInvoicingService({ attributes, vault: installation.vault });
  const fiscalPrinters = new FiscalPrinters({
    ...{ attributes, folderOf, clock, log, vault: installation.vault },
  });
  const fdms = new FdmLines({ clock });
  const { vault } = installation;
  const tses = new TsePool({
    ...{ vault, attributes, folder: path.join(dataRoot.root, 'tse'), clock, log },
    signServer: {
      serves: () => installation.signing.policy.serves,
      password: installation.serverPassword,
    },
  });
  tses.keepAlive();
  const services: RegisterServices = {
    eInvoicing,
    controlUnits: CONTROL_UNITS,
    openPpekk: documentService,
    tses,
    fdms,
    fiscalPrinter: (rn) => fiscalPrinters.of(rn),
    journal,
    clock,
    log,
    attributes,
    vault: installation.vault,
    publish: (serial: string, pem: string) =>
      writeDurably(path.join(dataRoot.cer, `${serial}.pem`), pem, 0o644),
    program: () => program.program(),
    key: () => program.key(),
    signer: installation.signing.pool,
    drawQr: qrPicture,
    drawBarcode: barcodePicture,
    memory: installation.memory,
    terminals: new Terminals(),
    transactionLog,
    load: new Load(),
    isGone: () => marks.isGone,
    ...(ownership && { isOwner: () => ownership.isFresh }),
  };
  await settleRebuild(mark, journal, services, () => marks.renew(journal));
  if (isConfirmed) {
    await settleOlder(journal, services);
    await marks.renew(journal);
  }
  const mostOfCompany = () => attributes().number('Register_maxCompany', MOST_OF_COMPANY);
  const places =
    installation.portal &&
    (await Places.open(path.join(dataRoot.gbl, 'places.json'), { most: mostOfCompany, clock, log }));
  const registers = await Registers.load(services, {
    most: () => attributes().number('Register_max', MOST_REGISTERS),
    code: places ? '#CLOUD_FULL' : '#REGISTERS_FULL',
    ...(places && { places }),
  });
  const lan = await openLan({
    ...{ own: { journal, registers }, instance: dataRoot.instance, version: VERSION, attributes, clock, log },
    file: path.join(dataRoot.gbl, 'lan.json'),
    isForOthers: isForOthers(installation.options.host),
    server: () => installation.server,
    companyKey: (id) => recorder.companyKey(id),
  });
  services.otherMachines = lan;
  const { signing } = installation;
  installation.unitsWanted = async () => (await registers.countries()).some(({ usesUnits }) => usesUnits);
  installation.receiptsCount = async () => {
    const all = await Promise.all(registers.names.map((rn) => registers.find(rn)));
    return all.some((register) => register !== null && doesCount(register));
  };
  installation.companyCfg = async () => {
    for (const rn of registers.names) {
      const cfg = (await registers.find(rn))?.cfg;
      if (cfg) return cfg;
    }
    return null;
  };
  installation.companyCountry = async () =>
    (await registers.find(registers.names[0]!))?.country?.code ?? null;
  const files =
    ways.folders &&
    (await FileInterface.open({
      folders: ways.folders,
      memory: path.join(dataRoot.gbl, 'requests.json'),
      requests: (begun) => new RegisterRequests({ registers, attributes, begun }),
      attributes,
      drawQr: qrPicture,
      log,
    }));
  const backupSettings = await BackupSettings.open(path.join(dataRoot.gbl, 'backup.json'), log);
  const trust = new Trust({
    key: installation.installationKey,
    vault: installation.vault,
    cer: dataRoot.cer,
  });
  const backups = new Backups({
    ...{ source: journal, settings: backupSettings, dataRoot: dataRoot.root, version: VERSION, clock, log },
    signer: trust,
  });
  const restores = new Restores({
    ...{ journal, registers, country: services, dataRoot: dataRoot.root, trust },
    isOnline: () => registers.names.some((rn) => recorder.isOnline(rn)),
  });
  const drills = new Drills({
    ...{ source: journal, trust, dataRoot: dataRoot.root, cer: dataRoot.cer, clock, log },
    records: await DrillRecords.open(path.join(dataRoot.gbl, 'drills.json')),
  });
  await drills.clean().catch((error: unknown) => log.error('what a drill has left cannot be removed', error));
  installation.audit.open({
    async names() {
      const all = await Promise.all(registers.names.map((rn) => registers.find(rn)));
      return all.flatMap((register) => (register?.cfg ? [register.rn] : []));
    },
    journal: async (rn, change) => journalProfileChange((await registers.find(rn))!, change),
  });
  const recorder = await openRecorder({
    ...{ installation, journal, registers, load: services.load, country: services },
    problemsOf: (register) => allProblems(register, sources),
    pages: () => status.pages,
    askCompanyKey: (id) => lan.companyKey(id),
  });
  installation.recorder = recorder;
  services.digitalReceipts = {
    accessOf(rn) {
      const given = recorder.receiptKey(rn);
      return given && { ...given, key: Buffer.from(given.key, 'base64') };
    },
  };
  const printing = await Printing.open({
    ...{ journal, registers, attributes, fiscalPrinters, clock, log },
    folderOf,
  });
  installation.printing = printing;
  const deviceSearch = new DeviceSearch(log);
  const sources: StatusSources = {
    recorder,
    printers: {
      problemsOf: (rn) => printing.problemsOf(rn),
      printer: (rn) => printing.fiscalPrinter(rn) ?? printing.printer(rn),
      isFiscal: (rn) => printing.fiscalPrinter(rn) !== null,
    },
    emulatedPrinter: () => installation.demoPrinter?.address ?? null,
    registers,
    journal,
    journalFiles: segments,
    backups: { problemsOf: (rn) => [...restores.problemsOf(rn), ...backups.problemsOf(rn)] },
    units: { problems: () => installation.unitProblems, isServer: () => signing.policy.serves },
    installation: () => [
      ...(store.trouble
        ? [outageProblem(store.trouble.cause, store.trouble.reason, installation.place)]
        : []),
      ...installation.problems(store.trouble?.cause ?? null),
      ...(files?.problems ?? []),
    ],
    clock,
    version: VERSION,
  };
  const scheduler = new Scheduler(registers, journal, log);
  services.lookAfter = (rn) => void scheduler.lookAfter(rn);
  const handOvers = new HandOverRounds(registers, log);
  services.handOverSoon = (rn) => handOvers.soon(rn);
  const status = statusRoutes((rn) => statusOf(rn, sources));
  const first = async () => (await registers.find(registers.names[0]!))!;
  const checklists = await Checklists.open(path.join(dataRoot.gbl, 'checklist.json'), { clock, log });
  const { app, exports, backupFiles } = openApp({
    ...{ installation, journal, registers, services, sources, status, places, lan, recorder, printing },
    ...{ deviceSearch, eInvoicing, backups, drills, restores, trust, checklists, tses },
    keyChanged() {
      news.tell();
      scheduler.soon();
    },
  });

  installation.supportRooms = supportRooms({
    ...{ registers, journal, recorder, drills },
    problemsOf: (register) => allProblems(register, sources),
  });
  const remember = async () => language.remember((await first()).country?.language ?? language.code);
  await remember();
  journal.on('committed', ({ record }) => {
    if (record._ !== 'Cfg') return;
    void remember();
    // It may be the first register of a country with signature units.
    signing.soon();
  });
  journal.on('committed', news.tell);
  journal.on('committed', ({ record }) => checklists.committed(record));
  journal.on('committed', ({ record }) => recorder.committed(record.RN));
  recorder.on('changed', news.tell);
  printing.on('changed', news.tell);
  deviceSearch.on('changed', news.tell);
  const tellRecorder = () => recorder.news();
  news.on('changed', tellRecorder);
  journal.on('failed', news.tell);
  store.on('trouble', news.tell);
  segments.on('problems', news.tell);
  backups.on('changed', news.tell);
  restores.on('changed', news.tell);
  files?.onProblems(news.tell);
  news.on('changed', status.changed);
  const outage = new Promise<OutageError>((resolve) => store.on('outage', resolve));
  if (!store.keepsAll) installation.room.open((signal) => segments.makeRoom(signal));
  const noRecovery = watchRecovery(store, () => canWrite(dataRoot.gbl));
  const noMark = marks.follow(journal, (older) => store.giveUp(olderOutage(older)));
  const noPresence = installation.instances
    ? () => undefined
    : await watchPresence(dataRoot.journalFile, (lost) => store.giveUp(lost));

  const leave = async () => {
    status.close();
    await Promise.all([files?.stop(), lan.stop()]);
  };
  return {
    app,
    registry: registers,
    outage,
    registers: () => registerNames(sources),
    problems: async () => allProblems(await first(), sources),
    activity: () => activityOf({ registers, load: services.load, recorder, clock }),
    start() {
      scheduler.soon();
      tses.start();
      handOvers.start();
      segments.start();
      backups.start();
      files?.start();
      recorder.start();
      return lan.start();
    },
    leave,
    async close() {
      installation.instances?.left();
      noRecovery();
      noPresence();
      news.off('changed', status.changed);
      news.off('changed', tellRecorder);
      await leave();
      installation.recorder = null;
      installation.supportRooms = NO_ROOMS;
      installation.printing = null;
      await Promise.all([recorder.close(), printing.close()]);
      await fiscalPrinters.close();
      await installation.room.close();
      await installation.audit.close();
      await Promise.all([
        exports.close(),
        backupFiles.close(),
        restores.stop(),
        backups.stop(),
        drills.cancel(),
      ]);
      await Promise.all([scheduler.stop(), handOvers.stop()]);
      await eInvoicing.close();
      await tses.close();
      await fdms.close();
      // The next owner need not wait for files.
      await journal.idle();
      await ownership?.release();
      await segments.stop();
      await noMark();
      await Promise.all([transactionLog.close(), checklists.close()]);
      await journal.close();
    },
  };
}
