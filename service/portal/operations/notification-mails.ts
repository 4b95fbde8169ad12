/** Which mails about notifications a person wants. */
import { z } from 'zod';
import { auditAccount } from '../access/account.ts';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import { chooseMails, MAIL_CHOICES, mailChoiceOf } from '../notification-mails/choices.ts';

const mails = () =>
  z
    .enum(MAIL_CHOICES)
    .describe(
      '`errors`: at once, when an error has lasted for five minutes; `daily`, `weekly`: at seven in the morning (on Mondays), all that is new or goes on',
    );

const choiceResult = z.object({
  mails: mails(),
  timeZone: z.string().describe('Where it is seven in the morning; a name of the IANA'),
});

/** See above. */
export const notificationMailOperations: readonly Operation[] = [
  define({
    id: 'getNotificationMails',
    method: 'GET',
    path: '/session/notificationMails',
    tag: 'Notifications',
    summary: 'Which mails about notifications the signed-in user gets',
    access: 'session',
    need: null,
    result: choiceResult,
    run: ({ db, caller }) => mailChoiceOf(db, caller.id),
  }),
  define({
    id: 'changeNotificationMails',
    method: 'PUT',
    path: '/session/notificationMails',
    tag: 'Notifications',
    summary: 'Chooses which mails about notifications the signed-in user gets',
    access: 'session',
    body: z.object({
      mails: mails(),
      timeZone: z.string().min(1).max(100).refine(isTimeZone).nullish(),
    }),
    need: null,
    result: choiceResult,
    run: async ({ db, caller, body, now }) => {
      const before = await mailChoiceOf(db, caller.id);
      const chosen = { mails: body.mails, timeZone: body.timeZone ?? before.timeZone };
      await chooseMails(db, caller.id, chosen, now);
      if (chosen.mails !== before.mails)
        await auditAccount({ db, caller, now }, 'notification mails changed');
      return mailChoiceOf(db, caller.id);
    },
  }),
];

/** Whether clocks of a name are known; offsets (`+01:00`) know no summer. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
