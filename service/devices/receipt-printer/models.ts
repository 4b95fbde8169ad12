/** Receipt printers by the name that the profile gives (`Printer`). */

/** What printers of a kind can do. */
export interface PrinterModel {
  /** Name in the profile. */
  name: string;
  /** It says which job is on paper (GS ( H). */
  hasProcessId: boolean;
}

/** All kinds; `escpos` stands for what every one of them can do. */
export const MODELS: readonly PrinterModel[] = [
  { name: 'escpos', hasProcessId: false },
  { name: 'epson', hasProcessId: true },
];

/** The kind with this name in any case; null for others. */
export function printerModel(name: string): PrinterModel | null {
  return MODELS.find((model) => model.name === name.trim().toLowerCase()) ?? null;
}
