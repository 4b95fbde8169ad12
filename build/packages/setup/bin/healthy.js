/**
 * Whether a service on this machine answers: healthy.js PORT..., for health checks of containers. One
 * of the ports is enough. A register that asks for a user, or that sells nothing for a reason of its
 * own, answers too: starting it again would help neither.
 */
import http from 'node:http';
import https from 'node:https';

const PATIENCE_MS = 4000;

/** With or without encryption; whose certificate it is does not matter here. */
function answers(port) {
  const ask = (library) =>
    new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        path: '/state',
        timeout: PATIENCE_MS,
        rejectUnauthorized: false,
      };
      const request = library.get(options, (response) => {
        response.destroy();
        resolve();
      });
      request.on('error', reject).on('timeout', () => request.destroy(new Error('no answer')));
    });
  return ask(http).catch(() => ask(https));
}

try {
  await Promise.any(process.argv.slice(2).map(answers));
  process.exit(0);
} catch (error) {
  process.stderr.write(`tillmark: ${error.errors.map(({ message }) => message).join(', ')}\n`);
  process.exit(1);
}
