/** A noun's screen texts in the specification's pattern: `recordTexts({ one: 'supplier', many: 'suppliers' })`. */
import type { ChangedBy } from '../app-error.ts';
import { capitalise } from '../text.ts';

export type RecordTexts = ReturnType<typeof recordTexts>;

/** Nouns for which the specification has other wording override some of these texts. */
export function recordTexts({ one, many }: { one: string; many: string }) {
  const [One, Many] = [capitalise(one), capitalise(many)];
  return {
    one,
    One,
    title: Many,
    addTitle: `Add New ${One}`,
    editTitle: `Edit ${One}`,
    detailTitle: `${One} Details`,
    search: `Search ${many}`,
    searchPlaceholder: `Search ${many}...`,
    loadingList: `Loading ${many}...`,
    loadingOne: `Loading ${One}...`,
    empty: `No ${many} found`,
    /** `addFirst` is shown in an empty list, and `add` on the button above a list. */
    addFirst: `Add a ${one}`,
    add: `Add ${One}`,
    update: `Update ${One}`,
    added: `${One} added successfully!`,
    updated: `${One} updated successfully!`,
    deleted: `${One} deleted successfully`,
    notFound: `${One} not found`,
    listFailed: `Failed to load ${many}`,
    addFailed: `Failed to add ${one}`,
    updateFailed: `Failed to update ${one}`,
    editLoadFailed: `Error loading ${one} data`,
    detailFailed: `There was an error loading the ${one} details.`,
    deleteFailed: `There was an error deleting the ${one}.`,
    deleteTitle: `Delete ${One}`,
    deleteQuestion: `Are you sure you want to delete this ${one}?`,
    signInToAdd: `You must be logged in to add a ${one}`,
    signInToEdit: `You must be logged in to edit ${many}`,
    signInToUpdate: `You must be logged in to update a ${one}`,
    signInToView: `You must be logged in to view ${one} details`,
    signInToDelete: `You must be logged in to delete a ${one}`,
  };
}

export function conflictText(thing: string, by?: ChangedBy): string {
  if (by?.you) return `You changed this ${thing} in another tab or device.`;
  return `${by?.name ?? 'Someone else'} has changed this ${thing} since you opened it.`;
}

/** Returns a text such as 'The other changes are saved with yours: Phone and Notes.' */
export function mergedFieldsText(labels: readonly string[]): string {
  const list = labels.length > 3 ? [...labels.slice(0, 2), `${labels.length - 2} more`] : labels;
  return `The other changes are saved with yours: ${new Intl.ListFormat('en-GB').format(list)}.`;
}

type Words = Pick<RecordTexts, 'one' | 'add'>;

export function outcomeUnknownText({ one, add }: Words): string {
  return `We do not know whether this ${one} was saved. Select ${add} again: it will not be added twice.`;
}

export function createdThenDeletedText({ one, add }: Words): string {
  return `This ${one} was saved earlier and has since been deleted. Select ${add} to add it again.`;
}
