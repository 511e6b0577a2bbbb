import { type ChangeEvent, type ReactNode, useEffect, useState } from "react";
import { mailPicture } from "../../lib/client/mail/picture.ts";
import { uploadForm } from "../../lib/client/upload_form.ts";
import { PICTURE_WORDS_MAX } from "../../lib/domain/mail/picture.ts";
import { linkAddress } from "../../lib/domain/mail/rich_text.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { ADDRESS_PROBLEM, AddressField, InsertPanel } from "./_insert_panel.tsx";

/** A picture in a text: where it lies, what is read in its place, its width in pixels, and where it leads. */
export interface Picture {
  src: string;
  words: string;
  width: number;
  /** Empty where it leads nowhere. */
  address: string;
}

/** Asks for a picture, what is read in its place and where it leads; uploads it. Not in a form of its own. */
export function AddPicture(
  { campaignId, onAdd, onClose }: { campaignId: number; onAdd: (picture: Picture) => void; onClose: () => void },
): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [words, setWords] = useState("");
  const [address, setAddress] = useState("");
  const [errors, setErrors] = useState<{ file?: string; words?: string; address?: string }>({});
  const [busy, setBusy] = useState(false);
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), []);

  async function add(): Promise<void> {
    if (busy) return;
    const whole = address.trim() ? linkAddress(address) : "";
    const wrong = {
      ...!file && { file: "Choose a picture." },
      ...!words.trim() && { words: "Say what it shows: many readers see this instead." },
      ...whole === null && { address: ADDRESS_PROBLEM },
    };
    setErrors(wrong);
    if (!file || whole === null || Object.keys(wrong).length > 0) return;
    setBusy(true);
    const picture = await mailPicture(file);
    const form = new FormData();
    form.set("id", String(campaignId));
    if (picture) form.set("file", picture.file);
    const answer = picture
      ? await uploadForm<{ data: { src: string } }>("/api/loans/uploademailpicture", form, undefined, leaving.signal)
      : { response: false as const, reason: "This file is no picture that can be read. Choose a PNG or JPEG file." };
    if (leaving.signal.aborted) return;
    setBusy(false);
    if (answer.response) onAdd({ src: answer.data.src, words: words.trim(), width: picture!.width, address: whole });
    else setErrors({ file: answer.reason ?? "It could not be uploaded. Try again." });
  }
  const choose = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    setFile(files?.[0] ?? null);
    setErrors((before) => ({ ...before, file: undefined }));
  };
  return (
    <InsertPanel label="New picture" action="Add picture" busy={busy} onAdd={() => void add()} onClose={onClose}>
      <div className="file-choice">
        <label className="btn slim">
          <Icon name="upload" />
          {file ? file.name : "Choose a picture"}
          <input
            className="visually-hidden"
            type="file"
            accept="image/*"
            aria-invalid={errors.file ? true : undefined}
            aria-describedby={errors.file ? "picture-file-e" : undefined}
            autoFocus
            onChange={choose}
          />
        </label>
        {errors.file && <p className="error" id="picture-file-e">{errors.file}</p>}
      </div>
      <TextField
        id="picture-words"
        label="What it shows"
        hint="Read where pictures are off, and by screen readers."
        maxLength={PICTURE_WORDS_MAX}
        value={words}
        error={errors.words}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => setWords(value)}
      />
      <AddressField
        id="picture-address"
        label="Leads to"
        note="optional"
        value={address}
        error={errors.address}
        onText={setAddress}
      />
    </InsertPanel>
  );
}
