/** /repair/{token}: pages without JavaScript for tenants, posters and suppliers, who have no account. */
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../server/services.server.ts';
import type { AccountServices } from '../account/routes.server.ts';
import { goneLink, limitedOpen, secretPage, sendSecretFile } from '../guest-link/secret-page.server.ts';
import { REPAIR_PATH } from '../repair/links.server.ts';
import { NUMBERS } from './forms.server.ts';
import { FORMER, type PosterLink, repairGuests, type TenantLink } from './guest.server.ts';
import { duplicateOf, firstOf, parseReport } from './repair-link.ts';
import { addFiles, type Outcome, outcomeOf, type Step, supplierStep, tenantStep } from './steps.server.ts';
import { jobPage } from './supplier-page.server.ts';
import { homePage, repairPage, sentPage } from './tenant-pages.server.ts';
import { type GuestForm, guestUploads } from './uploads.server.ts';

const NO_LINK = 'This link no longer works.';
const PATH = `${REPAIR_PATH}/:token`;

type Shown = Exclude<Outcome, 'done' | 'gone'>;

/** Must be registered before the origin check. */
export function repairPages(app: Hono<AppEnv>, services: AccountServices): void {
  const guests = repairGuests(services);
  const uploads = guestUploads(services);
  const limited = limitedOpen(services);
  const now = () => services.clock.now();
  const tokenOf = (c: Context<AppEnv>) => c.req.param('token') ?? '';
  const pathOf = (c: Context<AppEnv>) => `${REPAIR_PATH}/${tokenOf(c)}`;
  const gone = (c: Context<AppEnv>) => goneLink(c, html`<p>In an emergency: ${NUMBERS}</p>`);

  /** The first page of a link. `after` is the outcome of a refused form. */
  async function openLink(c: Context<AppEnv>, after?: Shown): Promise<Response> {
    const link = await limited(c, () => guests.link(tokenOf(c)));
    if (!link) return gone(c);
    const job = link.kind === 'supplier' ? await guests.job(tokenOf(c)) : undefined;
    setStatus(c, after);
    const page = { path: pathOf(c), ...after };
    if (link.kind !== 'supplier') return homePage(c, link, page);
    return job ? jobPage(c, job, page) : gone(c);
  }

  /** Undefined for a number that does not exist, or that is another tenant's repair. */
  const repairOf = (c: Context<AppEnv>) =>
    limited(c, async () => {
      const number = c.req.param('number') ?? '';
      return /^\d{1,9}$/.test(number) ? guests.repair(tokenOf(c), Number(number)) : undefined;
    });

  async function openRepair(c: Context<AppEnv>, after?: Shown): Promise<Response> {
    const repair = await repairOf(c);
    if (!repair) return gone(c);
    setStatus(c, after);
    return repairPage(c, repair, { path: pathOf(c), now: now(), ...after });
  }

  /** Undefined for a link that may not send forms. */
  async function receivedForm(c: Context<AppEnv>, pdf: boolean): Promise<GuestForm | undefined> {
    const token = tokenOf(c);
    const owner = await limited(c, () => guests.account(token));
    return owner ? uploads.read(c, { token, owner, pdf }) : undefined;
  }

  const performed = (c: Context<AppEnv>, form: GuestForm, step: Step) =>
    outcomeOf(form, firstOf(form.values, 'action'), step, (work) => guests.acting(tokenOf(c), work));

  app.get(PATH, (c) => secretPage(c, () => openLink(c)));

  app.post(PATH, (c) =>
    secretPage(c, async () => {
      const link = await limited(c, () => guests.link(tokenOf(c)));
      if (!link) return gone(c);
      if (link.kind === 'tenant' && link.former) return openLink(c, { sentence: FORMER });
      const form = await receivedForm(c, link.kind === 'supplier');
      if (!form) return gone(c);
      if (link.kind !== 'supplier') return report(c, link, form);
      const outcome = await performed(c, form, supplierStep(form, now()));
      if (outcome === 'gone') return gone(c);
      return outcome === 'done' ? c.redirect(pathOf(c), 303) : openLink(c, outcome);
    }),
  );

  /** Adds a report, or adds to the open repair if the tenant confirmed that it is the same problem. */
  async function report(c: Context<AppEnv>, link: TenantLink | PosterLink, form: GuestForm): Promise<Response> {
    const token = tokenOf(c);
    const { values, files, kept, problem } = form;
    const { data, errors } = parseReport(values, { named: link.kind === 'poster', now: now() });
    const duplicate = data && link.kind === 'tenant' ? duplicateOf(link.repairs, data.category, now()) : undefined;
    const same = firstOf(values, 'same');
    if (duplicate && same === '' && !problem) {
      const typed = { action: 'report', values, errors: {}, kept };
      return homePage(c, link, { path: pathOf(c), typed, duplicate });
    }
    let number = duplicate?.number ?? 0;
    const isAddition = same === String(number);
    const step: Step = data
      ? {
          work: async (act) => {
            await act('tenant', 'message', { number, text: data.description });
            await addFiles(act, 'tenant', files, { number });
          },
        }
      : { errors };
    const outcome = await outcomeOf(form, 'report', step, async (add) => {
      if (!data || isAddition) return guests.acting(token, add);
      number = await guests.report(token, data, (act, reported) =>
        addFiles(act, 'tenant', files, { number: reported, key: data.key }),
      );
    });
    if (outcome === 'gone') return gone(c);
    if (outcome !== 'done') return openLink(c, outcome);
    return c.redirect(`${pathOf(c)}/${link.kind === 'poster' ? `sent?number=${number}` : number}`, 303);
  }

  app.get(`${PATH}/files/:event`, (c) =>
    secretPage(c, async () => {
      const event = c.req.param('event') ?? '';
      const file = await limited(c, async () =>
        /^[0-9a-f-]{36}$/.test(event) ? guests.file(tokenOf(c), event) : undefined,
      );
      return file ? sendSecretFile(services, c, file) : gone(c);
    }),
  );

  // The script uploads each file here, then submits the content of the response with the form.
  app.post(`${PATH}/files`, (c) =>
    secretPage(c, async () => {
      const link = await limited(c, () => guests.link(tokenOf(c)));
      const form = link && (await receivedForm(c, link.kind === 'supplier'));
      if (!form) return c.json({ message: NO_LINK }, 404);
      const [kept] = form.kept;
      return kept ? c.json(kept, 201) : c.json({ message: form.problem ?? 'Choose a file' }, 422);
    }),
  );

  app.get(`${PATH}/sent`, (c) =>
    secretPage(c, async () => {
      const link = await limited(c, () => guests.link(tokenOf(c)));
      return link?.kind === 'poster' ? sentPage(c, link, c.req.query('number') ?? '') : gone(c);
    }),
  );

  app.get(`${PATH}/:number`, (c) => secretPage(c, () => openRepair(c)));

  app.post(`${PATH}/:number`, (c) =>
    secretPage(c, async () => {
      const repair = await repairOf(c);
      if (!repair) return gone(c);
      if (repair.former) return openRepair(c, { sentence: FORMER });
      const form = await receivedForm(c, false);
      if (!form) return gone(c);
      const outcome = await performed(c, form, tenantStep(form, repair.number, now()));
      if (outcome === 'gone') return gone(c);
      return outcome === 'done' ? c.redirect(`${pathOf(c)}/${repair.number}`, 303) : openRepair(c, outcome);
    }),
  );
}

function setStatus(c: Context<AppEnv>, after: Shown | undefined): void {
  if (after) c.status('typed' in after ? 422 : 409);
}
