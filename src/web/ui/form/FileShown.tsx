import ImageIcon from 'lucide-react/icons/image';
import { type ReactNode, useCallback, useState } from 'react';
import { Icon, type IconShape } from '../display/Button.tsx';

export type ShownFile = {
  /** The original name, shown as text only. */
  name?: string | undefined;
  detail?: string | undefined;
  href?: string | undefined;
  /** The picture or its URL. Null while it is not available yet. */
  picture?: string | Blob | null | undefined;
};

export function FileMark({ of }: { of: IconShape }) {
  return (
    <span className="grid h-9 w-8 flex-none place-items-center rounded-mark border border-line bg-surface text-ink-3">
      <Icon of={of} />
    </span>
  );
}

type PictureProps = { src: string | Blob | null; name: string };

export function FilePicture({ src, name }: PictureProps) {
  const [broken, setBroken] = useState<string | Blob | null>(null);
  const address = typeof src === 'string' ? src : undefined;
  const showBlob = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !(src instanceof Blob)) return undefined;
      const made = URL.createObjectURL(src);
      image.src = made;
      return () => URL.revokeObjectURL(made);
    },
    [src],
  );
  return (
    <span className="grid aspect-4/3 w-40 flex-none place-items-center overflow-clip rounded-control border border-line bg-sunken text-ink-3 max-md:w-full">
      {broken === src ? (
        <Icon of={ImageIcon} size="large" />
      ) : (
        <img
          ref={showBlob}
          src={address}
          alt={name}
          decoding="async"
          className="size-full object-contain"
          onError={() => setBroken(src)}
        />
      )}
    </span>
  );
}

export function FileText({ file = {}, children }: { file?: ShownFile | undefined; children?: ReactNode }) {
  const { name, detail, href } = file;
  return (
    <div className="flex min-h-9 min-w-0 flex-1 basis-40 flex-col justify-center gap-1 empty:hidden">
      {name && <FileName name={name} href={href} />}
      {detail && <span className="text-s text-ink-2">{detail}</span>}
      {children}
    </div>
  );
}

function FileName({ name, href }: { name: string; href: string | undefined }) {
  // Isolates right-to-left text, so that it does not reorder its neighbours.
  const text = <bdi>{name}</bdi>;
  if (!href) {
    return (
      <span className="clip text-ink" title={name}>
        {text}
      </span>
    );
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      title={name}
      className="clip relative max-w-full self-start max-md:py-[10px]"
    >
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
