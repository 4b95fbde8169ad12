/** Where the company of a notification is in the tree, so that those of a part of it are one range of an index. */
import type { Dialect } from '../database.ts';

/** The statements of this change. Entities keep their paths for ever. */
export function notificationPaths(dialect: Dialect): string[] {
  const path = dialect === 'postgres' ? 'TEXT COLLATE "C"' : 'TEXT';
  return [
    `ALTER TABLE notifications ADD COLUMN path ${path}`,
    'UPDATE notifications SET path = (SELECT e.path FROM entities e WHERE e.id = company_id)',
    `CREATE INDEX notifications_errors ON notifications (path, began_at) WHERE ended_at IS NULL AND level = 'error'`,
  ];
}
