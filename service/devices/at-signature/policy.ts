/** What the profile's attributes say about signature units (specification of the service, "Profile attributes"). */

/** The profile's attributes, as the settings know them. */
export interface AttributeReader {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  number(name: string, fallback: number): number;
}

/** The attributes in plain words. */
export interface SignaturePolicy {
  /** `Fiscal_Timeout`: how long a signature may take, ms. */
  budgetMs: number;
  /** Not `SC_disable`: cards in readers of this machine are used. */
  cards: boolean;
  /** Not matched by `SC_ignore`. */
  usesReader(name: string): boolean;
  /** `SC_Log`: commands to cards are logged. */
  logsCards: boolean;
  /** `Sign_debug`: web requests for signatures are logged. */
  logsRequests: boolean;
  /** `SignServer`, unless `UdpServer_disable`: other registers of the shop may use the units of this machine. */
  serves: boolean;
  /** Not `UdpServer_disable`: units of other machines may be used. */
  usesServers: boolean;
  /** Not `Register_disable`: this machine registers receipts itself. */
  registers: boolean;
  /** English sentences about attributes that cannot be used. */
  problems: string[];
}

/** Time for a signature where `Fiscal_Timeout` says nothing: a receipt must be answered within ten seconds. */
export const DEFAULT_BUDGET_MS = 5000;

/** Reads the attributes. */
export function signaturePolicy(attributes: AttributeReader): SignaturePolicy {
  const problems: string[] = [];
  const ignored = readerPattern(attributes.text('SC_ignore'), problems);
  const lan = !attributes.flag('UdpServer_disable');
  return {
    budgetMs: attributes.number('Fiscal_Timeout', DEFAULT_BUDGET_MS),
    cards: !attributes.flag('SC_disable'),
    usesReader: (name) => !ignored?.test(name),
    logsCards: attributes.flag('SC_Log'),
    logsRequests: attributes.flag('Sign_debug'),
    serves: lan && attributes.flag('SignServer'),
    usesServers: lan,
    registers: !attributes.flag('Register_disable'),
    problems,
  };
}

function readerPattern(pattern: string | undefined, problems: string[]): RegExp | null {
  if (pattern === undefined || pattern === '') return null;
  try {
    return new RegExp(pattern, 'i');
  } catch {
    problems.push(`SC_ignore is no regular expression: ${pattern}`);
    return null;
  }
}
