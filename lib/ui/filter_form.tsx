import type { ReactNode } from "react";

/**
 * A list's filters: a plain form whose address can be kept. With script a choice applies by itself
 * (`lib/client/shell/filters.ts`); without it the button does. `kept` are parameters that the form does not show.
 */
export function FilterForm(props: {
  label: string;
  action: string;
  preserved: Readonly<Record<string, string>>;
  className: string;
  children: ReactNode;
}): ReactNode {
  const { label, action, preserved, className, children } = props;
  const shown = Object.entries(preserved);
  return (
    <form className={className} role="search" aria-label={label} action={action} autoComplete="off" data-applies="">
      {shown.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {children}
      <button className="btn slim unscripted" type="submit">Apply</button>
      <p className="filter-status" role="status"></p>
    </form>
  );
}
