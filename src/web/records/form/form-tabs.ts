type FormTab<Name extends string> = { value: Name; label: string };

export type FormTabList<Name extends string> = readonly [FormTab<Name>, ...FormTab<Name>[]];

export function tabNamed<Name extends string>(tabs: FormTabList<Name>, name: string | undefined): Name {
  return tabs.find(({ value }) => value === name)?.value ?? tabs[0].value;
}
