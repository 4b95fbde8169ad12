/** The desktop shell: shows the register and keeps its service running. */
import { app } from 'electron';
import { askBeforeClosing } from './closing.ts';
import { openLinks } from './deep-links.ts';
import { watchGraphics } from './graphics.ts';
import { answerBridge } from './ipc.ts';
import { openLog } from './log.ts';
import { setMenu } from './menu.ts';
import { readOptions } from './options.ts';
import { PreferencesFile } from './preferences.ts';
import { quitAtShutdown, stopBeforeQuit } from './quit.ts';
import { acceptOwnCertificate } from './security/certificates.ts';
import { openLogs, openPortal } from './security/external.ts';
import { lockNavigation } from './security/navigation.ts';
import { denyPermissions } from './security/permissions.ts';
import { systemClock } from './service/clock.ts';
import { LastLines } from './service/last-lines.ts';
import { launchService } from './service/launch.ts';
import { probeRegister } from './service/probe.ts';
import { Supervisor } from './service/supervisor.ts';
import { answerLogins } from './sign-in.ts';
import { portalUrl, registerUrl } from './state-line.ts';
import { textsFor } from './texts.ts';
import { createTray, type ShellTray } from './tray.ts';
import { declareScheme, serveOwnPages } from './waiting/scheme.ts';
import { createShellWindow } from './window.ts';

// First of all: a second shell would only fight over the port.
if (app.requestSingleInstanceLock()) run();
else app.exit(0);

function run(): void {
  declareScheme();
  // Windows groups windows and notices by it: the same as in the installer's shortcut.
  app.setAppUserModelId('org.tillmark.Tillmark');
  const log = openLog(app.getPath('logs'));
  const options = readOptions(process.argv.slice(1), process.env);
  const printed = new LastLines();
  const supervisor = new Supervisor({
    fork: () => {
      printed.clear();
      return launchService(options.serviceArgs, process.env, (line) => {
        printed.keep(line);
        log(line);
      });
    },
    probe: async () => (options.target ? probeRegister(options.target) : null),
    clock: systemClock,
    log,
  });
  const register = (): string | null => registerUrl(supervisor.state);
  let tray: ShellTray | null = null;
  // Elsewhere the tray is part of the desktop; Linux does not say whether anybody sees it.
  const sellsBehindTray = (): boolean => tray !== null && process.platform !== 'linux';
  const preferences = new PreferencesFile(app.getPath('userData'));
  watchGraphics(preferences, log);
  const window = createShellWindow(supervisor.state, preferences, (opened) => {
    // Windows ends the session.
    opened.on('session-end', () => {
      quit.hurry();
      app.quit();
    });
    if (!sellsBehindTray()) askBeforeClosing(opened, textsFor(app.getLocale()), () => supervisor.state);
  });

  lockNavigation(register, () => portalUrl(supervisor.state));
  acceptOwnCertificate(register);
  const quit = stopBeforeQuit({ activity: () => supervisor.activity(), stop: () => supervisor.stop() });
  const signIn = answerLogins(register, (isWrong, url) => window.pages?.askForUser(isWrong, url));
  // Nothing is shown before its pages, permissions and bridge are in place.
  const prepared = Promise.withResolvers<void>();
  const show = (page: string | null = null): void => void prepared.promise.then(() => window.show(page));
  openLinks(process.argv.slice(1), show);
  app.on('activate', () => show());

  void app.whenReady().then(() => {
    const texts = textsFor(app.getLocale());
    denyPermissions();
    serveOwnPages(texts);
    answerBridge(supervisor, register, {
      showRegister: () => window.pages?.show(),
      lastLines: () => printed.all,
      openLogs,
      signIn: (credentials) => {
        signIn.enter(credentials);
        window.pages?.goOn();
      },
    });
    quitAtShutdown(quit);

    const openPortalNow = (): void => {
      const address = portalUrl(supervisor.state);
      if (address !== null) void openPortal(address);
    };
    const menu = {
      home: () => window.pages?.home(),
      back: () => window.pages?.back(),
      openPortal: openPortalNow,
    };
    let hasPortal = false;
    setMenu(texts, process.platform, menu, hasPortal);
    tray = createTray(texts, {
      open: () => window.show(),
      openPortal: openPortalNow,
      restart: () => void supervisor.restart(),
      quit: () => app.quit(),
    });
    app.on('window-all-closed', () => {
      if (!sellsBehindTray()) app.quit();
    });
    supervisor.onState((state) => {
      tray?.follow(state);
      window.follow(state);
      // Set anew only where it changes: that closes a menu that is open.
      if (hasPortal === (portalUrl(state) !== null)) return;
      hasPortal = !hasPortal;
      setMenu(texts, process.platform, menu, hasPortal);
    });
    void supervisor.start();
    prepared.resolve();
    show();
  });
}
