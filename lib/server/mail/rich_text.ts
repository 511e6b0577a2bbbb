/** Formatting of campaign texts: what is let through, and how a mail shows it. */
import { isPicturePath, pictureWidth } from "../../domain/mail/picture.ts";
import { BUTTON_CLASS, isRich, RICH_ELEMENTS, RICH_NAMES } from "../../domain/mail/rich_text.ts";

/**
 * The text with nothing in it but the elements that it may have, links to web and mail addresses, and pictures of ours.
 * Plain ones stay.
 */
export async function tidyBody(body: string): Promise<string> {
  if (!isRich(body) && !/^\s*<(?:div|strong|em|h1|h4)[\s>]/.test(body)) return body;
  // Slow to load, and most requests need none of it.
  const { default: sanitise } = await import("sanitize-html");
  const clean = sanitise(body, {
    allowedTags: Object.keys(RICH_ELEMENTS),
    allowedAttributes: Object.fromEntries(Object.entries(RICH_ELEMENTS).map(([name, list]) => [name, [...list]])),
    allowedClasses: { a: [BUTTON_CLASS] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    transformTags: {
      ...RICH_NAMES,
      img: (tagName, { src = "", alt = "", width }) => {
        const fits = pictureWidth(width);
        return { tagName, attribs: { src, alt, ...(fits && { width: fits }) } };
      },
    },
    // Any other would tell its site who reads the mail.
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isPicturePath(attribs.src),
  });
  return clean.trim();
}

const ACCENT = "#00607a", LINE = "#d9e1e5";
const STYLES: Readonly<Record<string, string>> = {
  p: "margin:0 0 16px",
  h2: "margin:24px 0 12px;font-size:20px;line-height:1.3;font-weight:600",
  h3: "margin:20px 0 8px;font-size:17px;line-height:1.3;font-weight:600",
  ul: "margin:0 0 16px;padding-left:24px",
  ol: "margin:0 0 16px;padding-left:24px",
  li: "margin:0 0 4px",
  blockquote: `margin:0 0 16px;padding-left:12px;border-left:3px solid ${LINE}`,
};
const BUTTON_STYLE = `display:inline-block;padding:12px 20px;border-radius:5px;background:${ACCENT};color:#ffffff;` +
  "font-weight:600;text-decoration:none";

const PICTURE_STYLE = "display:block;max-width:100%;height:auto;border:0;border-radius:5px";

/** Tidied HTML with the styles that mail programs need, in both colour schemes by the classes of a mail's sheet. */
export const styledHtml = (html: string): string =>
  html.replace(/<(p|h2|h3|ul|ol|li)>/g, (_tag, name: string) => `<${name} style="${STYLES[name]}">`)
    .replace(/<img\s/g, `<img style="${PICTURE_STYLE}" `)
    .replaceAll("<blockquote>", `<blockquote class="rule" style="${STYLES.blockquote}">`)
    .replace(
      /<a\s([^>]*)>/g,
      (_tag, attributes: string) =>
        attributes.includes(`class="${BUTTON_CLASS}"`)
          ? `<a ${attributes} style="${BUTTON_STYLE}">`
          : `<a ${attributes.replace(/\s?class="[^"]*"/, "")} class="plain" style="color:${ACCENT}">`,
    );
