/** What answers requests while the journal is open: every route, with what it works with. */
import path from 'node:path';
import type { Express } from 'express';
import { keysOf } from '../audit/public-keys.ts';
import type { Backups } from '../backup/backups.ts';
import type { Drills } from '../backup/drills.ts';
import type { Restores } from '../backup/restore.ts';
import type { Trust } from '../backup/trust.ts';
import { journalBytesIn } from '../disk/usage.ts';
import type { DeviceSearch } from '../devices/discovery/device-search.ts';
import type { EInvoicingService } from '../e-invoicing/service.ts';
import { meantRegister } from '../http/request/addressed.ts';
import { backupRoutes } from '../http/backup.ts';
import { backupsPageRoutes } from '../http/control/backups-page.ts';
import { cfgRoutes } from '../http/cfg.ts';
import { checklistRoutes } from '../http/control/checklist.ts';
import { terminalRegister } from '../http/door/cloud-scope.ts';
import { keyRoutes, type StatusRoutes } from '../http/control/control.ts';
import { fiscalKeyRoutes } from '../http/certificates.ts';
import { countryRoutes } from '../http/control/country.ts';
import { dayRoutes } from '../http/control/day.ts';
import { deviceRoutes } from '../http/control/devices.ts';
import { eInvoiceControlRoutes } from '../http/control/e-invoice-control.ts';
import { eInvoiceRoutes } from '../http/e-invoices.ts';
import { exportRoutes } from '../http/export.ts';
import { findRoutes } from '../http/find.ts';
import { lanRoutes } from '../http/control/lan.ts';
import { lastHandleRoutes } from '../http/last-handle.ts';
import { mendingRoutes, recorderRowRoutes } from '../http/mending.ts';
import { registerNamer } from '../http/request/named-register.ts';
import { paperRoutes } from '../http/control/paper.ts';
import { partnerRoutes } from '../http/control/partners.ts';
import { peripheralRoutes } from '../http/peripherals.ts';
import { placeRoutes } from '../http/control/places.ts';
import { receiptRoutes } from '../http/control/receipts.ts';
import { recordCalls } from '../http/door/record-calls.ts';
import { renderRoutes } from '../http/render.ts';
import { repoRoutes } from '../http/repo.ts';
import { reprintRoutes } from '../http/reprints.ts';
import { requestLogRoutes } from '../http/control/requests.ts';
import { retrieveRoutes } from '../http/retrieve.ts';
import { createApp } from '../http/server.ts';
import { serviceConfigRoutes } from '../http/service-config.ts';
import { setupRoutes } from '../http/control/setup.ts';
import { stateRoutes } from '../http/state.ts';
import { totalsRoutes } from '../http/control/totals.ts';
import { transactionRoutes } from '../http/transactions.ts';
import { tryRoutes } from '../http/control/try.ts';
import type { Checklists } from '../integration/checklist-file.ts';
import { RecentCalls } from '../integration/recent-calls.ts';
import type { Journal } from '../journal/journal.ts';
import type { Lan } from '../lan/lan.ts';
import type { Printing } from '../printing/printing.ts';
import type { Recorder } from '../recorder/recorder.ts';
import { exported } from '../register/country-work.ts';
import type { Places } from '../register/companies/places.ts';
import type { Registers } from '../register/registers.ts';
import type { RegisterServices } from '../register/requests.ts';
import { allProblems, practises, type StatusSources } from '../register/status.ts';
import { Templates } from '../render/templates.ts';
import { VERSION } from '../version.ts';
import type { Installation } from './installation.ts';
import { signTseRoutes } from '../http/sign-tse.ts';
import { TseServer } from '../devices/tse/till/server.ts';
import type { TsePool } from '../tse/pool.ts';
import { routesOf } from './routes.ts';

/** What the routes work with. */
export interface OpenAppParts {
  installation: Installation;
  journal: Journal;
  registers: Registers;
  services: RegisterServices;
  /** What a register's state is judged by. */
  sources: StatusSources;
  status: StatusRoutes;
  /** Places of companies on a cloud register; null on a till. */
  places: Places | null;
  lan: Lan;
  recorder: Recorder;
  tses: TsePool;
  printing: Printing;
  deviceSearch: DeviceSearch;
  eInvoicing: EInvoicingService;
  backups: Backups;
  drills: Drills;
  restores: Restores;
  trust: Trust;
  checklists: Checklists;
  /** Another signing key was entered. */
  keyChanged: () => void;
}

const EXAMPLES = path.join('resources', 'examples');
const TEMPLATES = path.join('resources', 'templates');
const NOT_CONFIGURED = { code: 'NO_CFG', severity: 'stop' } as const;

/** The app, and those of its routes that have something under way when it ends. */
export function openApp(parts: OpenAppParts): {
  app: Express;
  exports: ReturnType<typeof exportRoutes>;
  backupFiles: ReturnType<typeof backupRoutes>;
} {
  const { installation, journal, registers, services, sources, status, places, lan, recorder, tses } = parts;
  const { printing, deviceSearch, eInvoicing, backups, drills, restores, trust, checklists, keyChanged } =
    parts;
  const { dataRoot, log, clock, disk, attributes, keys, partners, program } = installation;
  const templates = new Templates(path.join(installation.home, TEMPLATES), log);
  const exports = exportRoutes({
    registers,
    journal,
    country: services,
    dataRoot: dataRoot.root,
    neighbours: lan.exports,
    onExported: async (order, exportedRegisters) => {
      for (const register of exportedRegisters) await exported(register, order);
    },
  });
  const backupFiles = backupRoutes({
    ...{ source: journal, registers, backups, signer: trust, restores, clock, log, version: VERSION },
    sendLog: installation.sendLog,
  });
  const calls = new RecentCalls();
  const keepsCalls = () => !attributes().flag('Log_nocalls');
  const app = createApp({
    watch: recordCalls(
      {
        add(call) {
          calls.add(call);
          // Whatever names strangers make up, nothing is kept of them.
          if (call.rn !== null && registers.has(call.rn)) checklists.called(call.rn, call);
        },
        clear: () => calls.clear(),
      },
      clock,
      keepsCalls,
    ),
    routers: [
      transactionRoutes(registers, attributes),
      findRoutes(journal, registers, lan),
      lanRoutes(lan),
      retrieveRoutes(journal, registers, dataRoot.root),
      exports.router,
      reprintRoutes(registers),
      fiscalKeyRoutes(registers, dataRoot.cer),
      renderRoutes({ journal, registers, templates, folder: installation.registersFolder }),
      cfgRoutes(registers),
      placeRoutes(registers, places),
      repoRoutes(registers),
      lastHandleRoutes(registers),
      eInvoiceRoutes({ journal, registers, eInvoicing }),
      eInvoiceControlRoutes({
        ...{ journal, registers, eInvoicing, attributes },
        change: installation.changeProfile,
      }),
      dayRoutes(journal, registers, () => clock.now()),
      receiptRoutes(journal, registers, () => keysOf(dataRoot.cer)),
      peripheralRoutes(registers, (rn) => printing.printerOf(rn)),
      deviceRoutes(
        { printing, journal, registers, attributes },
        deviceSearch,
        installation.changeProfile,
        clock,
      ),
      paperRoutes(() => installation.demoPrinter),
      stateRoutes({
        async about(rn) {
          const register = await registers.find(rn);
          return {
            cfg: register?.cfg ?? null,
            problems: register ? allProblems(register, sources) : [NOT_CONFIGURED],
            practice: register ? practises(register) : false,
            undelivered: register?.undelivered ?? 0,
            online: recorder.isOnline(rn),
            sent: recorder.sent(rn),
            queued: register ? recorder.queued(rn, register.nextSq - 1) : 0,
            portalOffset: recorder.offsetMs(rn),
          };
        },
        clock,
        timeOffset: installation.timeOffset,
        version: VERSION,
        instance: dataRoot.instance,
        disk,
      }),
      ...routesOf(installation),
      signTseRoutes(
        new TseServer({ units: () => tses.units, isOwnClient: (client) => tses.isOwnClient(client) }),
        installation.signAdmission,
      ),
      mendingRoutes(() => installation.rebuilding.status, null),
      recorderRowRoutes((rn) => recorder.beginRow(rn)),
      backupFiles.router,
      serviceConfigRoutes(backups),
      backupsPageRoutes({
        ...{ source: journal, backups, drills, restores, dataRoot: dataRoot.root },
        journalBytes: async () => journalBytesIn(await disk.usage()),
      }),
      setupRoutes({
        ...{ registers, attributes, dataRoot: dataRoot.root },
        examples: path.join(installation.home, EXAMPLES),
        problems: (register) => allProblems(register, sources),
        backupPath: () => backups.path,
        setBackupPath: (folder) => backups.setPath(folder),
        hasPassword: () => installation.access.manager.hasPassword,
        hasBadge: () => installation.profile.badge !== null,
        hasPrinter: (rn) => printing.printer(rn) !== null || printing.fiscalPrinter(rn) !== null,
      }),
      totalsRoutes(journal, registers, () => clock.now()),
      partnerRoutes(partners, program, attributes),
      countryRoutes(registers),
      requestLogRoutes(calls, keepsCalls),
      checklistRoutes(checklists, registers, keepsCalls),
      tryRoutes(registers, attributes, path.join(installation.home, EXAMPLES)),
      status.router,
      keyRoutes(keys, keyChanged),
    ],
    trail: installation.trailGuard,
    pages: installation.pages,
    access: installation.access,
    nameOf: registerNamer(registers),
    ofTerminal: terminalRegister(registers),
    meantBy: (request, response) => meantRegister(request, response, registers),
    attributes,
    log,
  });
  return { app, exports, backupFiles };
}
