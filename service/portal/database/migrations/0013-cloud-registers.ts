/** Cloud registers of companies, and which till is on which of them (tokens/cloud-registers.ts). */

/** The statements of this change. */
export function cloudRegisters(): string[] {
  return [
    // number: of the company, from 1 on; closed: no further tills come there.
    `CREATE TABLE cloud_registers (
      company_id INTEGER NOT NULL,
      number INTEGER NOT NULL,
      url TEXT NOT NULL,
      closed SMALLINT NOT NULL,
      added_at BIGINT NOT NULL,
      PRIMARY KEY (company_id, number)
    )`,
    'CREATE UNIQUE INDEX cloud_registers_url ON cloud_registers (company_id, url)',
    // Stays when a till is removed: its numbers are there.
    `CREATE TABLE cloud_places (
      company_id INTEGER NOT NULL,
      tl TEXT NOT NULL,
      tt TEXT NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (company_id, tl, tt)
    )`,
  ];
}
