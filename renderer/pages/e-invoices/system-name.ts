/** What is wrong with the name of a delivery system (`service/e-invoicing/routes.ts`); null for nothing. */
export function nameProblem(name: string, others: readonly string[]): 'letters' | 'test' | 'twice' | null {
  if (!/^[\w.-]{1,40}$/.test(name)) return 'letters';
  if (/-TEST$/i.test(name)) return 'test';
  return others.includes(name.toUpperCase()) ? 'twice' : null;
}
