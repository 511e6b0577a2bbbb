/** Building blocks of mails: tables and inline styles, as mail clients require, in both colour schemes. */
import type { ReactNode } from "react";
import type { Lender } from "../../domain/lender.ts";
import { DARK_MEDIA } from "../../domain/mail/mail.ts";
import { linkedPieces } from "../../domain/mail/web_addresses.ts";

const FONT = "'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";
const INK = "#12242d", MUTE = "#4d5f68", LINE = "#d9e1e5", ACCENT = "#00607a";
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
${DARK_MEDIA}{.page{background:#10181c!important}.sheet{background:#182227!important;border-color:#2b3940!important}
.ink,.ink td,.ink p,.ink h1{color:#e9eff1!important}.mute,.ink p.mute,.ink td.mute{color:#a9b8bf!important}.button{background:#58b3cf!important;color:#06222b!important}.rule{border-color:#2b3940!important}a.plain{color:#7cc7dd!important}}`;

/** A whole mail in the lender's name. `preview` is the inbox's preview line. */
export function MailSheet(props: { lender: Lender; title: string; preview: string; children: ReactNode }) {
  const { lender } = props;
  return (
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{props.title}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: "#f2f6f7", fontFamily: FONT }}>
        <div style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>{props.preview}</div>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: "32px 16px" }}>
                <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ maxWidth: 560 }}>
                  <tbody>
                    <tr>
                      <td className="ink" style={{ padding: "0 4px 16px", color: INK, fontSize: 17, fontWeight: 600 }}>
                        {lender.name}
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="sheet ink"
                        style={{
                          background: "#ffffff",
                          border: `1px solid ${LINE}`,
                          borderRadius: 10,
                          padding: "32px 32px 24px",
                          color: INK,
                          fontSize: 16,
                          overflowWrap: "anywhere",
                          lineHeight: 1.5,
                        }}
                      >
                        <h1 style={{ margin: "0 0 16px", fontSize: 22, lineHeight: 1.25, fontWeight: 600 }}>
                          {props.title}
                        </h1>
                        {props.children}
                      </td>
                    </tr>
                    <tr>
                      <td className="mute" style={{ padding: "16px 4px", color: MUTE, fontSize: 13, lineHeight: 1.5 }}>
                        {/* Two lines, each whole on a phone: as one it broke before a dot. */}
                        {[
                          [lender.legalName ?? lender.name, lender.address],
                          [lender.phone, lender.contactEmail],
                        ].map((line, i) => <div key={i}>{line.filter(Boolean).join(", ")}</div>)}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

export function Text(props: { children: ReactNode; mute?: boolean }) {
  return (
    <p
      className={props.mute ? "mute" : undefined}
      style={{ margin: "0 0 16px", ...(props.mute && { color: MUTE, fontSize: 14 }) }}
    >
      {props.children}
    </p>
  );
}

export function Button(props: { to: string; children: string }) {
  return (
    <p style={{ margin: "8px 0 24px" }}>
      <a
        className="button"
        href={props.to}
        style={{
          display: "inline-block",
          padding: "12px 20px",
          borderRadius: 5,
          background: ACCENT,
          color: "#ffffff",
          fontWeight: 600,
          textDecoration: "none",
        }}
      >
        {props.children}
      </a>
    </p>
  );
}

/** A small link on a line of its own; with `heads` as large as a heading, above what it names. */
export function TextLink(props: { to: string; heads?: boolean; children: string }) {
  return (
    <p style={props.heads ? { margin: "24px 0 4px", fontWeight: 600 } : { margin: "0 0 16px", fontSize: 14 }}>
      <a className="plain" href={props.to} style={{ color: ACCENT }}>{props.children}</a>
    </p>
  );
}

/** Words of ours whose web addresses are links. */
const Linked = ({ text }: { text: string }): ReactNode =>
  linkedPieces(text).map((piece, i) =>
    typeof piece === "string"
      ? piece
      : <a key={i} className="plain" href={piece.link} style={{ color: ACCENT }}>{piece.link}</a>
  );

/**
 * A text with its own line breaks, web addresses as links; `verbatim`: another person’s words, with a line at their
 * side and no links.
 */
export function Quote({ verbatim, children }: { verbatim?: boolean; children: string }) {
  const paragraphs = children.split(/\n{2,}/).map((paragraph, i) => (
    <p key={i} style={{ margin: verbatim ? "0 0 8px" : "0 0 16px", whiteSpace: "pre-line" }}>
      {verbatim ? paragraph : <Linked text={paragraph} />}
    </p>
  ));
  if (!verbatim) return <>{paragraphs}</>;
  const style = { margin: "0 0 16px", padding: "4px 0 1px 14px", borderLeft: `3px solid ${LINE}` };
  return <div className="rule" style={style}>{paragraphs}</div>;
}

/** A code to type. */
export function Code(props: { children: string }) {
  return <p style={{ margin: "8px 0 24px", fontSize: 32, fontWeight: 600, letterSpacing: 6 }}>{props.children}</p>;
}

/** Labels with their values: labels have a fixed share of the width, so that no long one breaks the figures. */
export function Facts(props: { rows: readonly (readonly [string, string])[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: "0 0 16px", fontSize: 15, tableLayout: "fixed" }}
    >
      <tbody>
        {props.rows.map(([label, value]) => (
          <tr key={label}>
            <td
              className="rule mute"
              width="38%"
              style={{
                padding: "6px 12px 6px 0",
                borderBottom: `1px solid ${LINE}`,
                color: MUTE,
                verticalAlign: "top",
              }}
            >
              {label}
            </td>
            <td
              className="rule"
              style={{ padding: "6px 0", borderBottom: `1px solid ${LINE}`, fontWeight: 600, verticalAlign: "top" }}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
