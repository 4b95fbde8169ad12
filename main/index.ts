/** The desktop shell: shows the register and keeps its service running. */
import { app } from 'electron';
import { answerBridge } from './ipc.ts';
import { openLog } from './log.ts';
import { setMenu } from './menu.ts';
import { readOptions } from './options.ts';
import { quitAtShutdown, stopBeforeQuit } from './quit.ts';
import { acceptOwnCertificate } from './security/certificates.ts';
import { lockNavigation } from './security/navigation.ts';
import { denyPermissions } from './security/permissions.ts';
import { systemClock } from './service/clock.ts';
import { launchService } from './service/launch.ts';
import { probeRegister } from './service/probe.ts';
import { Supervisor } from './service/supervisor.ts';
import { registerUrl } from './state-line.ts';
import { textsFor } from './texts.ts';
import { createTray } from './tray.ts';
import { declareScheme, serveWaitingPage } from './waiting/scheme.ts';
import { createShellWindow } from './window.ts';

// First of all: a second shell would only fight over the port.
if (app.requestSingleInstanceLock()) run();
else app.exit(0);

function run(): void {
  declareScheme();
  const log = openLog(app.getPath('logs'));
  const options = readOptions(process.argv.slice(1), process.env);
  const supervisor = new Supervisor({
    fork: () => launchService(options.serviceArgs, process.env, log),
    probe: async () => (options.target ? probeRegister(options.target) : null),
    clock: systemClock,
    log,
  });
  const register = (): string | null => registerUrl(supervisor.state);
  const window = createShellWindow(supervisor.state);

  lockNavigation(register);
  acceptOwnCertificate(register);
  stopBeforeQuit(() => supervisor.stop());
  const show = (): void => void app.whenReady().then(window.show);
  app.on('second-instance', show);
  app.on('activate', show);

  void app.whenReady().then(() => {
    const texts = textsFor(app.getLocale());
    denyPermissions();
    setMenu(texts, process.platform);
    serveWaitingPage(texts);
    answerBridge(supervisor, register);
    quitAtShutdown();

    const tray = createTray(texts, {
      open: window.show,
      restart: () => void supervisor.restart(),
      quit: () => app.quit(),
    });
    // With a tray the register goes on selling behind a closed window; without, nobody could reach it.
    app.on('window-all-closed', () => {
      if (!tray) app.quit();
    });
    supervisor.onState((state) => {
      tray?.follow(state);
      window.follow(state);
    });
    void supervisor.start();
    window.show();
  });
}
