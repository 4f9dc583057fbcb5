/** English: the tasks of the rules page. */
export default {
  "tasks.title": "Ten small tasks",
  "tasks.text": "Find the move that wins against every answer. This browser remembers what you have solved.",
  "tasks.link": "Know the rules already? Try ten small tasks.",
  "tasks.list": "Tasks",
  "tasks.open": "Task {n}: {title}",
  "tasks.open.solved": "Task {n}: {title} (solved)",
  "tasks.progress": "{solved} of {total} solved",
  "tasks.all": "All ten solved. You are ready for a real game.",

  "task.heading": "{n}. {title}",
  "task.board": "{title}: board of {rows} by {cols}",
  "task.hint": "Hint",
  "task.show": "Show me",
  "task.again": "Try again",
  "task.next": "Next task",
  "task.first": "First task",
  "task.swap": "Swap",
  "task.keep": "Do not swap",
  "task.more": "Right. {rival} answers {reply}. Your move.",
  "task.wrong": "{move} is not enough: {rival} answers {reply}, and you can no longer connect {edges}.",
  "task.solved": "Solved!",

  "task.chain.title": "Complete the chain",
  "task.chain.goal": "You are {color}: connect {edges} with one stone.",
  "task.chain.hint": "Follow your stones from one side to the other. Where is the gap?",
  "task.chain.why":
    "Your stones now touch all the way from side to side. {rival} needed the same cell: to block is to connect.",

  "task.bridge.title": "Save a bridge",
  "task.bridge.goal":
    "You are {color} and connect {edges}: {rival} has just played {cell}, in the middle of your bridge.",
  "task.bridge.hint": "Two empty cells held your bridge together. One is taken: play the other.",
  "task.bridge.why":
    "A bridge is as good as a connection: whichever of its two cells your opponent takes, you take the other.",

  "task.reach.title": "Build with bridges",
  "task.reach.goal": "You are {color}: play the stone that is certain to connect {edges}.",
  "task.reach.hint": "Look for a cell that is one bridge away from your chain and one bridge away from your side.",
  "task.reach.why":
    "The two bridges share no cell, so {rival} could never cut both. Bridges get you across the board faster than " +
    "stones that touch.",

  "task.edge.title": "A bridge to your side",
  "task.edge.goal": "You are {color} and connect {edges}: {rival} attacks at {cell}, where your chain meets your side.",
  "task.edge.hint": "Your stone on the second row touches two cells of the first row. One is taken.",
  "task.edge.why":
    "Your side of the board works like a row of your stones: a stone on the second row, with two empty cells " +
    "between it and your side, is already connected.",

  "task.template.title": "Use an edge template",
  "task.template.goal":
    "You are {color} and connect {edges}: your chain ends on the third row, and {rival} attacks at {cell}.",
  "task.template.hint": "Keep your distance: which bridge leads to the second row, away from the attack?",
  "task.template.why":
    "A stone on the third row with enough space around it is connected to the edge: there is an answer to every " +
    "attack. Players call such shapes edge templates, and this one the ziggurat.",

  "task.block.title": "Block from a distance",
  "task.block.goal": "You are {color} and connect {edges}: stop {rival}, whose last move is {cell}.",
  "task.block.hint": "A stone right in front of the chain is passed on one side or the other. Leave some room.",
  "task.block.why":
    "From a distance, your stone covers both ways round. And as only one player can connect, stopping {rival} means " +
    "that your own sides are connected.",

  "task.ladder.title": "Run a ladder",
  "task.ladder.goal": "You are {color} and connect {edges}: your stone near the corner can help your chain.",
  "task.ladder.hint": "Run along the second row: each stone threatens to reach your side, so {rival} has to answer.",
  "task.ladder.why":
    "A ladder forces {rival} to answer every move, but alone it leads nowhere. Your stone ahead of it is a ladder " +
    "escape: once you reach it, you have two ways to your side.",

  "task.escape.title": "Make your own escape",
  "task.escape.goal":
    "You are {color} and connect {edges}: a ladder on its own fails here, so find a move with two threats.",
  "task.escape.hint": "Look ahead of the ladder for a cell that you can also connect to your other stones.",
  "task.escape.why":
    "Your stone makes two threats: to meet the ladder, and to connect to your other stones. {rival} can stop only " +
    "one. Players call this a ladder escape fork.",

  "task.take.title": "Swap or not? A stone near the centre",
  "task.take.goal": "You are {color} and connect {edges}: {rival} opens at {cell}, and now you may swap.",
  "task.take.hint": "Which would you rather have: this stone, or the next move?",
  "task.take.wrong": "This stone is too strong: without the swap, {rival} can win whatever you play.",
  "task.take.why":
    "This stone is worth more than the next move: on this small board, its owner can always win. So you take it, " +
    "mirrored to your own sides.",

  "task.leave.title": "Swap or not? A stone at the edge",
  "task.leave.goal": "You are {color} and connect {edges}: {rival} opens at {cell}, and now you may swap.",
  "task.leave.hint": "Which would you rather have: this stone, or the next move?",
  "task.leave.wrong": "This stone is too weak: after the swap, {rival} has the next move and can win.",
  "task.leave.why":
    "This stone is worth less than the next move: play in the centre, and you can always win. A good opening is one " +
    "where you would be happy with either side.",
};
