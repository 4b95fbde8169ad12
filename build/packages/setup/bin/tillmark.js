/**
 * The command of a package: tillmark [portal|portal-key|verify|rebuild|unseal] [options]
 *
 * Without the name of a program it runs the register. Node is the one of the package.
 */
import { fileURLToPath } from 'node:url';

const PROGRAMS = ['portal', 'portal-key', 'verify', 'rebuild', 'unseal'];

const [, , name = '', ...rest] = process.argv;
const isNamed = PROGRAMS.includes(name);
if (!isNamed && name !== '' && !name.startsWith('-')) {
  process.stderr.write(`tillmark: no program is called ${name}; there are ${PROGRAMS.join(', ')}\n`);
  process.exit(2);
}
const program = isNamed ? name : 'start';
const entry = new URL(`../dist/service/${program}.js`, import.meta.url);
process.argv = [process.execPath, fileURLToPath(entry), ...(isNamed ? rest : process.argv.slice(2))];
await import(entry.href);
