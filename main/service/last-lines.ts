import { maskSecrets } from '../../service/log/mask.ts';

const MOST = 20;
const LONGEST = 500;

/** What the service has printed last: after a crash the only account of it. Secrets are masked. */
export class LastLines {
  private lines: string[] = [];

  /** Forgets them: another process begins. */
  clear(): void {
    this.lines = [];
  }

  /** Keeps a line as the shell's log has it. */
  keep(line: string): void {
    this.lines.push(line.slice(0, LONGEST));
    if (this.lines.length > MOST) this.lines.shift();
  }

  /** The lines, oldest first. */
  get all(): string[] {
    // Whole, because a key goes on in the next line.
    return maskSecrets(this.lines.join('\n'))
      .split('\n')
      .filter((line) => line !== '');
  }
}
