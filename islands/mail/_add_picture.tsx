import { type ChangeEvent, type ReactNode, useEffect, useState } from "react";
import { mailPicture } from "../../lib/client/mail/picture.ts";
import { uploadForm } from "../../lib/client/upload_form.ts";
import { PICTURE_WORDS_MAX } from "../../lib/domain/mail/picture.ts";
import { linkAddress } from "../../lib/domain/mail/rich_text.ts";
import { textProblem } from "../../lib/domain/text_length.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { useForm } from "../forms/use_form.ts";
import { ADDRESS_PROBLEM, AddressField, InsertPanel } from "./_insert_panel.tsx";

/** A picture in a text: where it lies, what is read in its place, its width in pixels, and where it leads. */
export interface Picture {
  src: string;
  altText: string;
  width: number;
  /** Empty where it leads nowhere. */
  address: string;
}

type Entered = { file: File | null; words: string; address: string };
/** What the upload answers, with the width that the picture got before, in pixels. */
type Uploaded = { data: { src: string; width: number } };

const NO_PICTURE = "This file is no picture that can be read. Choose a PNG or JPEG file.";
/** The whole address; empty for none, null for what is no address. */
const addressOf = (text: string) => text.trim() ? linkAddress(text) : "";

/** Asks for a picture, what is read in its place and where it leads; uploads it. Not in a form of its own. */
export function AddPicture(
  { campaignId, onAdd, onClose }: { campaignId: number; onAdd: (picture: Picture) => void; onClose: () => void },
): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [altText, setAltText] = useState("");
  const [address, setAddress] = useState("");
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), []);
  const { errors, busy, handlers, send, edit } = useForm<Uploaded, Entered, HTMLFieldSetElement>({
    read: () => ({ file, words: altText, address }),
    check({ file, words, address }) {
      const untold = textProblem(words, PICTURE_WORDS_MAX, "Say what it shows: many readers see this instead.");
      return {
        ...!file && { file: "Choose a picture." },
        ...untold && { words: untold },
        ...addressOf(address) === null && { address: ADDRESS_PROBLEM },
      };
    },
    async call({ file }) {
      const picture = await mailPicture(file!);
      if (!picture) return { response: false, status: 422, reason: NO_PICTURE };
      const form = new FormData();
      form.set("id", String(campaignId));
      form.set("file", picture.file);
      const result = await uploadForm<Uploaded>("/api/loans/uploademailpicture", form, undefined, leaving.signal);
      if (!result.response) return { ...result, reason: result.reason ?? "It could not be uploaded. Try again." };
      return { ...result, data: { ...result.data, width: picture.width } };
    },
    field: "file",
    says: () => "",
    done({ data: { src, width } }, { words, address }) {
      if (!leaving.signal.aborted) onAdd({ src, altText: words.trim(), width, address: addressOf(address)! });
    },
  });
  const choose = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    setFile(files?.[0] ?? null);
    edit("file");
  };
  return (
    <InsertPanel
      label="New picture"
      action="Add picture"
      busy={busy}
      handlers={handlers}
      onAdd={(fields) => void send(fields)}
      onClose={onClose}
    >
      <div className="file-choice">
        <label className="btn slim file-button">
          <Icon name="upload" />
          {file ? file.name : "Choose a picture"}
          <input
            name="file"
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
        name="words"
        label="What it shows"
        hint="Read where pictures are off, and by screen readers."
        value={altText}
        error={errors.words}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => setAltText(value)}
      />
      <AddressField
        id="picture-address"
        name="address"
        label="Leads to"
        note="optional"
        value={address}
        error={errors.address}
        onText={setAddress}
      />
    </InsertPanel>
  );
}
