import { type MouseEvent, type ReactNode, useState } from "react";
import { chartCsv } from "../../lib/client/overview/chart_csv.ts";
import { chartPicture } from "../../lib/client/overview/chart_picture.ts";
import { saveFile } from "../../lib/client/save_file.ts";
import { toast } from "../../lib/client/toast.ts";

const chartOf = (event: MouseEvent<HTMLElement>) => event.currentTarget.closest<HTMLElement>(".chart")!;

/** Downloads of the surrounding chart: data as CSV, image as PNG. `file` is the name without extension. */
export function ChartTools(props: { title: string; file: string }): ReactNode {
  const { title, file } = props;
  const [painting, setPainting] = useState(false);
  const saveCsv = (event: MouseEvent<HTMLElement>) => {
    saveFile(`${file}.csv`, new Blob([chartCsv(chartOf(event))], { type: "text/csv;charset=utf-8" }));
  };
  const savePng = async (event: MouseEvent<HTMLElement>) => {
    const chart = chartOf(event);
    setPainting(true);
    try {
      saveFile(`${file}.png`, await chartPicture(chart));
    } catch {
      toast("This browser could not make the picture. The CSV has the same figures.", "bad");
    }
    setPainting(false);
  };
  return (
    <>
      <button className="btn bare slim" type="button" aria-label={`Download ${title} as CSV`} onClick={saveCsv}>
        CSV
      </button>
      <button
        className="btn bare slim"
        type="button"
        aria-label={`Download ${title} as PNG`}
        aria-busy={painting || undefined}
        onClick={savePng}
      >
        PNG
      </button>
    </>
  );
}
