/**
 * Who may use which route: one table for all of them (doc 2, Authentication;
 * answers 24 and 25), and which role of a person may. `docs/security.md` shows it.
 */
import type { Role } from './wire.ts';

/**
 * - `open`: everybody who reaches the service, with a user of `.htdigest` where there is that file
 * - `own`: the route looks at a password or secret of its own
 * - `machine`: programs on this machine, or with the manager's password
 * - `manager`: with the manager's password; while none is set, this machine
 */
export type Need = 'open' | 'own' | 'machine' | 'manager';

/** Roles that may do something beside managers; `all`: whoever the need lets in, signed in or not. */
type Who = 'all' | readonly Exclude<Role, 'manager'>[];

/** A rule; `*` in a path stands for the rest. */
interface Rule {
  path: string;
  need: Need;
  /**
   * Where people are set up (people.ts), who may ask for it beside managers, and who may change
   * something by it. Where nothing is said: managers alone. Routes outside of `/control` are for
   * programs too, and stay as open as their need says.
   */
  asks?: Who;
  acts?: Who;
  /** It concerns the installation, not one register: nothing for users of `.htdigest` who belong to a register. */
  whole?: 'always' | 'unnamed';
}

const BOTH = ['cashier', 'auditor'] as const;
const CASHIERS = ['cashier'] as const;
const AUDITORS = ['auditor'] as const;

/** The first that fits decides. */
const RULES: readonly Rule[] = [
  // What a cashier looks at, and how a manager signs in.
  { path: '/control/status', need: 'open', asks: 'all' },
  { path: '/control/events', need: 'open', asks: 'all' },
  { path: '/control/session', need: 'open', asks: 'all', acts: 'all' },
  { path: '/control/lan', need: 'open', asks: 'all' },
  // A public key, as below /cer.
  { path: '/control/fiscal.pem', need: 'open', asks: 'all' },
  // The receipts that `/find` has.
  { path: '/control/day', need: 'open', asks: BOTH },
  { path: '/control/receipts', need: 'open', asks: BOTH },
  { path: '/control/receipt', need: 'open', asks: BOTH },
  // What a cashier does when a receipt does not come out; `/peri` and `/render` do the same.
  { path: '/control/devices', need: 'open', asks: CASHIERS },
  { path: '/control/devices/job', need: 'open', acts: CASHIERS },
  { path: '/control/devices/print', need: 'open', acts: CASHIERS },
  { path: '/control/devices/drawer', need: 'open', acts: CASHIERS },
  { path: '/auth/token', need: 'own' },
  { path: '/sign', need: 'own' },
  { path: '/sign/tse', need: 'own' },
  { path: '/sign/tse/export', need: 'own' },
  { path: '/sign/unit', need: 'own' },
  // Sealed with the secret of the shop.
  { path: '/lan/export', need: 'own' },
  // Asked by programs (doc 2).
  { path: '/control/export', need: 'machine', asks: AUDITORS },
  // X and Z with the cash that was counted: who closes is at the till.
  { path: '/control/report', need: 'manager', acts: CASHIERS },
  { path: '/control/totals', need: 'manager', asks: AUDITORS },
  { path: '/control/receipts/void', need: 'manager' },
  // An export is made before it is read; nothing of the register changes by it.
  { path: '/control/exports', need: 'manager', asks: AUDITORS, acts: AUDITORS, whole: 'always' },
  { path: '/control/exports/*', need: 'manager', asks: AUDITORS, acts: AUDITORS, whole: 'always' },
  { path: '/control/export-types', need: 'manager', asks: AUDITORS },
  { path: '/control/audit-trail', need: 'manager', asks: AUDITORS, whole: 'always' },
  { path: '/control/audit-trail/*', need: 'manager', asks: AUDITORS, whole: 'always' },
  { path: '/control', need: 'manager', whole: 'always' },
  { path: '/control/*', need: 'manager', whole: 'always' },
  { path: '/profile', need: 'machine', whole: 'unnamed' },
  { path: '/retrieve', need: 'machine', asks: AUDITORS },
  { path: '/export', need: 'machine', asks: AUDITORS },
  { path: '/authorization', need: 'machine', whole: 'always' },
  { path: '/lic', need: 'machine' },
  { path: '/log', need: 'machine', whole: 'always' },
  { path: '/disk/dir', need: 'machine', whole: 'always' },
  { path: '/disk/clean', need: 'machine', whole: 'always' },
  { path: '/service/*', need: 'machine', whole: 'always' },
  { path: '/backup', need: 'machine', whole: 'always' },
  { path: '/backup/*', need: 'machine', whole: 'always' },
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

/**
 * Whether a path concerns the whole installation.
 * @param namesRegister the query names a register
 */
export function isOfInstallation(path: string, namesRegister: boolean): boolean {
  const plain = plainPath(path);
  const whole = RULES.find((rule) => fits(rule, plain))?.whole;
  return whole === 'always' || (whole === 'unnamed' && !namesRegister);
}

/** Whether a path of the control page is for people alone, where people are set up. */
export function isForPeople(path: string, isAct: boolean): boolean {
  const plain = plainPath(path);
  if (!plain.startsWith('/control/')) return false;
  return whoMay(plain, isAct) !== 'all';
}

/** Whether a person of a role may ask for a path, or change something by it. */
export function roleMay(role: Role, path: string, isAct: boolean): boolean {
  if (role === 'manager') return true;
  const who = whoMay(plainPath(path), isAct);
  return who === 'all' || who.some((one) => one === role);
}

function whoMay(plain: string, isAct: boolean): Who {
  const rule = RULES.find((one) => fits(one, plain));
  return (isAct ? rule?.acts : rule?.asks) ?? [];
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
