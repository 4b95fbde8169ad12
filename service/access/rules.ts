/**
 * Who may use which route: one table for all of them (doc 2, Authentication;
 * answers 24 and 25). `docs/security.md` shows it.
 */

/**
 * - `open`: everybody who reaches the service, with a user of `.htdigest` where there is that file
 * - `own`: the route looks at a password or secret of its own
 * - `machine`: programs on this machine, or with the manager's password
 * - `manager`: with the manager's password; while none is set, this machine
 */
export type Need = 'open' | 'own' | 'machine' | 'manager';

/** A rule; `*` in a path stands for the rest. */
interface Rule {
  path: string;
  need: Need;
}

/** The first that fits decides. */
const RULES: readonly Rule[] = [
  // What a cashier looks at, and how a manager signs in.
  { path: '/control/status', need: 'open' },
  { path: '/control/events', need: 'open' },
  { path: '/control/session', need: 'open' },
  { path: '/control/lan', need: 'open' },
  // The receipts that `/find` has.
  { path: '/control/day', need: 'open' },
  { path: '/control/receipts', need: 'open' },
  { path: '/control/receipt', need: 'open' },
  // What a cashier does when a receipt does not come out; `/peri` and `/render` do the same.
  { path: '/control/devices', need: 'open' },
  { path: '/control/devices/job', need: 'open' },
  { path: '/control/devices/print', need: 'open' },
  { path: '/control/devices/drawer', need: 'open' },
  { path: '/auth/token', need: 'own' },
  { path: '/sign', need: 'own' },
  { path: '/sign/unit', need: 'own' },
  // Sealed with the secret of the shop.
  { path: '/lan/export', need: 'own' },
  // Asked by programs (doc 2).
  { path: '/control/export', need: 'machine' },
  { path: '/control', need: 'manager' },
  { path: '/control/*', need: 'manager' },
  { path: '/profile', need: 'machine' },
  { path: '/retrieve', need: 'machine' },
  { path: '/export', need: 'machine' },
  { path: '/authorization', need: 'machine' },
  { path: '/lic', need: 'machine' },
  { path: '/log', need: 'machine' },
  { path: '/disk/dir', need: 'machine' },
  { path: '/disk/clean', need: 'machine' },
  { path: '/service/*', need: 'machine' },
  { path: '/backup', need: 'machine' },
  { path: '/backup/*', need: 'machine' },
];

/** What requests to a path need. */
export function needOf(path: string): Need {
  return listedNeed(plainPath(path)) ?? 'open';
}

/** A path as the rules have it: Express finds routes in any case and with a slash behind them. */
export function plainPath(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/$/, '');
}

/** What the table says about a plain path; undefined when it says nothing. */
export function listedNeed(plain: string): Need | undefined {
  return RULES.find((rule) => fits(rule, plain))?.need;
}

function fits(rule: Rule, path: string): boolean {
  return rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;
}

/** GET routes that change something, as doc 2 has them: always, or when files go to a folder. */
const CHANGING: Readonly<Record<string, 'always' | 'target'>> = {
  '/backup/incremental': 'always',
  '/retrieve': 'target',
  '/export': 'target',
  '/control/export': 'target',
};

/**
 * True when a GET of this path changes something.
 * @param hasTarget the query names a folder for files
 */
export function changesByGet(path: string, hasTarget: boolean): boolean {
  const plain = plainPath(path);
  const when = Object.hasOwn(CHANGING, plain) ? CHANGING[plain] : undefined;
  return when === 'always' || (when === 'target' && hasTarget);
}
