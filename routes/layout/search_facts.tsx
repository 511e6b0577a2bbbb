import type { ReactNode } from "react";
import type { ShellProps } from "./shell_props.ts";

/** The picture that is shown with a shared link; 1200 by 630 pixels. */
const SHARE_PICTURE = "static/img/share.png";

/**
 * What search engines and shared links tell of a public page. A page without a description is not to be found by them.
 */
export function SearchFacts(
  props: Pick<ShellProps, "title" | "description" | "origin" | "path" | "lender" | "assets">,
): ReactNode {
  const { title, description, origin, path, lender, assets } = props;
  if (!description) return <meta name="robots" content="noindex" />;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={lender.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={origin + assets.url(SHARE_PICTURE)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
