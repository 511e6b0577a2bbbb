import type { ReactNode } from "react";
import type { LenderLinks, TitledLink } from "../../lib/domain/lender.ts";
import { Icon } from "../../lib/ui/icon.tsx";

/** The configured demo videos in a dropdown that works without script. */
function Demos(props: { videos: readonly TitledLink[] }): ReactNode {
  if (props.videos.length === 0) return null;
  return (
    <>
      <button className="btn bare slim" type="button" popoverTarget="demos">
        <Icon name="play" />
        Watch a demo
        <Icon name="chevron-down" />
      </button>
      <div className="popover start" id="demos" popover="auto">
        {props.videos.map(({ title, url }) => (
          <a key={url} href={url} target="_blank" rel="noreferrer">
            <Icon name="play" />
            {title}
            <span className="visually-hidden">(opens in a new tab)</span>
          </a>
        ))}
      </div>
    </>
  );
}

/** The home page's hero. Without a booking calendar, the call link leads to the contact form. */
export function Hero(props: { links: LenderLinks }): ReactNode {
  const { scheduleCall, demoVideos } = props.links;
  const elsewhere = scheduleCall ? { href: scheduleCall, target: "_blank", rel: "noreferrer" } : { href: "/contact" };
  return (
    <div className="hero">
      <h1>Price a private mortgage before you hang up</h1>
      <div className="stack">
        <p>First, second and bridge loans in Ontario, for licensed brokers. No sign-in, no borrower’s name.</p>
        <div className="btn-row">
          <a className="btn slim" {...elsewhere}>
            <Icon name="calendar" />
            Schedule a Call
            {scheduleCall && <span className="visually-hidden">(opens in a new tab)</span>}
          </a>
          <Demos videos={demoVideos} />
        </div>
      </div>
    </div>
  );
}
