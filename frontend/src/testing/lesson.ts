// A lesson of two steps on 3×3, for tests: a row to complete, and two threats to make.

import type { LessonData, OutcomeData } from "../lesson/state";
import { read } from "../rules/squares";

export const SIZE = { width: 3, height: 3 };

export function at(text: string): number {
  return read(text, SIZE).square!;
}

function all(text: string): readonly number[] {
  return text === "" ? [] : text.split(" ").map(at);
}

function outcome(squares: string, part: Partial<OutcomeData>): OutcomeData {
  return { squares: all(squares), isRight: false, says: "", line: [], then: null, ...part };
}

const BOARD = { ...SIZE, k: 3, lineRule: "freestyle", blocked: [], sideToMove: "black" } as const;

export const LESSON: LessonData = {
  key: "tic-tac-toe",
  number: 2,
  lessons: 3,
  steps: [
    {
      title: "Make three",
      says: "You play {you}.",
      position: { ...BOARD, black: all("a1 b1"), white: all("a2 b2") },
      turn: {
        asks: "Add the third.",
        outcomes: [
          outcome("c1", { isRight: true, says: "Three in a row. You win!" }),
          outcome("a3 b3 c3", { says: "{opponent} takes c2 and wins.", line: all("c2") }),
          outcome("c2", { says: "{opponent} takes c1.", line: all("c1") }),
        ],
      },
    },
    {
      title: "Threaten twice",
      says: "One move makes two threats.",
      position: { ...BOARD, black: all("a1 c3"), white: all("a3 b2") },
      turn: {
        asks: "Find it.",
        outcomes: [
          outcome("c1", {
            isRight: true,
            says: "Two threats. {opponent} stops one at b1.",
            line: all("b1"),
            then: {
              asks: "Complete the other.",
              outcomes: [
                outcome("c2", { isRight: true, says: "Three in a row. You win!" }),
                outcome("a2 b3", { says: "{opponent} takes c2.", line: all("c2") }),
              ],
            },
          }),
          outcome("a2 b1 c2 b3", { says: "{opponent} takes c1 and wins.", line: all("c1") }),
        ],
      },
    },
  ],
};
