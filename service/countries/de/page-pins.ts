/** A PIN of a TSE that is set anew with its PUK, on the page of a German register. */
import type { PageField } from '../contract/described-page/fields.ts';
import { words } from '../contract/described-page/words.ts';
import type { Tses, TseUnit } from '../contract/tse.ts';

type Credentials = Tses['models'][number]['credentials'];

/** Whether a TSE refuses the PINs that are known, so that the page offers to set one anew. */
export function isLocked({ failure, seen }: TseUnit): boolean {
  const trouble = failure?.trouble ?? '';
  return (
    ['wrong-pin', 'blocked-pin', 'wrong-puk'].includes(trouble) || (seen?.state.blocked ?? []).length > 0
  );
}

/** What is asked: which PIN, its PUK unless that is known, and the new PIN. */
export function unblockFields({ adminPin, adminPuk, timePin }: Credentials): PageField[] {
  const users = [...(adminPin ? ['admin' as const] : []), ...(timePin ? ['time' as const] : [])];
  const mostPin = Math.max(adminPin?.most ?? 0, timePin?.most ?? 0);
  return [
    {
      ...{ type: 'select', name: 'user', label: words('unblock.user'), required: true, value: users[0]! },
      options: users.map((value) => ({ value, label: words(`pins.${value}Pin`) })),
    },
    {
      ...{ type: 'password', name: 'puk', label: words('pins.adminPuk'), most: adminPuk?.most ?? mostPin },
      help: words('unblock.pukHelp'),
    },
    {
      ...{ type: 'password', name: 'pin', label: words('unblock.pin'), most: mostPin, required: true },
      help: words('unblock.pinHelp'),
    },
  ];
}
