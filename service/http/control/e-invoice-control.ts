/** /control/e-invoices: the e-invoices of a register on the control page, and the ways they are handed over. */
import { Router, type Response } from 'express';
import type { ProfileAttributes } from '../../countries/contract/services.ts';
import { isMailAddress } from '../../e-invoicing/addresses.ts';
import { SECRETS } from '../../e-invoicing/contract.ts';
import { FORMATS } from '../../e-invoicing/formats.ts';
import { CHANNELS } from '../../e-invoicing/routes.ts';
import type { EInvoicingService } from '../../e-invoicing/service.ts';
import { SETTINGS, settingProblem } from '../../e-invoicing/settings.ts';
import type { ChannelTest, InvoicesOverview, SettingName } from '../../e-invoicing/wire.ts';
import type { Journal } from '../../journal/journal.ts';
import { isTree, type Tree } from '../../receipt/tree.ts';
import type { HandOverAction } from '../../register/invoices/hand-overs.ts';
import type { Registers } from '../../register/registers.ts';
import { AttributeValueError } from '../../settings/attribute-check.ts';
import { withAttribute, withoutAttribute } from '../../settings/attribute-edit.ts';
import { isProvenManager } from '../door/access-guard.ts';
import { actorOf } from '../request/actor.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { invoiceRows } from './invoice-rows.ts';
import { namedRegister } from '../request/named-register.ts';
import type { ChangeProfile } from './profile-page.ts';
import { queryOf } from '../request/query.ts';

/** What the routes work with. */
export interface EInvoiceControlSources {
  journal: Journal;
  registers: Registers;
  eInvoicing: EInvoicingService;
  attributes: () => ProfileAttributes;
  change: ChangeProfile;
}

const MAX_REASON = 200;
/** Invoices that are listed when nobody asks for more, and at most. */
const ROWS = 50;
const MOST_ROWS = 1000;

/** Routes of the page for e-invoices. */
export function eInvoiceControlRoutes({
  journal,
  registers,
  eInvoicing,
  attributes,
  change,
}: EInvoiceControlSources): Router {
  const router = Router();

  router.get('/control/e-invoices', async (request, response) => {
    const { rn } = namedRegister(request);
    const register = await registers.find(rn);
    const asked = Number(queryOf(request).get('rows') ?? ROWS);
    const rows = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, MOST_ROWS) : ROWS;
    const listed = register ? await invoiceRows(journal, register, rows) : { invoices: [], more: false };
    const overview: InvoicesOverview = {
      ...listed,
      systems: eInvoicing.systems(),
      failures: register?.handOvers.failures() ?? [],
      secrets: Object.fromEntries(
        SECRETS.map((name) => [name, eInvoicing.secrets.of(name, addressOf(name)) !== null]),
      ) as InvoicesOverview['secrets'],
      forms: [...FORMATS.keys()],
      settings: Object.fromEntries(
        SETTINGS.map((name) => [name, attributes().text(name) ?? '']),
      ) as InvoicesOverview['settings'],
    };
    response.set('cache-control', 'no-store').json(overview);
  });
  const addressOf = (name: (typeof SECRETS)[number]) => {
    if (name === 'mail') return attributes().text('EInvoice_Mail') ?? '';
    const isTest = name === 'access-point-test';
    return (isTest ? attributes().text('EInvoice_TestUrl') : attributes().text('EInvoice_Url')) ?? '';
  };

  router.post('/control/e-invoices/secret', settingsBody, async (request, response) => {
    const body = readBody(request);
    const tree = 'issue' in body ? {} : body.tree;
    const name = SECRETS.find((one) => one === tree.name);
    const { secret } = tree;
    if (name === undefined || typeof secret !== 'string') {
      wrong(response, `send {"name": ${SECRETS.map((one) => `"${one}"`).join(' | ')}, "secret": "…"}`);
      return;
    }
    const problem = await eInvoicing.secrets.set(name, secret, addressOf(name));
    if (problem === null) response.json({});
    else wrong(response, problem);
  });

  router.post('/control/e-invoices/settings', settingsBody, async (request, response) => {
    const body = readBody(request);
    const values = 'issue' in body ? null : settingsIn(body.tree);
    if (values === null) {
      wrong(response, 'send {"values": {"EInvoice_…": "…"}}; an empty text removes one');
      return;
    }
    const fields: Record<string, string> = {};
    for (const [name, value] of values) {
      const problem = value === '' ? null : settingProblem(name, value);
      if (problem !== null) fields[name] = problem;
    }
    if (Object.keys(fields).length > 0) {
      wrong(response, `wrong values: ${Object.keys(fields).join(', ')}`, fields);
      return;
    }
    const changed = (before: string) =>
      values.reduce(
        (text, [name, value]) =>
          value === '' ? withoutAttribute(text, name) : withAttribute(text, name, value),
        before,
      );
    try {
      await change({ attributes: changed, by: actorOf(request, response) }, isProvenManager(response));
      response.json({});
    } catch (error) {
      if (!(error instanceof AttributeValueError)) throw error;
      wrong(response, error.message);
    }
  });

  router.post('/control/e-invoices/test', settingsBody, async (request, response) => {
    const body = readBody(request);
    const tree = 'issue' in body ? {} : body.tree;
    const channel = CHANNELS.find((one) => one === tree.channel);
    if (channel === undefined || typeof tree.test !== 'boolean') {
      wrong(
        response,
        `send {"channel": ${CHANNELS.map((one) => `"${one}"`).join(' | ')}, "test": true | false}`,
      );
      return;
    }
    const trouble = await eInvoicing.test(channel, tree.test);
    response.json({ cause: trouble?.cause ?? null } satisfies ChannelTest);
  });

  router.post('/control/e-invoices/decide', settingsBody, async (request, response) => {
    const body = readBody(request);
    const tree = 'issue' in body ? {} : body.tree;
    const { rn } = namedRegister(request);
    const register = await registers.find(rn);
    const decision = decisionIn(tree);
    const { sq } = tree;
    if (!register || typeof sq !== 'number' || !decision) {
      wrong(
        response,
        'send {"sq": N, "action": "again"}, {"sq": N, "action": "settle", "reason": "…"} or {"sq": N, "action": "send", "to": "name@shop.example"}',
      );
      return;
    }
    if (decision.action === 'send' && !isMailAddress(decision.to)) {
      wrong(response, 'to must be one mail address', { to: 'mail' });
      return;
    }
    if (await register.handOvers.decide(sq, decision)) {
      register.handOverSoon();
      response.json({});
    } else wrong(response, `no invoice of record ${sq} waits for a decision such as this`);
  });
  return router;
}

/** What a person decides; null for nothing that there is. */
function decisionIn({ action, reason, to }: Tree): HandOverAction | null {
  if (action === 'again') return { action };
  if (action === 'settle' && typeof reason === 'string' && reason.trim() !== '')
    return { action, reason: reason.trim().slice(0, MAX_REASON) };
  return action === 'send' && typeof to === 'string' ? { action, to: to.trim() } : null;
}

/** Attributes with their values; null where there is anything else. */
function settingsIn({ values }: Tree): [SettingName, string][] | null {
  if (!isTree(values)) return null;
  const known: [SettingName, string][] = [];
  for (const [name, value] of Object.entries(values)) {
    const setting = SETTINGS.find((one) => one === name);
    if (setting === undefined || typeof value !== 'string') return null;
    known.push([setting, value.trim()]);
  }
  return known.length > 0 ? known : null;
}

function wrong(response: Response, message: string, fields?: Record<string, string>): void {
  const error = { code: '#TYPE', message, warnings: [], ...(fields && { fields }) };
  response.status(400).json({ error });
}
