/** The parts of a form that is in tabs. */

type FormTab<Name extends string> = { value: Name; label: string };

/** At least one. */
export type FormTabList<Name extends string> = readonly [FormTab<Name>, ...FormTab<Name>[]];

/** The tab that an address asks for; the first where it asks for none of them. */
export function tabNamed<Name extends string>(tabs: FormTabList<Name>, name: string | undefined): Name {
  return tabs.find(({ value }) => value === name)?.value ?? tabs[0].value;
}
