import { useSetAtom } from "jotai";
import { type RefObject, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { debounce } from "../../lib/client/dom.ts";
import { parseExtent } from "../../lib/domain/maps/extent.ts";
import { extentText } from "../../lib/domain/maps/extent.ts";
import type { LoansInView, MapLoan } from "../../lib/domain/maps/loan_spots.ts";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import type { LoanMapSummary } from "../../lib/domain/maps/screen.ts";
import { type LoanMapQuery, loanMapQuery } from "../../lib/schemas/maps/loan_map.ts";
import type { LoanMapEngine, LoanMapEvents, Pointed } from "./_loan_map_engine.ts";
import { useBack } from "../shell/use_back.ts";
import { LATE, useLatest } from "../shell/use_latest.ts";
import { mapQueryAtom } from "./map_atoms.ts";
import { useLoanMapData } from "./_use_loan_map_data.ts";

/**
 * A pause after a move of the map, in milliseconds, before what it shows is asked for: longer than between two steps of
 * zooming.
 */
const PAUSE_MS = 250;
/** A window in which the legend may stand open, in pixels. */
const WIDE_PX = 640;

/** A change of these does not choose other loans. */
const LOOKS: readonly (keyof LoanMapQuery)[] = ["by", "order", "loan", "page", "view"];

export interface ChosenLoan {
  loan: MapLoan;
  /** Its card takes the focus. */
  byKeyboard: boolean;
}

interface Props {
  query: LoanMapQuery;
  summary: LoanMapSummary;
  list: LoansInView;
  ground: MapGround;
}

/** The map's state: query, loans, the chosen one, and the engine, which is loaded once the page is there. */
export function useLoanMap(
  props: Props,
  card: RefObject<HTMLDivElement | null>,
  pointed: (pointed: Pointed | null) => void,
) {
  const target = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState(props.query);
  const [engine, setEngine] = useState<LoanMapEngine | null>(null);
  const [broken, setBroken] = useState(false);
  const [chosen, setChosen] = useState<ChosenLoan | null>(null);
  const [drawing, setDrawing] = useState(false);
  const [wide, setWide] = useState(true);
  const share = useSetAtom(mapQueryAtom);
  const data = useLoanMapData(props);
  /** The list that N and P go through, as it was when they began: the map moves with them, and the list with it. */
  const steps = useRef<{ rows: readonly MapLoan[]; at: number } | null>(null);
  const latestLoan = useLatest();
  const { list } = data.state;

  /** Shows what was changed in the query, which the address has already. */
  function apply(next: Partial<LoanMapQuery>): void {
    const changed = { ...query, ...next };
    setQuery(changed);
    share(changed);
    if (!engine) return location.reload();
    const others = Object.keys(next).some((name) => !LOOKS.includes(name as keyof LoanMapQuery));
    if (others) {
      close();
      if (next.region) engine.showRegion(next.region);
      data.load(changed, engine);
    } else if (next.order) {
      steps.current = null;
      data.follow(changed, engine);
    }
    if (next.by) close();
  }

  /** Each change is an entry of the history; one that goes on with the last, as typing does, is in its entry. */
  function change(next: Partial<LoanMapQuery>, goesOn = false): void {
    const to = loanMapQuery.address(query, { ...next, loan: 0 });
    const stays = goesOn || to === loanMapQuery.address(query, { loan: 0 });
    history[stays ? "replaceState" : "pushState"](null, "", to);
    apply({ loan: 0, ...next });
  }

  useBack(() => {
    const there = Object.entries(loanMapQuery.parse(new URL(location.href)));
    const next: Partial<LoanMapQuery> = Object.fromEntries(
      there.filter(([name, value]) => value !== query[name as keyof LoanMapQuery]),
    );
    // A jump within the page changes nothing.
    if (Object.keys(next).length === 0) return;
    apply(next);
    if (next.loan) void showById(next.loan);
  });

  async function show(loan: MapLoan, byKeyboard: boolean): Promise<void> {
    if (loan.longitude === null || loan.latitude === null) return location.assign(`/dashboard/viewloan?id=${loan.id}`);
    if (await latestLoan(engine?.goTo([loan.longitude, loan.latitude])) === LATE) return;
    setChosen({ loan, byKeyboard });
  }

  async function showById(id: number): Promise<void> {
    steps.current = null;
    const known = list.rows.find((one) => one.id === id);
    const ask = () => callApi<{ data: MapLoan }>(`/api/loans/getmaploan?id=${id}`);
    const loan = await latestLoan(known ?? ask().then((result) => result.response ? result.data : null));
    if (loan && loan !== LATE) setChosen({ loan, byKeyboard: false });
  }

  function close(giveFocusBack = false): void {
    // A loan that is still asked for does not open any more.
    void latestLoan(null);
    steps.current = null;
    const id = chosen?.loan.id;
    setChosen(null);
    if (!giveFocusBack) return;
    (document.querySelector<HTMLElement>(`.spots [data-loan="${id}"]`) ?? target.current)?.focus();
  }

  const acts = {
    moved: () => engine && data.follow(query, engine),
    chose: (id: number | null) => id === null ? close() : void showById(id),
    drewBox: (box: LoanMapQuery["box"]) => {
      setDrawing(false);
      change({ box });
    },
    showRegion: (name: string) => engine?.showRegion(name),
  };
  const latest = useRef({ ...acts, pointed });
  latest.current = { ...acts, pointed };

  useEffect(() => {
    let ended = false, made: LoanMapEngine | undefined;
    const moved = debounce(() => latest.current.moved(), PAUSE_MS);
    const events: LoanMapEvents = {
      moved,
      chose: (id) => latest.current.chose(id),
      pointed: (what) => latest.current.pointed(what),
      pressedRegion: (name) => latest.current.showRegion(name),
      drewBox: (extent) => latest.current.drewBox(extentText(extent)),
      placedCard: (pixel) => placeCard(card.current, pixel),
    };
    setWide(innerWidth >= WIDE_PX);
    import("./_loan_map_engine.ts").then(async ({ loanMapEngine }) => {
      if (ended) return;
      made = loanMapEngine(target.current!, props.ground, events);
      await made.ready;
      if (ended) return;
      const { around } = props.summary;
      if (around) made.fit(made.isNarrow() ? around.narrow : around.wide, false);
      else made.showRegion(props.query.region, false);
      setEngine(made);
    }).catch((error) => {
      console.warn("The map could not be loaded:", error);
      setBroken(true);
    });
    return () => {
      ended = true;
      made?.close();
    };
  }, []);

  useEffect(() => {
    if (!engine) return;
    data.load(query, engine).then(() => {
      if (props.query.loan) return showById(props.query.loan);
    });
  }, [engine]);
  useEffect(() => engine?.setMode(query.by), [engine, query.by]);
  useEffect(() => engine?.setBox(parseExtent(query.box)), [engine, query.box]);
  useEffect(() => engine?.drawBox(drawing), [engine, drawing]);
  useEffect(() => {
    const { spots } = data.state;
    if (!engine || !spots) return;
    target.current?.setAttribute("data-spots", String(engine.show(spots)));
    target.current?.setAttribute("data-shown", spots.kind);
  }, [engine, data.state.spots]);
  useEffect(() => {
    const loan = chosen?.loan;
    if (loan && loan.longitude !== null && loan.latitude !== null) {
      engine?.choose(loan.id, [loan.longitude, loan.latitude]);
    } else engine?.choose(null);
  }, [engine, chosen]);

  return {
    target,
    query,
    change,
    state: data.state,
    engine,
    broken,
    chosen,
    drawing,
    wide,
    draw: setDrawing,
    close,
    choose(loan: MapLoan, byKeyboard: boolean) {
      steps.current = null;
      void show(loan, byKeyboard);
    },
    mark: (id: number | null) => {
      if (!chosen) engine?.mark(id);
    },
    /** The next or previous loan of the list. */
    step(by: 1 | -1) {
      const rows = steps.current?.rows ?? list.rows.filter(({ longitude }) => longitude !== null);
      if (rows.length === 0) return;
      const from = steps.current?.at ?? rows.findIndex(({ id }) => id === chosen?.loan.id);
      const at = from < 0 && by < 0 ? rows.length - 1 : (from + by + rows.length) % rows.length;
      steps.current = { rows, at };
      show(rows[at], false);
    },
    escape() {
      if (drawing) setDrawing(false);
      else close();
    },
    showAll() {
      const { around } = data.state.summary;
      if (around && engine) engine.fit(around.all);
    },
    boxView() {
      if (!engine) return;
      setDrawing(false);
      change({ box: extentText(engine.view().extent) });
    },
  };
}

/** Moves the card above its loan's place, inside the map. */
function placeCard(card: HTMLElement | null, pixel: readonly number[] | null): void {
  if (!card || !pixel) return;
  const { clientWidth, clientHeight } = card.parentElement!;
  const { offsetWidth: width, offsetHeight: height } = card;
  const x = Math.min(Math.max(pixel[0] - width / 2, 12), clientWidth - width - 12);
  const top = pixel[1] - height - 20;
  const y = top < 12 ? Math.min(pixel[1] + 20, clientHeight - height - 12) : top;
  card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}
