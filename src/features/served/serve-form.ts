/** The form of the dialog that gives papers to people. It lists all people of a home, and some of them are chosen. */
import { z } from 'zod';
import { maybeDay } from '../../shared/fields.ts';
import { StoredFile } from '../file/file.ts';
import { METHODS, type Paper, type Person, type Place, RECIPIENT_KINDS, ServedInput } from './served.ts';

const TIME = /^([01]?\d|2[0-3]):[0-5]\d$/;

const FormPerson = z.object({
  chosen: z.boolean(),
  kind: z.enum(RECIPIENT_KINDS),
  tenantId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
});

export const ServeForm = z
  .object({
    papers: z.array(z.object({ chosen: z.boolean(), versionId: z.string() })),
    people: z.array(FormPerson),
    method: z.enum(METHODS),
    methodNote: z.string(),
    day: maybeDay('Day').form,
    time: z.string().refine((time) => time === '' || TIME.test(time), 'Enter a time such as 14:30'),
    message: z.string(),
    proof: StoredFile.nullable(),
    place: z.object({ tenancyId: z.string().nullable(), propertyId: z.string().nullable() }),
  })
  .transform(({ papers, people, time, proof, place, ...rest }, context) => {
    const addressed = rest.method === 'email' ? 'email' : 'address';
    const chosen = people.flatMap((person, index) => (person.chosen ? { ...person, index } : []));
    const input = {
      ...rest,
      ...place,
      time: time === '' ? null : time.padStart(5, '0'),
      versionIds: papers.filter((paper) => paper.chosen).map(({ versionId }) => versionId),
      recipients: chosen.map(({ kind, tenantId, name, [addressed]: address }) => ({ kind, tenantId, name, address })),
      proof: proof && { url: proof.url },
    };
    const checked = ServedInput.safeParse(input);
    if (checked.success) return checked.data;
    for (const { path, message } of checked.error.issues)
      context.addIssue({ code: 'custom', path: fieldOf(path, { addressed, chosen }), message });
    return z.NEVER;
  });

type Chosen = { addressed: 'email' | 'address'; chosen: readonly { index: number }[] };

/** Maps a field of the input to the form's field, as the lists of the input contain only chosen elements. */
function fieldOf(path: readonly PropertyKey[], { addressed, chosen }: Chosen): PropertyKey[] {
  const [list, place, part] = path;
  if (list === 'versionIds') return ['papers', 0, 'chosen'];
  if (list !== 'recipients') return [...path];
  if (typeof place !== 'number') return ['people', 0, 'chosen'];
  return ['people', chosen[place]?.index ?? 0, part === 'address' ? addressed : 'name'];
}

/** A person who is not recorded for the home. */
export const SOMEBODY_ELSE: Person = {
  kind: 'other',
  tenantId: null,
  tenancyId: null,
  name: '',
  email: '',
  address: '',
};

/** Preselects the people who must still get the chosen paper, and the paper if it is the only one. */
export function startOf(
  { papers, people, place }: { papers: readonly Paper[]; people: readonly Person[]; place: Place },
  documentId: string | undefined,
): z.input<typeof ServeForm> {
  const chosenId = documentId ?? (papers.length === 1 ? papers[0]?.documentId : undefined);
  const missing = papers.filter((paper) => paper.documentId === chosenId).flatMap((paper) => paper.missing);
  const isMissing = (person: Person) =>
    missing.some(
      ({ kind, tenantId, name }) => kind === person.kind && tenantId === person.tenantId && name === person.name,
    );
  return {
    papers: papers.map((paper) => ({ chosen: paper.documentId === chosenId, versionId: paper.versionId })),
    people: people.map((person) => ({
      chosen: isMissing(person),
      kind: person.kind,
      tenantId: person.tenantId,
      name: person.name,
      email: person.email,
      address: person.address,
    })),
    method: 'email',
    methodNote: '',
    day: '',
    time: '',
    message: '',
    proof: null,
    place: { tenancyId: place.tenancyId ?? null, propertyId: place.propertyId ?? null },
  };
}
