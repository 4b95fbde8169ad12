/** Records that companies have sealed: whether there are any is asked before everything that needs their content. */

/** The statements of this change. */
export function sealedRecords(): string[] {
  return ["CREATE INDEX records_sealed ON records (company_id, register_id, at) WHERE type = 'Sealed'"];
}
