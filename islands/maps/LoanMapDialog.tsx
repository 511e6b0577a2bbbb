import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { toast } from "../../lib/client/toast.ts";
import type { LoanPlaceData } from "../../lib/domain/maps/loan_place_data.ts";
import { distanceText } from "../../lib/domain/maps/loan_spots.ts";
import { kilometresBetween } from "../../lib/domain/places/place.ts";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import type { PlaceColumns } from "../../lib/domain/places/loan_place.ts";
import { focused } from "../../lib/ui/focused.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { WhenAwake } from "../shell/when_awake.tsx";
import { LoanPlaceSide } from "./_loan_place_side.tsx";
import type { LoanPlaceEngine } from "./_loan_place_engine.ts";
import { MapNote } from "./_map_note.tsx";

const DIALOG = "loan-map";
/** How long the place before is offered, in milliseconds. */
const UNDO_MS = 10_000;
const NEVER_MOVED = "A pin placed by hand stays where you put it.";

type Place = readonly [longitude: number, latitude: number];

const placeOf = ({ loan }: LoanPlaceData): Place | null =>
  loan.longitude === null || loan.latitude === null ? null : [loan.longitude, loan.latitude];

/** How the pin was placed. */
function precisionText(precision: string | null): string {
  if (precision === null) return "No place yet";
  return precision === "by hand" ? "Placed by hand" : `Placed by ${precision}`;
}

/** The loan's Map-data button and its map (loans specification 2.3): place, neighbours, the region's market. */
export function LoanMapDialog(props: { loanId: number; ground: MapGround }): ReactNode {
  const { loanId, ground } = props;
  const [data, setData] = useState<LoanPlaceData | null>(null);
  const [failed, setFailed] = useState(false);
  const [moved, setMoved] = useState<Place | null>(null);
  const [held, setHeld] = useState(false);
  const [busy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null), target = useRef<HTMLDivElement>(null);
  const engine = useRef<LoanPlaceEngine | null>(null);
  const saved = data && placeOf(data);

  async function read(): Promise<void> {
    const result = await callApi<{ data: LoanPlaceData }>(`/api/loans/getloanplace?id=${loanId}`);
    setFailed(!result.response);
    if (result.response) setData(result.data);
  }

  /** A map in a closed dialog has no size: it is made once the dialog stands open with its data. */
  async function draw(of: LoanPlaceData): Promise<void> {
    const { loanPlaceEngine } = await import("./_loan_place_engine.ts");
    engine.current?.close();
    const made = engine.current = loanPlaceEngine(target.current!, ground, of, setMoved);
    const place = placeOf(of);
    if (place) {
      made.put(place);
      made.frame();
    }
    await made.ready;
    target.current?.setAttribute("data-shown", "pin");
  }

  function open(): void {
    dialog.current?.showModal();
    setMoved(null);
    setHeld(false);
    target.current?.removeAttribute("data-shown");
    // Somebody else, or the geocoder, may have placed it meanwhile.
    void read();
  }

  useEffect(() => {
    if (data && dialog.current?.open) draw(data).catch(() => setFailed(true));
  }, [data]);
  useEffect(() => () => engine.current?.close(), []);

  function put(place: Place): void {
    engine.current?.put(place);
    setMoved(place);
  }

  /** Saves the pin's place, at its address where it is null, and offers the one before. */
  async function save(to: Place | null): Promise<void> {
    if (busy) return;
    setBusy(true);
    const before = data?.loan.precision === "by hand" ? saved : null;
    const [longitude, latitude] = to ?? [null, null];
    const result = await callApi<{ data: PlaceColumns }>("/api/loans/saveplace", { loanId, latitude, longitude });
    setBusy(false);
    if (!result.response) return void toast(result.reason ?? "Failed Saving!", "bad");
    setMoved(null);
    toast("Loan Updated!", "ok", UNDO_MS, { label: "Undo", run: () => void saveNow.current(before) });
    await read();
  }
  const saveNow = useRef(save);
  saveNow.current = save;

  /** An unsaved move is taken back; a pin that was placed by hand goes to its address. */
  function goBack(): void {
    if (data?.loan.precision === "by hand") return void save(null);
    if (saved) engine.current?.put(saved);
    setMoved(null);
  }

  function press(event: KeyboardEvent): void {
    const hasPin = saved !== null || moved !== null;
    if (event.key.toLowerCase() === "p" && hasPin) setHeld(!held);
    else if (event.key === "Escape" && held) setHeld(false);
    else if (held && event.key.startsWith("Arrow")) engine.current?.nudge(event.key, event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const away = moved && saved
    ? distanceText(kilometresBetween(
      { longitude: moved[0], latitude: moved[1] },
      { longitude: saved[0], latitude: saved[1] },
    ))
    : null;
  const help = held
    ? "Arrow keys move the pin, with Shift further. Press P when done."
    : "Drag the pin, or press P and use the arrow keys.";
  const tools = [
    ["plus", "Zoom in", () => engine.current?.zoom(1)],
    ["minus", "Zoom out", () => engine.current?.zoom(-1)],
    ["locate-fixed", "Back to the loan", () => engine.current?.frame()],
  ] as const;
  return (
    <>
      <button
        className="btn bare scripted"
        type="button"
        aria-haspopup="dialog"
        aria-label="Map data"
        title="Map data"
        onClick={open}
      >
        <Icon name="map-pin" />
        <span className="label">Map data</span>
      </button>
      <section className="contents">
        <WhenAwake>
          <dialog className="map-dialog" id={DIALOG} aria-labelledby="loan-map-title" ref={dialog}>
            <header>
              <div>
                <h2 id="loan-map-title" tabIndex={-1} ref={focused}>{data?.loan.address || "Map of the loan"}</h2>
                <p className="small mute">
                  {data &&
                    `${data.loan.region}, ${moved ? "not saved" : precisionText(data.loan.precision).toLowerCase()}`}
                </p>
              </div>
              <button
                className="btn bare icon-only"
                type="button"
                command="close"
                commandfor={DIALOG}
                aria-label="Close"
              >
                <Icon name="x" />
              </button>
            </header>
            {failed && (
              <p role="alert">
                The map could not be loaded. Close it and try again.
              </p>
            )}
            <div className="map-pair">
              <div className="map-stage">
                <div
                  className="map-canvas"
                  ref={target}
                  tabIndex={0}
                  role="application"
                  aria-roledescription="map"
                  aria-label="The loan’s place"
                  aria-describedby="pin-help"
                  onKeyDownCapture={press}
                />
                <p className="on-map pin-help" id="pin-help" aria-live="polite">
                  {data && saved === null && moved === null
                    ? (
                      <>
                        We do not know where this loan is.{" "}
                        <button className="btn bare slim" type="button" onClick={() => put(engine.current!.middle())}>
                          Place the pin
                        </button>
                      </>
                    )
                    : help}
                </p>
                <div className="on-map map-tools" role="group" aria-label="Map">
                  {tools.map(([icon, label, run]) => (
                    <button
                      key={icon}
                      className="btn icon-only"
                      type="button"
                      aria-label={label}
                      title={label}
                      onClick={run}
                    >
                      <Icon name={icon} />
                    </button>
                  ))}
                </div>
                <MapNote ground={ground} />
              </div>
              {data && <LoanPlaceSide data={data} onMark={(id) => engine.current?.mark(id)} />}
            </div>
            <footer>
              <p className="small mute" role="status">
                {moved ? away ? `Moved ${away}, not saved.` : "Placed, not saved." : NEVER_MOVED}
              </p>
              <button
                className="btn"
                type="button"
                disabled={moved === null && data?.loan.precision !== "by hand"}
                onClick={goBack}
              >
                <Icon name="undo-2" />
                Back to the address
              </button>
              <button
                className="btn primary"
                type="button"
                disabled={moved === null}
                aria-busy={busy || undefined}
                onClick={() => save(moved)}
              >
                {busy ? "Saving" : "Save place"}
              </button>
            </footer>
          </dialog>
        </WhenAwake>
      </section>
    </>
  );
}
