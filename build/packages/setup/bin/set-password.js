/**
 * Sets the manager's password of the register on this machine, the first line of standard input:
 * set-password.js [PORT]. For containers, where nobody has a browser on the same machine.
 */
import readline from 'node:readline';

const port = process.argv[2] ?? '5618';
if (process.stdin.isTTY) process.stderr.write('New password of the manager (8 to 200 characters): ');
const lines = readline.createInterface({ input: process.stdin });
for await (const Password of lines) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/profile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Password }),
    });
    process.stdout.write(response.ok ? 'The password is set.\n' : `${await response.text()}\n`);
    process.exitCode = response.ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(
      `tillmark: nothing answers on port ${port}: ${error.cause?.message ?? error.message}\n`,
    );
    process.exitCode = 1;
  }
  break;
}
lines.close();
process.stdin.destroy();
