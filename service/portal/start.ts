/** The portal as a process: alone by `npm run portal`, such as on a server with PostgreSQL, or beside a register. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../clock.ts';
import { UsageError } from '../command-line.ts';
import { defaultDataRoot } from '../run/data-root.ts';
import { PortTakenError } from '../http/door/listen.ts';
import { fileLog } from '../log.ts';
import { isBeside, portIsFree, type RegisterMessage, sayToRegister } from './beside.ts';
import { badgeForBeside } from './beside-badge.ts';
import { PORTAL_HELP, readPortalOptions } from './options.ts';
import { startPortal } from './server.ts';

/** Exit code for a wrong option. */
const USAGE = 2;

/** The folder with package.json, from the sources as well as from the bundle. */
function home(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

async function main(): Promise<void> {
  const options = readPortalOptions(process.argv.slice(2), process.env, defaultDataRoot());
  if (options === 'help') return void process.stdout.write(PORTAL_HELP);
  const logFolder = path.join(options.folder, 'log');
  fs.mkdirSync(logFolder, { recursive: true, mode: 0o700 });
  const log = fileLog(logFolder);
  const server = await startPortal({
    ...options,
    pages: path.join(home(), 'dist', 'renderer'),
    // Who sits at the register has set it up, too.
    ...(isBeside() ? { beforeListening: portIsFree } : { asksSetUpCode: true }),
    clock: systemClock,
    log,
  });
  const stop = () => {
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  if (isBeside()) {
    // Ctrl+C reaches both; the register ends what it has started.
    process.on('SIGINT', () => undefined);
    process.once('disconnect', stop);
    // A register that was killed meanwhile has told so before anybody listened.
    if (!process.connected) return stop();
    process.on('message', (message: RegisterMessage) => {
      if (message.type !== 'badge') return;
      const { id, company } = message;
      badgeForBeside(server.portal.services, company).then(
        (badge) => sayToRegister({ type: 'badge', id, badge, text: '' }),
        (error: Error) => sayToRegister({ type: 'badge', id, badge: null, text: error.message }),
      );
    });
    await sayToRegister({ type: 'listening', url: server.url, port: server.port });
    return;
  }
  process.once('SIGINT', stop);
  process.stdout.write(`Tillmark portal listening on ${server.url}\n`);
  if (server.setUpCode !== null) {
    process.stdout.write(`Nobody administers it yet: open it and enter the code ${server.setUpCode}\n`);
  }
}

main().catch(async (error: unknown) => {
  if (error instanceof PortTakenError && isBeside()) await sayToRegister({ type: 'port' });
  process.stderr.write(`tillmark: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof UsageError ? USAGE : 1);
});
