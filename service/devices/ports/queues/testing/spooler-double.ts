/**
 * In the place of PowerShell with its program: a spooler with the queues `Bar Küche` and `paused`.
 * Argument: what it does wrong - `policy` does not start, `dies` ends with each job.
 */
import { createInterface } from 'node:readline';

const [, , wrong] = process.argv;
const field = (text: string) => Buffer.from(`${text} `, 'utf8').toString('base64');
const text = (part = '') => Buffer.from(part, 'base64').toString('utf8');
const jobs: number[] = [];

function answer([what, ...parts]: string[]): string {
  if (what === 'list') {
    return `ok ${field('Bar Küche')} ${field('Generic / Text Only')} 1 ${field('paused')} ${field('')} 0`;
  }
  const name = text(parts[0]);
  if (name !== 'Bar Küche' && name !== 'paused') return 'no 1801';
  if (what === 'state') return `ok ${field('Generic / Text Only')} 64 ${name === 'paused' ? 1 : 0} 0`;
  if (what === 'job') {
    // First it is spooled, then it is printed, then it is not known any more.
    const looks = (jobs[Number(parts[1]) - 1] ?? 2) + 1;
    jobs[Number(parts[1]) - 1] = looks;
    return looks > 2 ? 'ok -' : `ok ${looks === 1 ? 8 : 16}`;
  }
  if (wrong === 'dies') process.exit(3);
  // What would come out must be what was given.
  if (text(parts[1]) !== 'Račun' || Buffer.from(parts[2]!, 'base64').toString('latin1') !== '\x1b@\xff')
    return 'no 13';
  return `ok ${jobs.push(0)}`;
}

if (wrong === 'policy') process.exit(1);
process.stdout.write('ready\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const [id, ...parts] = line.split(' ');
  process.stdout.write(`${id} ${answer(parts)}\r\n`);
});
