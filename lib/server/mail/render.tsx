/** Renders mails from their lines: HTML with React, and the text part. */
import { renderToStaticMarkup } from "react-dom/server";
import type { Lender } from "../../domain/lender.ts";
import { type Line, type MailText, plainText, SUBJECT_MAX } from "../../domain/mail/mail.ts";
import { withWholePictures } from "../../domain/mail/picture.ts";
import type { RenderedMail } from "../../domain/ports.ts";
import { styledHtml } from "./rich_text.ts";
import { Button, Code, Facts, MailSheet, Quote, Text, TextLink } from "./parts.tsx";
import { beginningOf } from "../../domain/shortened.ts";

function LineView({ line }: { line: Line }) {
  if ("p" in line) return <Text mute={line.mute}>{line.p}</Text>;
  if ("code" in line) return <Code>{line.code}</Code>;
  if ("button" in line) return <Button to={line.to}>{line.button}</Button>;
  if ("link" in line) return <TextLink to={line.to} heads={line.heads}>{line.link}</TextLink>;
  if ("facts" in line) return <Facts rows={line.facts} />;
  if ("html" in line) return <div dangerouslySetInnerHTML={{ __html: styledHtml(line.html) }} />;
  return <Quote verbatim={line.verbatim}>{line.quote}</Quote>;
}

/**
 * A renderer of mails in the lender's name, whose pictures are at `publicUrl`. Removes line breaks from subjects,
 * against header injection.
 */
export function createMailRenderer(lender: Lender, publicUrl: string) {
  return function render(mail: MailText): RenderedMail {
    const subject = beginningOf(mail.subject.replace(/\s+/g, " ").trim(), SUBJECT_MAX);
    const sheet = (
      <MailSheet lender={lender} title={subject} preview={mail.preview}>
        {mail.lines.map((line, i) => <LineView key={i} line={line} />)}
      </MailSheet>
    );
    const html = "<!doctype html>" + withWholePictures(renderToStaticMarkup(sheet), publicUrl);
    return { subject, html, text: plainText(mail, lender) };
  };
}
