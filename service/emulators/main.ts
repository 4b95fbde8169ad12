/**
 * `npm run emulate -- NAME [options]`: authorities and devices in small, for POS
 * developers who want to try a country without access to the real ones.
 */
const EMULATORS: Readonly<Record<string, { what: string; start: () => Promise<unknown> }>> = {
  'pt-series': {
    what: "series web service of Portugal's tax authority",
    start: () => import('./pt-series/main.ts'),
  },
  finanzonline: {
    what: "session and cash register service of Austria's FinanzOnline",
    start: () => import('./finanzonline/main.ts'),
  },
  'at-signatures': {
    what: 'signing services A-Trust and PrimeSign for receipts of Austria',
    start: () => import('./at-signatures/main.ts'),
  },
  'access-point': {
    what: 'access point that takes e-invoices',
    start: () => import('./access-point/main.ts'),
  },
  aeat: {
    what: 'VERI*FACTU of the tax agency (AEAT) of Spain',
    start: () => import('./aeat/main.ts'),
  },
  cis: {
    what: "fiscalisation service (CIS) of Croatia's tax authority",
    start: () => import('./cis/main.ts'),
  },
  furs: {
    what: "service for receipts (FURS) of Slovenia's tax administration",
    start: () => import('./furs/main.ts'),
  },
  eet: {
    what: 'records of sales (EET 1 and EET 2.0) of Czechia',
    start: () => import('./eet/main.ts'),
  },
  ekasa: {
    what: 'eKasa, the registration of receipts of Slovakia',
    start: () => import('./ekasa/main.ts'),
  },
  ppekk: {
    what: 'certified eKasa service with protected storage for Slovakia',
    start: () => import('./ppekk/main.ts'),
  },
  ticketbai: {
    what: 'TicketBAI of Araba, Bizkaia (LROE) and Gipuzkoa',
    start: () => import('./ticketbai/main.ts'),
  },
  'custom-fp': {
    what: 'fiscal printer of Custom for Italy, with its memory',
    start: () => import('./custom-fp/main.ts'),
  },
  'custom-rts': {
    what: 'RT server of Custom for Italy, with its chains',
    start: () => import('./custom-rts/main.ts'),
  },
  'epson-fp': {
    what: 'fiscal printer of Epson for Italy, with its memory',
    start: () => import('./epson-fp/main.ts'),
  },
  cleancash: {
    what: 'control unit CleanCash for Sweden, with its memory',
    start: () => import('./cleancash/main.ts'),
  },
  infrasec: {
    what: 'control server of Infrasec for Sweden, with enrolment',
    start: () => import('./infrasec/main.ts'),
  },
  'serial-unit': {
    what: 'control unit on a serial line for Sweden (CleanCash, POSplus), with its memory',
    start: () => import('./serial-unit/main.ts'),
  },
  'fdm-network': {
    what: 'fiscal data module of GKS 2.0 for Belgium, on the network',
    start: () => import('./fdm-network/main.ts'),
  },
  'fdm-serial': {
    what: 'fiscal data module of GKS 1 for Belgium, behind a converter of serial lines',
    start: () => import('./fdm-serial/main.ts'),
  },
  noviapi: {
    what: 'fiscal printer of Novitus for Poland (NoviApi), with its memory',
    start: () => import('./noviapi/main.ts'),
  },
  posnet: {
    what: 'fiscal printer of Posnet for Poland, with its memory',
    start: () => import('./posnet/main.ts'),
  },
  thermal: {
    what: 'fiscal printer for Poland with the old Thermal protocol',
    start: () => import('./thermal/main.ts'),
  },
  nav: {
    what: 'NAV Online Számla 3.0, the reporting of invoices of Hungary',
    start: () => import('./nav/main.ts'),
  },
  fiskaly: {
    what: 'fiskaly SIGN DE v2, a TSE in the cloud for Germany',
    start: () => import('./fiskaly/main.ts'),
  },
  'hu-fam': {
    what: 'e-cash register of Hungary in the cloud (FAM), with its documents',
    start: () => import('./hu-fam/main.ts'),
  },
  'hu-json': {
    what: 'fiscal printer for Hungary that takes JSON commands, with its memory',
    start: () => import('./hu-json/main.ts'),
  },
  printer: {
    what: 'receipt printer (ESC/POS) on the network, with drawer',
    start: () => import('./receipt-printer/main.ts'),
  },
  display: {
    what: 'line display for customers (ESC/POS or CD5220) on the network',
    start: () => import('./line-display/main.ts'),
  },
};

const name = process.argv[2] ?? '';

if (Object.hasOwn(EMULATORS, name)) {
  await EMULATORS[name]!.start();
} else {
  const list = Object.entries(EMULATORS).map(([known, { what }]) => `  ${known.padEnd(14)} ${what}\n`);
  process.stderr.write(`Usage: npm run emulate -- NAME [--help]\n\n${list.join('')}`);
  process.exitCode = 2;
}
