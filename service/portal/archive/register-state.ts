/** What a register counts on from, as its records tell it: read when a country asks for it. */
import type { State } from '../../countries/contract/state.ts';
import type { Json } from '../../receipt/json.ts';
import type { Queries } from '../database/database.ts';

/** State of a register in the archive; what was not loaded is not there. */
export class ArchivedState implements State {
  private readonly db: Queries;
  private readonly register: { companyId: number; registerId: number };
  private entries = new Map<string, Json>();

  constructor(db: Queries, companyId: number, registerId: number) {
    this.db = db;
    this.register = { companyId, registerId };
  }

  get(key: string): Json | undefined {
    return this.entries.get(key);
  }

  keys(): Iterable<string> {
    return this.entries.keys();
  }

  /** Loads all entries. */
  async loadAll(): Promise<void> {
    await this.loadWhere('');
  }

  /** Loads some entries in the place of those that were loaded before. */
  async load(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return this.entries.clear();
    const list =
      this.db.dialect === 'postgres' ? 'json_array_elements_text(CAST($keys AS JSON))' : 'json_each($keys)';
    await this.loadWhere(`AND key IN (SELECT value FROM ${list})`, JSON.stringify(keys));
  }

  private async loadWhere(condition: string, keys?: string): Promise<void> {
    const rows = await this.db.select<{ key: string; value: string }>(
      `SELECT key, value FROM register_state
        WHERE company_id = $companyId AND register_id = $registerId ${condition}`,
      { ...this.register, ...(keys !== undefined && { keys }) },
    );
    this.entries = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as Json]));
  }
}
