/** What users change in their own accounts, as the audit log has it. */
import { auditCall } from '../audit.ts';
import type { Context } from '../entities/organizations.ts';

/** Writes a line for each entity that a user has a role on: its managers want to know. */
export async function auditAccount(call: Context, action: string): Promise<void> {
  for (const { entityId, path } of call.caller.grants) {
    await auditCall(call, action, { id: entityId, path }, { userId: call.caller.id });
  }
}
