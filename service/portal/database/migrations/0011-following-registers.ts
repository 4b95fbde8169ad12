/** Registers that go on as another row of records (registers/following.ts). */

/** The statements of this change. */
export function followingRegisters(): string[] {
  return [
    // The register that it was before, in the same company; NULL for all that began with their first record.
    'ALTER TABLE registers ADD COLUMN follows INTEGER',
    // The first record that no register before it has; those before it are in the archive twice, and count once.
    'ALTER TABLE registers ADD COLUMN own_from BIGINT NOT NULL DEFAULT 1',
    'CREATE INDEX registers_follows ON registers (company_id, follows) WHERE follows IS NOT NULL',
  ];
}
