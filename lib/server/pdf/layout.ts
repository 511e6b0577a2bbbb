/** Converts a printable document to a pdfmake definition: sizes in points, letter paper. */
import { faceRuns } from "../../domain/print/printable.ts";
import { isFigures, type PrintBlock, type PrintDocument, type PrintTable } from "../../domain/print/document.ts";

/** A pdfmake node; its own types are loose, so nodes are plain objects here. */
export type Piece = Record<string, unknown>;

const INK = "#1f2733", SOFT = "#5a6473", LINE = "#c9ced6", STRONG = "#7d8796";
const MARGIN = 62, WIDTH = 612 - 2 * MARGIN;
/** Parts up to this many lines stay on one page; estimated characters in a line and in a row's value. */
const SHORT_LINES = 24, LINE_CHARACTERS = 105, ROW_CHARACTERS = 65;
const MAX_SIGNATURES = 8;

/** Text split into runs by font. */
function runs(text: string, style: Piece = {}): Piece {
  return { text: faceRuns(text).map(({ face, text }) => ({ text, font: face })), ...style };
}

const rule = (color: string, width = 0.5): Piece => ({
  canvas: [{ type: "line", x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: width, lineColor: color }],
});

/** Hairlines between rows, a stronger one above a row of totals. */
function ruled(totals: readonly boolean[]): Piece {
  return {
    hLineWidth: (i: number) => i === 0 ? 0 : 0.5,
    hLineColor: (i: number) => totals[i] ? STRONG : LINE,
    vLineWidth: () => 0,
    paddingLeft: (i: number) => i === 0 ? 0 : 6,
    paddingRight: (i: number, node: { table: { widths: unknown[] } }) => i === node.table.widths.length - 1 ? 0 : 6,
    paddingTop: () => 1.9,
    paddingBottom: () => 1.7,
  };
}

function rowsPiece(block: Extract<PrintBlock, { kind: "rows" }>): Piece {
  const alignment = isFigures(block.rows) ? "right" : "left";
  return {
    table: {
      widths: [176, "*"],
      dontBreakRows: true,
      body: block.rows.map(({ label, value, total }) => [
        runs(label, total ? { bold: true } : { color: SOFT }),
        runs(value, { bold: total, alignment }),
      ]),
    },
    layout: ruled(block.rows.map(({ total }) => total === true)),
    margin: [0, 1, 0, 7],
  };
}

function tablePiece(block: PrintTable): Piece {
  const cell = (text: string, column: number, style: Piece = {}) =>
    runs(text, { alignment: block.numeric.includes(column) ? "right" : "left", ...style });
  const body = [
    block.head.map((text, i) => cell(text, i, { bold: true, color: SOFT })),
    ...block.rows.map((row) => row.map((text, i) => cell(text, i))),
    ...(block.foot ? [block.foot.map((text, i) => cell(text, i, { bold: true }))] : []),
  ];
  const layout = ruled(body.map((_, i) => block.foot !== undefined && i === body.length - 1));
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: block.head.map((_, i) => block.numeric.includes(i) ? "*" : "auto"),
      body,
    },
    layout,
    fontSize: 9,
    margin: [0, 2, 0, 8],
  };
}

function signaturePiece(name: string): Piece {
  const line = (width: number): Piece => ({
    canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.6, lineColor: INK }],
  });
  return {
    unbreakable: true,
    columns: [
      { width: 300, stack: [line(300), runs(name, { color: SOFT, fontSize: 9, margin: [0, 3, 0, 0] })] },
      { width: 28, text: "" },
      { width: "*", stack: [line(WIDTH - 328), runs("Date", { color: SOFT, fontSize: 9, margin: [0, 3, 0, 0] })] },
    ],
    margin: [0, 30, 0, 0],
  };
}

function piece(block: PrintBlock): Piece {
  switch (block.kind) {
    case "heading":
      return runs(block.text, { bold: true, fontSize: 11.5, margin: [0, 9, 0, 4] });
    case "paragraph":
      return runs(block.text, { margin: [0, 0, 0, 6] });
    case "bullets":
      return { ul: block.items.map((item) => runs(item)), margin: [2, 0, 0, 7], markerColor: STRONG };
    case "rows":
      return rowsPiece(block);
    case "table":
      return tablePiece(block);
    case "signature":
      return signaturePiece(block.name);
  }
}

/** Estimated number of lines of a block. */
function linesOf(block: PrintBlock): number {
  switch (block.kind) {
    case "paragraph":
      return Math.ceil(block.text.length / LINE_CHARACTERS) + block.text.split("\n").length;
    case "bullets":
      return block.items.reduce((sum, item) => sum + Math.ceil((item.length + 1) / LINE_CHARACTERS), 0);
    case "rows":
      return block.rows.reduce((sum, { value }) => sum + Math.ceil((value.length + 1) / ROW_CHARACTERS), 0);
    case "table":
      return Infinity;
    default:
      return 2;
  }
}

/** Blocks grouped by heading; those before the first heading are a group. */
function parts(blocks: readonly PrintBlock[]): PrintBlock[][] {
  const found: PrintBlock[][] = [];
  for (const block of blocks) {
    if (block.kind === "heading" || found.length === 0) found.push([block]);
    else found.at(-1)!.push(block);
  }
  return found;
}

/** Keeps signature lines together. */
function withSignatures(blocks: readonly PrintBlock[]): Piece[] {
  const first = blocks.findIndex(({ kind }) => kind === "signature");
  const end = first < 0 ? -1 : blocks.findIndex(({ kind }, i) => i > first && kind !== "signature");
  if (first < 0) return blocks.map(piece);
  const last = end < 0 ? blocks.length : end;
  const stack = blocks.slice(first, last).map(piece);
  const signatures: Piece = { unbreakable: stack.length <= MAX_SIGNATURES, stack };
  return [...blocks.slice(0, first).map(piece), signatures, ...withSignatures(blocks.slice(last))];
}

/** A short part stays on one page; in a longer one the heading stays with the next block, if that is short. */
function pieces(blocks: readonly PrintBlock[]): Piece[] {
  return parts(blocks).flatMap((part) => {
    const lines = part.reduce((sum, block) => sum + linesOf(block), 0);
    if (lines <= SHORT_LINES) return [{ unbreakable: true, stack: withSignatures(part) }];
    const [heading, next, ...rest] = part;
    if (heading.kind !== "heading" || !next || linesOf(next) > SHORT_LINES) return withSignatures(part);
    return [{ unbreakable: true, stack: withSignatures([heading, next]) }, ...withSignatures(rest)];
  });
}

/** The pdfmake definition of a document. */
export function layout(document: PrintDocument): Piece {
  return {
    pageSize: "LETTER",
    pageMargins: [MARGIN, 48, MARGIN, 56],
    info: { title: document.title, author: document.sender.name, subject: document.reference.join(", ") },
    lang: "en-CA",
    defaultStyle: { font: "latin", fontSize: 10, lineHeight: 1.13, color: INK },
    content: [
      runs(document.sender.name, { bold: true, fontSize: 13 }),
      ...document.sender.lines.map((line) => runs(line, { color: SOFT, fontSize: 8.5 })),
      { ...rule(INK, 0.8), margin: [0, 8, 0, 16] },
      {
        columns: [
          runs(document.title, { bold: true, fontSize: 19, width: "*", lineHeight: 1.1 }),
          {
            width: "auto",
            stack: document.reference.map((line) => runs(line, { alignment: "right", color: SOFT, fontSize: 9.5 })),
          },
        ],
        columnGap: 16,
        margin: [0, 0, 0, 6],
      },
      ...pieces(document.blocks),
    ],
    footer: (page: number, pages: number) => ({
      columns: [
        runs(document.footer, { width: "*" }),
        runs(`Page ${page} of ${pages}`, { width: "auto", alignment: "right" }),
      ],
      color: SOFT,
      fontSize: 8,
      margin: [MARGIN, 20, MARGIN, 0],
    }),
  };
}
