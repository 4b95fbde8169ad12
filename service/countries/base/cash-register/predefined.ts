/** The predefined basics of SAF-T Cash Register: families, codes and what they are called in English. */

const FAMILIES: Readonly<Record<string, string>> = {
  '04': 'Withdrawal of treatment services|Withdrawal of goods for treatment|Sale of goods|Sale of treatment services|Haircut|Food|Beer|Wine|Liquor|Alcopops and cider|Soft drinks and mineral water|Other drinks|Tobacco|Other goods|Entrance fee|Free entrance of members|Cloakroom fee|Free cloakroom|Accommodation with full board|Accommodation with half board|Accommodation with breakfast',
  '10': 'Tip',
  '11': 'Cash sale|Credit sale|Purchase|Payment|Receiving payment|Return payment|Cash declaration|Cash difference|Correction|Paid out|Paid in|Trade-in|Returned products|Inventory|Cash and credit sale|Cash sale and return|Credit sale and return',
  '12': 'Cash|Debit card|Credit card|Bank account|Gift token|Customer card|Loyalty|Bottle deposit|Cheque|Credit note|Mobile app',
  '13': 'Start|Shutdown|Login|Logout|Drawer opened|Drawer closed|Software update|X report|Z report|Transaction suspended|Transaction resumed|Sales receipt|Return receipt|Copy of a receipt|Provisional receipt|Delivery receipt|Training receipt|Other receipt|Cash withdrawal|Journal export|Price change|Price inquiry|Training mode on|Training mode off|Memory full|Emergency mode on|Emergency mode off|Void of a receipt|Delivery note of a sale to be invoiced|Sale without receipt',
};

/** A basic: its family, code and description. */
export interface Basic {
  type: string;
  id: string;
  /** Predefined code; missing where there is none. */
  predefined?: string;
  text: string;
}

/** All predefined basics. */
export const PREDEFINED: readonly Basic[] = Object.entries(FAMILIES).flatMap(([type, names]) => [
  ...names.split('|').map((text, i) => basic(type, String(i + 1).padStart(3, '0'), text)),
  basic(type, '999', 'Other'),
]);

function basic(type: string, number: string, text: string): Basic {
  return { type, id: type + number, predefined: type + number, text };
}

const KNOWN = new Map(PREDEFINED.map((each) => [each.id, each]));

/** Whether a text is a predefined code of a family. */
export function predefined(family: string, code: string): boolean {
  return KNOWN.get(code)?.type === family;
}
