/** Everything that needs the journal: opened in order, wired, closed in reverse. */
import path from 'node:path';
import { writeDurably } from '../settings/durable-file.ts';
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
import { statusRoutes } from '../http/control/control.ts';
import { DeviceSearch } from '../devices/discovery/device-search.ts';
import { CONTROL_UNITS } from '../devices/control-unit/models.ts';
import { documentService } from '../devices/ppekk/documents.ts';
import { FdmLines } from '../fdm/fdms.ts';
import { FiscalPrinters } from '../printing/fiscal-printers.ts';
import { Printing } from '../printing/printing.ts';
import { TsePool } from '../tse/pool.ts';
import { isForOthers } from '../http/door/listen.ts';
import { Segments } from '../journal/segments/segments.ts';
import { Checklists } from '../integration/checklist-file.ts';
import { openLan } from '../lan/open.ts';
import { openApp } from './app.ts';
import { closeUnusable, olderOutage, openJournal, type OpenedJournal } from './journal.ts';
import { openRecorder } from './recorder.ts';
import { TransactionLog } from '../log/transactions.ts';
import type { OpenResponder } from './fail-over.ts';
import { watchPresence } from '../out-of-order/presence.ts';
import { watchRecovery } from '../out-of-order/recovery.ts';
import type { Installation } from './installation.ts';
import { NO_ROOMS, supportRooms } from './support.ts';
import { journalProfileChange } from '../register/country-work.ts';
import { activityOf } from '../register/activity.ts';
import { Scheduler } from '../register/scheduler.ts';
import { Load } from '../register/load.ts';
import { causeOfOpening, explained, outageProblem, type OutageError } from '../register/outage.ts';
import { settleOlder, settleRebuild } from '../register/rebuilt.ts';
import { Places } from '../register/companies/places.ts';
import { Registers } from '../register/registers.ts';
import type { RegisterServices } from '../register/requests.ts';
import { allProblems, doesCount, registerNames, statusOf, type StatusSources } from '../register/status.ts';
import { Terminals } from '../register/companies/terminals.ts';
import { SigningRows } from '../signing/rows.ts';
import { barcodePicture } from '../render/barcode-picture.ts';
import { renderSheet } from '../render/pdf.ts';
import { qrPicture } from '../render/qr-picture.ts';
import { VERSION } from '../version.ts';

/** The service with its journal. */
export interface OpenedService extends OpenResponder {
  /** For the demo, which fills them. */
  registry: Registers;
}

/** IO_DeferTimeout unless the profile says otherwise (doc 2). */
const DEFER_MS = 1000;
/** Registers unless the profile says otherwise: who may sell may set up registers, too. */
const MOST_REGISTERS = 2000;
/** Registers of one company on a cloud register unless the profile says otherwise (doc 2, Limits). */
const MOST_OF_COMPANY = 100;
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
    const opened = await openJournal(installation, again, signal, isDiskFull);
    try {
      const service = await openAround(installation, opened);
      if (opened.ownership) installation.instances!.serving(opened.ownership);
      return service;
    } catch (error) {
      await closeUnusable(installation, opened.store, error);
      throw error;
    }
  } catch (error) {
    throw explained(error, isDiskFull, causeOfOpening);
  }
}

/** Opens what works with a journal. */
async function openAround(
  installation: Installation,
  { store, journal, mark, isConfirmed, ownership }: OpenedJournal,
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
    drawSheet: renderSheet,
    memory: installation.memory,
    terminals: new Terminals(),
    transactionLog,
    load: new Load(),
    signingRows: new SigningRows(),
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
