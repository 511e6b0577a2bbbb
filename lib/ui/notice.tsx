import type { ReactNode } from "react";
import type { BandName } from "./band.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** A sentence with a rule at its side. With a band it is a warning; its icon is then a triangle by default. */
export function Notice(
  props: { children: ReactNode; band?: BandName; icon?: IconName; live?: boolean; id?: string },
): ReactNode {
  const { children, band, icon = band ? "triangle-alert" : "info", live, id } = props;
  return (
    <p className="notice" id={id} data-band={band} role={live ? "status" : undefined}>
      <Icon name={icon} className={null} />
      <span>{children}</span>
    </p>
  );
}
