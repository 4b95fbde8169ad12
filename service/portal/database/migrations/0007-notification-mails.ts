/** Notifications that come again soon go on, and people who want mails about them. */

/** The statements of this change. */
export function notificationMails(): string[] {
  return [
    // When it became an error that people are to be told of at once; null: it is none.
    'ALTER TABLE notifications ADD COLUMN error_at BIGINT',
    // When people are told of it at once, unless it is over by then; null: nobody is to be told any more.
    'ALTER TABLE notifications ADD COLUMN mail_due_at BIGINT',
    "UPDATE notifications SET error_at = began_at WHERE ended_at IS NULL AND level = 'error'",
    'CREATE INDEX notifications_register ON notifications (company_id, register_id, ended_at)',
    'CREATE INDEX notifications_began ON notifications (began_at)',
    'CREATE INDEX notifications_mail ON notifications (mail_due_at) WHERE mail_due_at IS NOT NULL',
    // Who wants mails; choice: errors, daily, weekly. told_at: everything until then was told.
    `CREATE TABLE notification_mails (
      user_id BIGINT PRIMARY KEY,
      choice TEXT NOT NULL,
      time_zone TEXT NOT NULL,
      told_at BIGINT NOT NULL,
      mailed_at BIGINT,
      due_at BIGINT
    )`,
    'CREATE INDEX notification_mails_due ON notification_mails (due_at) WHERE due_at IS NOT NULL',
  ];
}
