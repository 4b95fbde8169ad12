/** GET /cer/{Serial}: public keys and certificates (doc 2). GET /control/fiscal.pem: the one that a register signs with. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Router, type Response } from 'express';
import { signingSerial } from '../register/country-work.ts';
import type { Registers } from '../register/registers.ts';
import { namedRegister } from './request/named-register.ts';

/** Routes for the files of the certificate folder. */
export function certificateRoutes(folder: string): Router {
  const router = Router();
  router.get('/cer/:serial', (request, response) => sendKey(folder, request.params.serial, response));
  return router;
}

/** The public key that fits what a register signs now, for whoever audits it and knows no serial. */
export function fiscalKeyRoutes(registers: Registers, folder: string): Router {
  const router = Router();
  router.get('/control/fiscal.pem', async (request, response) => {
    const { rn, issues } = namedRegister(request);
    const register = issues.length === 0 ? await registers.find(rn) : null;
    await sendKey(folder, (register && signingSerial(register)) ?? '', response);
  });
  return router;
}

async function sendKey(folder: string, serial: string, response: Response): Promise<void> {
  // A serial is a plain word, so that no other file can be reached.
  const pem = /^[A-Za-z0-9-]{1,100}$/.test(serial)
    ? await fs.readFile(path.join(folder, `${serial}.pem`)).catch(() => null)
    : null;
  if (pem) response.type('application/x-pem-file').send(pem);
  else response.status(404).type('text/plain').send('no such certificate');
}
