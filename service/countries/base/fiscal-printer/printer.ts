/** What registers with a fiscal printer have in common around it. */
import { isTraining, type Esr, type TextBlock } from '../../../receipt/tra.ts';
import type { RegisterFiscalPrinter } from '../../contract/fiscal-printer.ts';
import type { CountryContext, CountryServices } from '../../contract/services.ts';
import type { OwnReceipt } from '../../contract/work.ts';

/** The printer of the register; null when the profile names none. */
export function printerOf(context: CountryContext): RegisterFiscalPrinter | null {
  return context.fiscalPrinter?.() ?? null;
}

/** A closing of the day that the register makes by itself. @param tell why it was refused */
export function closing(tell: OwnReceipt['refused'] & {}): OwnReceipt {
  return { own: 'Z', esr: { NFS: 'Z' }, due: () => true, refused: tell };
}

/** A test system prints no documents (`Reg_test`). */
export function interpret(esr: Esr, services: Pick<CountryServices, 'attributes'>): Esr {
  const isDocument = esr.NF === undefined && esr.NFS === undefined && !isTraining(esr);
  return isDocument && services.attributes().flag('Reg_test') ? { ...esr, NFS: 'Training' } : esr;
}

/**
 * Blocks of text as lines that fit on the paper.
 * @param width characters of a line
 * @param printable what the printer has letters for, a blank for all else
 */
export function linesOf(
  blocks: readonly TextBlock[],
  width: number,
  printable: (text: string) => string,
): string[] {
  return blocks
    .flatMap(({ value = '' }) => value.split(/\r\n|[\r\n]/))
    .flatMap((line) => printable(line).match(new RegExp(`.{1,${width}}`, 'gsu')) ?? []);
}
