/** The sentences of a noun's screens, in the specification's pattern: `recordTexts({ one: 'supplier', many: 'suppliers' })`. */
import { capitalise } from './text.ts';

export type RecordTexts = ReturnType<typeof recordTexts>;

/** Also the words of loading, failing and deleting; a noun that the specification words otherwise overrides single ones. */
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
    /** In the empty list, and on the button above a list. */
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
