import type { AttributeEntry } from '../../../service/settings/wire.ts';

/** What somebody comes to the settings for, in the order of the page. */
export const TASKS = [
  ...(['company', 'backup', 'security', 'network', 'printing', 'tax', 'logs', 'portal', 'program'] as const),
  'expert',
] as const;

/** See {@link TASKS}. */
export type Task = (typeof TASKS)[number];

/** Whether a part of the address is a task. */
export function isTask(part: string): part is Task {
  return TASKS.some((task) => task === part);
}

/** Attributes that a task is about, the ones that most shops want first; those of countries come behind. */
const ATTRIBUTES: Readonly<Partial<Record<Task, readonly string[]>>> = {
  security: ['Device_Auth', 'HttpServer_AllowOrigin', 'HttpServer_AllowCredentials'],
  network: [
    ...['Lan_Key', 'HttpServer_Hosts', 'FileWatch_path', 'Time_server', 'HttpServer_respond102'],
    ...['HttpServer_respond200', 'HttpServer_HSTS', 'HttpServer_IPv4', 'UdpServer_disable'],
  ],
  printing: [
    ...['Print_Receipts', 'Print_Copies', 'Print_Logo', 'Printer_Paper', 'Printer_Columns', 'Print_Log'],
  ],
  tax: ['Normalize_D', 'Normalize_D_ahead', 'Fiscal_ZLaunch', 'Fis_TotCheckout'],
  logs: [
    ...['Log_debug', 'Log_length', 'Log_remove', 'Log_nocalls', 'Fiscal_Log', 'Recorder_Log'],
    ...['IO_debug', 'Printer_Log'],
  ],
  portal: ['Recorder_url', 'Tra_DH', 'Recorder_Seal', 'Recorder_SealKey'],
  program: ['App_restart', 'Register_max'],
};

/**
 * The attributes of a task, as they are known and read.
 * @param country of the register, ISO 3166: what has an effect there is a matter of tax
 */
export function entriesOf(
  task: Task,
  attributes: readonly AttributeEntry[],
  country: string | null,
): AttributeEntry[] {
  const byName = new Map(attributes.map((entry) => [entry.name, entry]));
  const listed = (ATTRIBUTES[task] ?? []).flatMap((name) => byName.get(name) ?? []);
  if (task !== 'tax') return listed;
  const others = Object.values(ATTRIBUTES).flat();
  const ofCountry = attributes.filter(
    ({ name, scope }) =>
      typeof scope !== 'string' && country !== null && scope.includes(country) && !others.includes(name),
  );
  return [...listed, ...ofCountry];
}
