/**
 * Who has invited and who has made keys, so that both can be held against what that person may do now; mails of
 * invitations, to count them; families of refresh tokens; tills of cloud registers.
 */
import type { Dialect } from '../database.ts';

/** SHA-256 of nothing: tokens of older versions have nothing behind their family. */
const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The statements of this change. */
export function origins(dialect: Dialect): string[] {
  return [
    // `user` or `key` and its id; null: the portal's own machine, or not known any more.
    'ALTER TABLE invitations ADD COLUMN inviter_kind TEXT',
    'ALTER TABLE invitations ADD COLUMN inviter_id BIGINT',
    'ALTER TABLE api_keys ADD COLUMN creator_kind TEXT',
    'ALTER TABLE api_keys ADD COLUMN creator_id BIGINT',
    'CREATE INDEX api_keys_creator ON api_keys (creator_kind, creator_id)',
    fromAuditLog(dialect, {
      table: 'invitations',
      who: 'inviter',
      action: 'user invited',
      id: 'invitationId',
    }),
    fromAuditLog(dialect, { table: 'api_keys', who: 'creator', action: 'key created', id: 'keyId' }),
    // organization_id: the one that they are counted for; sender: `user 7`; recipient: its key, see invitation-limits.ts.
    `CREATE TABLE invitation_mails (
      id BIGINT PRIMARY KEY,
      organization_id INTEGER NOT NULL,
      sender TEXT NOT NULL,
      recipient TEXT NOT NULL,
      sent_at BIGINT NOT NULL
    )`,
    'CREATE INDEX invitation_mails_organization ON invitation_mails (organization_id, sent_at)',
    'CREATE INDEX invitation_mails_sender ON invitation_mails (sender, sent_at)',
    'CREATE INDEX invitation_mails_sent ON invitation_mails (sent_at)',
    // Tills that have got tokens, or may; closed: no others get any.
    `CREATE TABLE cloud_terminals (
      company_id INTEGER NOT NULL,
      tl TEXT NOT NULL,
      tt TEXT NOT NULL,
      added_at BIGINT NOT NULL,
      token_at BIGINT,
      PRIMARY KEY (company_id, tl, tt)
    )`,
    'CREATE TABLE cloud_lists (company_id INTEGER PRIMARY KEY, closed SMALLINT NOT NULL)',
    // A row is a family now: hash is that of its name, the others are those of its last two tokens.
    `ALTER TABLE refresh_tokens ADD COLUMN secret_hash TEXT NOT NULL DEFAULT '${NOTHING}'`,
    'ALTER TABLE refresh_tokens ADD COLUMN previous_hash TEXT',
    'CREATE INDEX refresh_tokens_scope ON refresh_tokens (company_id, scope)',
    `UPDATE refresh_tokens SET secret_hash = '', previous_hash = '${NOTHING}' WHERE replaced_at IS NOT NULL`,
  ];
}

/** Who did it, as the audit log has written down: actors are `user 7 Ana` there. */
function fromAuditLog(
  dialect: Dialect,
  { table, who, action, id }: Record<'table' | 'who' | 'action' | 'id', string>,
): string {
  const [kind, actor, subject] =
    dialect === 'postgres'
      ? [
          "split_part(a.actor, ' ', 1)",
          "CAST(split_part(a.actor, ' ', 2) AS BIGINT)",
          `CAST(CAST(a.detail AS JSON) ->> '${id}' AS BIGINT)`,
        ]
      : [
          "substr(a.actor, 1, instr(a.actor, ' ') - 1)",
          "CAST(substr(a.actor, instr(a.actor, ' ') + 1) AS INTEGER)",
          `json_extract(a.detail, '$.${id}')`,
        ];
  return `UPDATE ${table} SET ${who}_kind = ${kind}, ${who}_id = ${actor}
    FROM audit_log a WHERE a.action = '${action}' AND ${subject} = ${table}.id AND ${actor} > 0`;
}
