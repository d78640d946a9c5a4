// What people can do on the page of a review, an analysis or a study.

import type { NodePart } from "../protocol/findings";
import type { Told } from "./lines";
import type { SideWord } from "../protocol/protocol";
import type { Tool } from "./setup";
import type { MarkKind, Overlay, Tab } from "./model";

export interface StudyCommands {
  // Looking around.
  readonly go: (node: number) => void;
  readonly goPly: (ply: number) => void;
  readonly step: (by: 1 | -1) => void;
  readonly first: () => void;
  readonly last: () => void;
  readonly autoplay: () => void;
  readonly toggle: (overlay: Overlay) => void;
  readonly tab: (tab: Tab) => void;
  readonly engine: (on: boolean) => void;
  /** The heat map's A. */
  readonly aggressiveness: (value: number) => void;
  readonly coordinates: () => void;
  readonly flip: () => void;
  readonly rotate: () => void;
  readonly light: (squares: readonly number[]) => void;
  readonly copy: (what: string, text: string) => void;
  // Lines that are shown and not kept.
  readonly showLine: (told: Told) => void;
  readonly showWay: (moves: readonly number[]) => void;
  readonly leaveLine: () => void;
  readonly keepLine: () => void;
  // On the board: a move, a stone that is set up, a mark.
  /** Places stones of this kind from now on, where a side may choose. */
  readonly kind: (kind: SideWord) => void;
  readonly choose: (square: number) => void;
  readonly skip: () => void;
  /** Goes to the position before a game's move, to find a better one. */
  readonly tryInstead: (ply: number) => void;
  // The set-up board.
  readonly edit: () => void;
  readonly cancelEdit: () => void;
  readonly endEdit: () => void;
  readonly tool: (tool: Tool) => void;
  readonly clear: () => void;
  readonly side: (side: SideWord) => void;
  readonly paste: (text: string) => void;
  readonly undo: () => void;
  // The tree.
  readonly promote: () => void;
  readonly remove: () => void;
  readonly note: () => void;
  readonly comment: (text: string) => void;
  readonly glyph: (glyph: NodePart["glyph"]) => void;
  readonly marking: (kind: MarkKind | null) => void;
  // What the server does.
  readonly analyse: () => void;
  readonly askAgain: () => void;
  readonly keep: () => void;
  readonly title: (title: string) => void;
  readonly share: (on: boolean) => void;
  readonly save: () => void;
  readonly reload: () => void;
  readonly discard: () => void;
}
