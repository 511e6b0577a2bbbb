import { type ReactNode, useState } from "react";
import { loansCsv, readMapLoans } from "../../lib/client/maps/export_map_loans.ts";
import { saveFile } from "../../lib/client/save_file.ts";
import { toast } from "../../lib/client/toast.ts";
import { loanCountText } from "../../lib/domain/money.ts";
import { type LoanMapQuery, loanMapQuery, type MapView } from "../../lib/schemas/maps/loan_map.ts";
import { Icon, type IconName } from "../../lib/ui/icon.tsx";
import { SavedFilters } from "../loans/SavedFilters.tsx";
import { useShared } from "../shell/use_shared.ts";
import { mapQueryAtom } from "./map_atoms.ts";

const VIEWS: Record<MapView, [label: string, icon: IconName]> = {
  map: ["Map", "map"],
  table: ["Loans", "table-2"],
  regions: ["Regions", "layers"],
};

/** The map or its tables, of the loans that are chosen now; and the loans as a file. */
export function MapViews(props: { query: LoanMapQuery; found: number }): ReactNode {
  const [changed] = useShared(mapQueryAtom);
  const query = changed ?? props.query;
  const [busy, setBusy] = useState(false);

  async function save() {
    if (busy) return;
    setBusy(true);
    const loans = await readMapLoans(query);
    setBusy(false);
    if (!loans) return void toast("The list could not be loaded. Nothing was saved; try again.", "bad");
    saveFile("loans-on-the-map.csv", new Blob([loansCsv(loans)], { type: "text/csv;charset=utf-8" }));
    toast(`${loanCountText(loans.length)} exported`);
  }

  return (
    <>
      <nav className="segmented slim" aria-label="Show as">
        {Object.entries(VIEWS).map(([view, [label, icon]]) => (
          <a
            key={view}
            href={loanMapQuery.address(query, { view: view as MapView, loan: 0 })}
            aria-current={query.view === view ? "page" : undefined}
            title={label}
          >
            <Icon name={icon} />
            <span className="label">{label}</span>
          </a>
        ))}
      </nav>
      <section className="contents wide-only">
        <SavedFilters query={loanMapQuery.address(query, { page: 1, loan: 0 })} />
      </section>
      <button
        className="btn bare scripted"
        type="button"
        title="Export CSV"
        aria-busy={busy || undefined}
        onClick={save}
      >
        <Icon name="download" />
        <span className="label">{busy ? "Reading" : "Export CSV"}</span>
      </button>
      <a
        className="btn bare wide-only"
        title="Market data"
        href={`/dashboard/maploans/settings?id=${encodeURIComponent(query.region || "Toronto")}`}
      >
        <Icon name="sliders-horizontal" />
        <span className="label">Market data</span>
      </a>
    </>
  );
}
