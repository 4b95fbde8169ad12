/** The state that a register goes on from is what its lines have made of it, to the last entry. */
import type { Finding } from '../countries/contract/audit.ts';
import type { State } from '../countries/contract/state.ts';
import { counted, quoted, type Check } from './check.ts';
import type { Entry } from './entry.ts';

/** Applies the state changes of all lines in order; holds as much memory as the state itself. */
export class StateCheck implements Check {
  readonly title = 'State';
  /** JSON by key. */
  private readonly expected = new Map<string, { json: string; sq: number }>();
  private isWhole = true;
  private changes = 0;

  take({ sq, changes }: Entry): Finding[] {
    for (const [key, value] of Object.entries(changes)) {
      this.changes++;
      this.expected.set(key, { json: JSON.stringify(value), sq });
    }
    return [];
  }

  lose(): void {
    // Whatever was set before may have been set again; what is set from here on is certain.
    this.expected.clear();
    this.isWhole = false;
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    for (const [key, { json, sq }] of this.expected) {
      const known = state.get(key);
      if (known !== undefined && JSON.stringify(known) === json) continue;
      const text = `state entry ${quoted(key)} is ${quoted(known)}, record ${sq} has made it ${quoted(JSON.parse(json))}`;
      findings.push({ sq, text });
    }
    if (!this.isWhole) return findings;
    for (const key of state.keys()) {
      if (this.expected.has(key)) continue;
      findings.push({ sq: 0, text: `state entry ${quoted(key)} is of no record: ${quoted(state.get(key))}` });
    }
    return findings;
  }

  summary(): string {
    const values = counted(this.expected.size, 'value');
    return `${values} that the register goes on from, out of ${counted(this.changes, 'change')}`;
  }
}
