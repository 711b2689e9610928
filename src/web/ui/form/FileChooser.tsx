/** The hidden input behind a button that chooses files: a click on its ref opens the browser's dialog. */
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> & { onFiles: (files: File[]) => void };

export function FileChooser({ onFiles, ...rest }: Props) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        const files = Array.from(currentTarget.files ?? []);
        currentTarget.value = ''; // so that the same file can be chosen again
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
