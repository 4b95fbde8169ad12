/** The desktop shell: shows the register and keeps its service running. */
import { app } from 'electron';
import { autostart } from './autostart.ts';
import type { UpdateState } from './bridge.ts';
import { askBeforeClosing } from './closing.ts';
import { openLinks } from './deep-links.ts';
import { watchGraphics } from './graphics.ts';
import { answerBridge } from './ipc.ts';
import { logDefects, openLog } from './log.ts';
import { showMenus, type Menus } from './menus.ts';
import { Notices } from './notices.ts';
import { readOptions } from './options.ts';
import { PreferencesFile } from './preferences.ts';
import { quitAtShutdown, stopBeforeQuit } from './quit.ts';
import { acceptOwnCertificate } from './security/certificates.ts';
import { openLogs } from './security/external.ts';
import { lockNavigation } from './security/navigation.ts';
import { denyPermissions } from './security/permissions.ts';
import { systemClock } from './service/clock.ts';
import { LastLines } from './service/last-lines.ts';
import { launchService } from './service/launch.ts';
import { probeRegister } from './service/probe.ts';
import { Supervisor } from './service/supervisor.ts';
import { answerLogins } from './sign-in.ts';
import { portalUrl, registerUrl } from './state-line.ts';
import { Switches } from './switches.ts';
import { textsFor } from './texts.ts';
import { readFeed } from './update/feed.ts';
import { openUpdates } from './update/open.ts';
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
  logDefects(log);
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
  let menus: Menus | null = null;
  // Elsewhere the tray is part of the desktop; Linux does not say whether anybody sees it.
  const sellsBehindTray = (): boolean => menus?.hasTray === true && process.platform !== 'linux';
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
    quitAtShutdown(quit);

    const notices = new Notices({ texts, clock: systemClock, isOn: () => preferences.now.notices, show });
    const changed = (state?: UpdateState): void => {
      if (state?.state === 'ready' || state?.state === 'told')
        notices.update(state.version, state.state === 'ready');
      menus?.refresh();
    };
    const feed = readFeed(options.updateFeed);
    const updates = openUpdates({
      ...{ supervisor, quit, preferences, feed, log, changed },
      isPlain: options.isPlain,
    });
    const start = autostart(process.platform, process.env, options.isPlain);
    const switches = new Switches({ autostart: start, preferences, updates, changed });
    menus = showMenus({ texts, supervisor, window, switches, updates });
    answerBridge(supervisor, register, {
      shellState: () => switches.state,
      setShell: ({ name, on }) => switches.set(name, on),
      showRegister: () => window.pages?.show(),
      lastLines: () => printed.all,
      openLogs,
      signIn: (credentials) => {
        signIn.enter(credentials);
        window.pages?.goOn();
      },
    });
    app.on('window-all-closed', () => {
      if (!sellsBehindTray()) app.quit();
    });
    supervisor.onState((state) => {
      window.follow(state);
      notices.follow(state);
      menus?.refresh();
    });
    void supervisor.start();
    updates?.follow();
    prepared.resolve();
    const isBehind = options.inBackground || app.getLoginItemSettings().wasOpenedAtLogin;
    if (!isBehind) show();
    else if (!sellsBehindTray()) window.openBehind();
  });
}
