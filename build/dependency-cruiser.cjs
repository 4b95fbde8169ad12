/**
 * The arrows of the house: which room may import what. The table in
 * docs/architecture.md says the same in words.
 */

const test = '\\.(test|suite)\\.tsx?$|/testing/';

/** Files without a room of their own that every room of the service may use. */
const common = [
  '^service/wire\\.ts$',
  '^service/locales\\.ts$',
  '^service/log\\.ts$',
  '^service/clock\\.ts$',
  '^service/(command-line|interruption|progress)\\.ts$',
  '^service/network\\.ts$',
  '^service/(node-process|normal-form)\\.ts$',
  '^service/certificates/',
];
// The contract and the list that finds a country by its code; the modules behind it stay unknown.
const countries = '^service/countries/(contract/.+|[^/]+)\\.ts$';

/** Room (a pattern; its groups may be used on the right) and the files it may import besides its own. */
const rooms = [
  ['^service/(receipt)/', []],
  ['^service/(certificates)/', []],
  ['^service/(tse-export)/', []],
  ['^service/(register)/', ['^service/(receipt|journal|settings|signing)/', countries]],
  ['^service/(countries/base)/', ['^service/receipt/', '^service/countries/contract/']],
  [
    '^service/(countries/[^/]+)/',
    [
      '^service/receipt/',
      '^service/countries/(contract|base)/',
      // What the contract says of them, the drivers' own contract says.
      '^service/devices/(control-unit|fdm|fiscal-printer|ppekk|tse)/contract\\.ts$',
      // The bytes that a TSE signs, for audits.
      '^service/devices/tse/log-message\\.ts$',
    ],
  ],
  // The list of countries and their contract.
  ['^service/(countries)/[^/]+$', ['^service/receipt/', '^service/countries/']],
  ['^service/(threads)/', []],
  ['^service/(signing)/', ['^service/threads/']],
  ['^service/(sqlite)/', ['^service/threads/']],
  ['^service/(journal)/', ['^service/(receipt|sqlite)/']],
  ['^service/(instances)/', ['^service/(journal|settings)/']],
  ['^service/(mark)/', ['^service/(receipt|journal|settings)/']],
  ['^service/(access)/', []],
  // What EInvoice_Routes may say is checked when it is set.
  [
    '^service/(settings)/',
    ['^service/(journal|receipt|access)/', '^service/e-invoicing/(routes|formats)\\.ts$', countries],
  ],
  // Long receipts are laid out where they are rendered.
  ['^service/(render)/', ['^service/(receipt|threads)/', '^service/register/paper/paper\\.ts$']],
  // Card numbers are the same in receipts and in log lines.
  ['^service/(log)/', ['^service/receipt/luhn\\.ts$']],
  ['^service/(disk)/', ['^service/(receipt|log)/']],
  ['^service/(trail)/', ['^service/receipt/']],
  ['^service/(support)/', ['^service/(receipt|log|settings)/']],
  ['^service/(out-of-order)/', ['^service/(receipt|journal|register)/']],
  ['^service/(devices/[^/]+)/', ['^service/devices/ports/', '^service/tse-export/']],
  // Authorities and devices in small; of the product only the demo uses them.
  [
    '^service/(emulators)/',
    // A printer draws QR codes and pictures; what it prints stays unknown to it.
    ['^service/(receipt|countries|devices|e-invoicing)/', '^service/render/(bwip|png|qr)\\.ts$'],
  ],
  [
    '^service/(tse)/',
    [
      '^service/devices/tse/',
      '^service/countries/contract/',
      '^service/tse-export/',
      '^service/settings/(attribute-types|durable-file)\\.ts$',
    ],
  ],
  ['^service/(fdm)/', ['^service/devices/', '^service/countries/contract/']],
  ['^service/(at-signing)/', ['^service/(receipt|settings|devices|access)/']],
  ['^service/(exports)/', ['^service/(receipt|register|journal)/', countries]],
  ['^service/(backup)/', ['^service/(receipt|register|journal|exports|settings|audit|log)/', countries]],
  [
    '^service/(http)/',
    [
      '^service/(receipt|register|journal|exports|backup|render|printing|settings|devices|disk|at-signing|access|e-invoicing|integration|log|threads|trail|support|setup)/',
      // The paper of a demo is on a page.
      '^service/demo/printer\\.ts$',
      countries,
    ],
  ],
  // What a POS developer looks at: calls, what was shown, examples.
  [
    '^service/(integration)/',
    ['^service/(receipt|register|log)/', '^service/settings/durable-file\\.ts$', countries],
  ],
  // Setting up a register: what is configured, what is missing, its first receipt.
  [
    '^service/(setup)/',
    [
      '^service/(receipt|register)/',
      '^service/settings/attributes\\.ts$',
      '^service/integration/examples\\.ts$',
      countries,
    ],
  ],
  ['^service/(audit)/', ['^service/(receipt|journal|mark|tse-export)/', countries]],
  ['^service/(demo)/', ['^service/(receipt|register|emulators)/', countries]],
  ['^service/(files)/', ['^service/(receipt|register|journal)/', countries]],
  ['^service/(printing)/', ['^service/(receipt|register|journal|render|settings|devices)/']],
  ['^service/(lan)/', ['^service/(receipt|register|journal|exports|settings)/', countries]],
  [
    '^service/(e-invoicing)/',
    [
      '^service/(receipt|register|render|threads)/',
      '^service/countries/base/(http-client|clean|xml-writer)\\.ts$',
      countries,
    ],
  ],
  ['^service/(recorder)/', ['^service/(receipt|settings)/']],
  // A product of its own; it shares how to listen, to show an interface and to print receipts, to keep passwords, to write a country's exports and to name files of the journal.
  [
    '^service/(portal)/',
    [
      '^service/(receipt|access|sqlite)/',
      // PDF files of archived e-invoices are made as the register makes them.
      '^service/e-invoicing/documents\\.ts$',
      // Archives that countries want signed.
      '^service/countries/base/ec-key\\.ts$',
      '^service/(http/(door/listen|docs/api-docs|page-files|missing-page|allowed-methods)|run/data-root|version|exports/(archive|days)|register/(paper/paper|invoices/(e-invoicing|invoice-record))|render/(file-name|long-forms|papers|pdf|qr)|journal/segments/name)\\.ts$',
      countries,
    ],
  ],
];

const roomRules = rooms.map(([room, allowed]) => ({
  name: `room ${room}`,
  comment: 'This room may not import that one: see the table of rooms in docs/architecture.md.',
  severity: 'error',
  from: { path: room, pathNot: test },
  to: { path: '^(main|renderer|service|e2e)/', pathNot: ['^service/$1/', ...common, ...allowed] },
}));

/** Packages known to one room only. Types are gone at run time and may go anywhere. */
const packageRules = [
  [['express'], '^service/(http|portal/api)/'],
  [['sequelize'], '^service/portal/database/'],
  [['pg'], '^service/(portal/database|journal/postgres)/'],
  [['@peculiar'], '^service/certificates/'],
  [['nodemailer'], '^service/(portal/mail|e-invoicing/channels)/'],
  [['@e-invoice-eu'], '^service/e-invoicing/'],
  [['stdnum'], '^service/countries/'],
  [['xml-crypto', '@xmldom'], '^service/countries/base/'],
  [['yazl'], '^service/exports/'],
  [['yauzl'], '^service/(backup|audit)/'],
  [['electron'], '^main/'],
  [['electron-updater'], '^main/update/updater\\.ts$'],
].map(([names, home]) => ({
  name: `package ${names.join(', ')}`,
  comment: `Only ${home} may import ${names.join(', ')}.`,
  severity: 'error',
  from: { path: '^(main|renderer|service)/', pathNot: [home, test] },
  to: { path: `(^|/)node_modules/(${names.join('|')})/`, dependencyTypesNot: ['type-only'] },
}));

module.exports = {
  forbidden: [
    {
      name: 'SQLite of Node',
      // The TSE of tests and demos answers at once, and nobody sells with it.
      comment: 'Its calls keep the event loop waiting: service/sqlite gives each connection a thread.',
      severity: 'error',
      from: { path: '^(main|renderer|service)/', pathNot: ['^service/(sqlite|devices/tse/software)/', test] },
      to: { path: '^(node:)?sqlite$', dependencyTypes: ['core'] },
    },
    {
      name: 'no circle',
      comment: 'Files that import each other in a circle cannot be understood or tested alone.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'unknown import',
      comment: 'The import leads nowhere: a typing error, or a package missing in package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'main starts the service, it does not import it',
      severity: 'error',
      from: { path: '^main/', pathNot: test },
      to: { path: '^(service|renderer|e2e)/', pathNot: ['^service/(wire|log/mask)\\.ts$'] },
    },
    {
      name: 'main takes only types from the service',
      comment: 'And what masks secrets: a second way to do it would mask less.',
      severity: 'error',
      from: { path: '^main/', pathNot: test },
      to: { path: '^service/', pathNot: ['^service/log/mask\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer talks to the service over HTTP',
      severity: 'error',
      from: { path: '^renderer/', pathNot: test },
      to: {
        path: '^(service|main|e2e)/',
        pathNot: [
          '^service/wire\\.ts$',
          '^service/countries/contract/described-page/[^/]+\\.ts$',
          '^service/(access|countries/[^/]+|at-signing|demo|printing|register|settings|setup|e-invoicing|integration|backup|disk|log|support|trail)/wire\\.ts$',
          '^main/bridge\\.ts$',
        ],
      },
    },
    {
      name: 'renderer takes only types from its neighbours',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(service|main)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'devices take only types of log and clock, words for network errors, forms of letters, and processes',
      comment: 'A device gets what it needs from who makes it.',
      severity: 'error',
      from: { path: '^service/devices/', pathNot: test },
      to: {
        path: '^service/[^/]+$',
        pathNot: '^service/(network|node-process|normal-form)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing imports a test',
      comment: 'Tests, their helpers and the programs of e2e are left out of the product.',
      severity: 'error',
      from: { pathNot: `${test}|^e2e/` },
      to: { path: test, pathNot: '^e2e/' },
    },
    {
      name: 'runs without development packages',
      comment: 'The service and the shell are installed with `dependencies` only.',
      severity: 'error',
      from: { path: '^(service|main)/', pathNot: test },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        // The shell's updater is built into the shell.
        pathNot: '(^|/)node_modules/(electron|electron-updater|@types)/',
      },
    },
    ...roomRules,
    ...packageRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
};
