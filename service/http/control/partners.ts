/** /control/partners: packages of certified POS software (doc 3, Portugal rule 9), from this machine only. */
import express, { Router } from 'express';
import { readJson } from '../../receipt/json.ts';
import type { Attributes } from '../../settings/attributes.ts';
import { KeyError } from '../../settings/keys.ts';
import { PartnerError, type Partner } from '../../settings/partner-package.ts';
import type { Partners } from '../../settings/partners.ts';
import { wantedPartner, type ProgramChoice } from '../../settings/program.ts';

const MAX_PACKAGE_BYTES = 20_000;

/** Routes that import partner packages and list them. No answer holds a private key. */
export function partnerRoutes(
  partners: Partners,
  program: ProgramChoice,
  attributes: () => Attributes,
): Router {
  const router = Router();
  const shown = ({ reference, product, producer, version, certificate, keyVersion, serial }: Partner) => ({
    reference,
    product,
    ...(version !== undefined && { version }),
    producer: producer.name,
    certificate,
    keyVersion,
    serial,
    active: reference === program.reference,
  });

  router.get('/control/partners', (_request, response) => {
    response.json({
      partners: partners.list.map(shown),
      wanted: wantedPartner(attributes()),
      missing: program.partnerMissing,
      restartNeeded: program.restartNeeded(attributes()),
    });
  });

  router.post(
    '/control/partners',

    // As text: the parser of express quotes a broken body in its message, and with it the key.
    express.text({ type: 'application/json', limit: MAX_PACKAGE_BYTES }),
    async (request, response) => {
      const body: unknown = request.body;
      if (typeof body !== 'string') {
        response.status(415).json({ error: 'send the package as application/json' });
        return;
      }
      const read = readJson(body);
      if ('issue' in read) {
        response.status(400).json({ error: read.issue.text });
        return;
      }
      try {
        response.json(shown(await partners.import(read.tree)));
      } catch (error) {
        if (!(error instanceof PartnerError || error instanceof KeyError)) throw error;
        response.status(400).json({ error: error.message });
      }
    },
  );
  return router;
}
