import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/**
 * The search field of a list's filter form: its words go into the address as `q`. `label` is read out, `placeholder`
 * seen.
 */
export function SearchBox(
  { value, label, placeholder, max }: { value: string; label: string; placeholder: string; max: number },
): ReactNode {
  return (
    <span className="search-box">
      <Icon name="search" />
      <input
        type="search"
        name="q"
        defaultValue={value}
        maxLength={max}
        aria-label={label}
        placeholder={placeholder}
      />
    </span>
  );
}
