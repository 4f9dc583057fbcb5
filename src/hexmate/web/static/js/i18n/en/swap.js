/** English: the swap maps. */
export default {
  "swap.title": "Swap maps",
  "swap.lead": "Your opponent has placed the first stone. Should you swap it?",
  "swap.size": "Board",
  "swap.smaller": "Smaller board",
  "swap.larger": "Larger board",
  "swap.choose": "Choose a cell to see what to do about a first stone there.",
  "swap.cell.swap": "{cell}: swap it. {color} wins {percent} after this stone.",
  "swap.cell.fair": "{cell}: a fair stone. {color} wins {percent} after it, so either choice is good.",
  "swap.cell.keep": "{cell}: do not swap. {color} wins only {percent} after this stone.",
  "swap.cell.wins": "{cell}: swap it. This stone wins for {color}, whatever the answer.",
  "swap.cell.loses": "{cell}: do not swap. {color} loses after this stone if you answer well.",
  "swap.legend.swap": "Swap: {color} wins more than half of the games after this stone.",
  "swap.legend.fair": "Close to 50: fair to both players. The fairest stones have a rim.",
  "swap.legend.keep": "Do not swap: {color} wins less than half of the games.",
  "swap.legend.swap.exact": "Swap (with a dot): this stone wins for {color}.",
  "swap.legend.keep.exact": "Do not swap: {color} loses after this stone.",
  "swap.exact": "{board} is solved: the result after every first stone is proven.",
  "swap.searched":
    "The numbers are win rates of {color} in percent, from at least {visits} visits of a search after each first " +
    "stone on {board}, with the network “{network}” ({date}). They are estimates.",
  "swap.use":
    "When you move first with the swap rule, open near 50: with a stronger stone, your opponent swaps; with a weaker " +
    "one, you start behind.",
  "swap.use.exact":
    "Every first stone wins or loses here, so when you move first, open where that is hard to tell: where both " +
    "colours meet.",
  "swap.rule": "How the swap rule works",
  "swap.link": "Which first stones should you swap? See the maps of all boards.",

  "start.swap": "Swap maps",
  "start.swap.text": "Should you swap this first stone? Every board from 3×3 to 19×19.",
};
