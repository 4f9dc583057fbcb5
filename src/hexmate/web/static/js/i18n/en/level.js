/** English: the level that suits you, and handicaps. */
export default {
  "level.up": "Next: level {n}",
  "level.up.why": "You win most games at level {n}.",
  "level.down": "Try level {n}",
  "level.down.why": "Level {n} still wins most games.",
  "level.suits": "Level {n} suits you: you win {share}.",
  "level.easiest": "Level {n} is the easiest: you win {share}.",
  "level.strongest": "Level {n} is the strongest: you win {share}.",
  "level.other": "At level {chosen} you would win {share}. Level {n} suits you.",
  "level.other.begin": "If you began without the swap rule, you would win {share}.",
  "level.take": "Choose level {n}",
  "level.begin": "Begin without swap",
  "level.hide": "Hide this advice",
  "level.share.one": "about {count} game in 10",
  "level.share.other": "about {count} games in 10",
  "level.share.none": "hardly any games",
  "level.share.half": "about half of your games",
  "level.share.all": "almost all games",

  "handicap.question": "Is one of you stronger?",
  "handicap.text":
    "Play without the swap rule and let the weaker player begin, in the centre. " +
    "On {rows}×{cols} this evens out a match in which they would win {share}.",
  "handicap.smaller": "A smaller board evens out more.",
  "handicap.take": "Play without swap",
};
