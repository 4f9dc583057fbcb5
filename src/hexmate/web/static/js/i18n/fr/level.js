/** Français : le niveau qui vous convient, et les handicaps. @type {typeof import("../en/level.js").default} */
export default {
  "level.up": "Ensuite : niveau {n}",
  "level.up.why": "Vous dominez le niveau {n}.",
  "level.down": "Essayer le niveau {n}",
  "level.down.why": "Le niveau {n} vous domine encore.",
  "level.suits": "Le niveau {n} vous convient : vous gagnez {share}.",
  "level.easiest": "Le niveau {n} est le plus facile : vous gagnez {share}.",
  "level.strongest": "Le niveau {n} est le plus fort : vous gagnez {share}.",
  "level.other": "Au niveau {chosen}, vous gagneriez {share}. Le niveau {n} vous convient.",
  "level.other.begin": "En commençant sans échange, vous gagneriez {share}.",
  "level.take": "Choisir le niveau {n}",
  "level.begin": "Commencer sans échange",
  "level.hide": "Masquer ce conseil",
  "level.share.one": "environ {count} partie sur 10",
  "level.share.other": "environ {count} parties sur 10",
  "level.share.none": "très peu de parties",
  "level.share.half": "environ une partie sur deux",
  "level.share.all": "presque toutes les parties",

  "handicap.question": "L’un de vous est plus fort ?",
  "handicap.text":
    "Jouez sans la règle d’échange et laissez le plus faible commencer, au centre. " +
    "En {rows}×{cols}, cela équilibre un match dont le plus faible gagnerait {share}.",
  "handicap.smaller": "Un plateau plus petit équilibre davantage.",
  "handicap.take": "Jouer sans échange",
};
