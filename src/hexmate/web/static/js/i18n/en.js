import errors from "./en/errors.js";
import level from "./en/level.js";
import online from "./en/online.js";
import play from "./en/play.js";
import puzzles from "./en/puzzles.js";
import share from "./en/share.js";
import study from "./en/study.js";
import swap from "./en/swap.js";
import tasks from "./en/tasks.js";

/** English: the reference for the keys of every other language. */
export default {
  ...play,
  ...level,
  ...online,
  ...study,
  ...swap,
  ...share,
  ...tasks,
  ...puzzles,
  ...errors,

  "color.classic.black": "Black",
  "color.classic.white": "White",
  "color.redblue.black": "Red",
  "color.redblue.white": "Blue",
  "color.colorblind.black": "Blue",
  "color.colorblind.white": "Orange",

  "cell.empty": "{cell}, empty",
  "cell.stone": "{cell}, {color}",
  "cell.last": "{cell}, {color}, last move",
  "cell.info": "{cell}, {info}",
  "board.label": "{rows} by {cols} board",
  "shape.hex": "Hexagons",
  "shape.offset": "Hexagons, rectangular",
  "shape.square": "Squares",
  "shape.triangle": "Triangles",

  "moving.pause": "Pause animation",
  "moving.play": "Play animation",

  "nav.label": "Main",
  "nav.skip": "Skip to content",
  "nav.menu": "Menu",
  "nav.more": "More",
  "nav.home": "Hexmate home page",
  "nav.play": "Play",
  "nav.watch": "Watch",
  "nav.analyse": "Analyse",
  "nav.puzzles": "Puzzles",
  "nav.library": "Library",
  "nav.rules": "Rules",
  "nav.settings": "Settings",
  "nav.about": "About",
  "nav.language": "Language",
  "nav.theme": "Theme",

  "common.cancel": "Cancel",
  "common.close": "Close",
  "common.loading": "Loading…",
  "common.retry": "Try again",

  "update.ready": "A new version is ready.",
  "update.reload": "Reload",
  "number.range": "Enter a number between {min} and {max}.",

  "page.failed": "Something went wrong",
  "page.failed.text": "This page could not be loaded. Check your connection and try again.",
  "page.missing": "Page not found",
  "page.missing.text": "There is no page at this address. The link may be wrong or out of date.",
  "page.home": "Go to the home page",

  "start.title": "Hex",
  "start.lead": "Two players, one board, no draws. Connect your two sides before your opponent connects theirs.",
  "start.computer": "Play the computer",
  "start.computer.text": "From your first game to a very strong opponent.",
  "start.two": "Two players, one screen",
  "start.two.text": "Share this screen. Works offline too.",
  "start.online": "Play online",
  "start.online.text": "Send a link to a friend, wherever they are.",
  "start.watch": "Watch",
  "start.watch.text": "Live games, and replays of any game record.",
  "start.analyse": "Analyse",
  "start.analyse.text": "Variations, best moves and overlays.",
  "start.puzzles": "Puzzles",
  "start.puzzles.text": "Find the winning move. A new one every day.",
  "start.library": "Library",
  "start.library.text": "Search games by player or position.",
  "start.rules": "Learn the rules",
  "start.strength":
    "How strong is it? With 2 seconds per move, the strongest engine won all 90 games of a match against MoHex 2.0 " +
    "on 11×11.",
  "start.board": "Board: your first stone starts a game",
  "start.here": "Play here",
  "start.here.text": "You are {color}: connect {edges}. Choose any cell; a gentle opponent answers.",
  "start.resume": "Continue playing",
  "start.resume.players": "{first} – {second}",
  "start.resume.board": "{shape}, {rows}×{cols}",
  "start.resume.moves.one": "{count} move",
  "start.resume.moves.other": "{count} moves",

  "sound.button": "Sound",
  "sound.mute": "Mute",
  "sound.unmute": "Unmute",
  "sound.master": "Volume",
  "sound.music": "Music",
  "sound.musicOn": "Play music",
  "sound.effects": "Effects",

  "theme.auto": "System",
  "theme.light": "Light",
  "theme.dark": "Dark",
  "theme.colorblind": "Colour-blind",

  "rules.title": "How to play Hex",
  "rules.lead": "A minute to learn, a lifetime to master.",
  "rules.goal": "The goal",
  "rules.goal.text":
    "{black} owns the top and bottom sides, {white} the left and right sides. The first player to connect their two " +
    "sides with an unbroken chain of stones wins. A corner cell belongs to both sides that meet there.",
  "rules.goal.label": "A short game: {black} connects top and bottom",
  "rules.goal.1": "{black} connects top and bottom, {white} connects left and right.",
  "rules.goal.2": "Players take turns placing one stone on any empty cell. {black} moves first.",
  "rules.goal.3": "Stones never move and are never captured.",
  "rules.goal.4": "The chain is complete: {black} wins.",
  "rules.goal.draw":
    "Hex has no draws: a full board always contains exactly one winning chain. The only way to block your opponent " +
    "is to connect your own sides.",
  "rules.bridge": "The bridge",
  "rules.bridge.text":
    "Stones do not have to touch to be connected. Two stones with two empty cells between them form a bridge: if " +
    "your opponent takes one of the cells, you take the other.",
  "rules.bridge.label": "A bridge is attacked and holds",
  "rules.bridge.1": "Two stones with two empty cells between them: a bridge.",
  "rules.bridge.2": "{white} plays in one of the cells…",
  "rules.bridge.3": "… {black} plays in the other. The stones are connected.",
  "rules.bridge.4": "It works the other way round too.",
  "rules.swap": "The swap rule",
  "rules.swap.text":
    "Moving first is an advantage. To make it fair, the second player may swap: take over the first stone instead of " +
    "placing one. So open with a stone that is neither too strong nor too weak.",
  "rules.swap.label": "The second player takes over the first stone",
  "rules.swap.1": "{black} opens with a strong move.",
  "rules.swap.2": "{white} swaps instead of placing a stone…",
  "rules.swap.3": "… the stone changes colour and is mirrored: {white} now has the stone that {black} had.",
  "rules.swap.4": "{black} plays the next stone.",
  "rules.swap.sides":
    "On boards that cannot be mirrored, the stone stays where it is and the players exchange colours instead.",
  "rules.names": "Cell names",
  "rules.names.text":
    "A letter for the column, a number for the row: a1 is in the acute corner at the top left. You can rotate and " +
    "mirror the board as you like; the names stay the same.",
  "rules.boards": "Other boards",
  "rules.boards.text": "The same rules work on other grids. On squares and triangles, a game can end in a draw.",
  "rules.try": "Try it",
  "rules.try.text": "Play both sides on a small board.",
  "rules.try.turn": "{color} to move",
  "rules.try.won": "{color} wins.",
  "rules.try.again": "Start again",
  "rules.next": "Play the computer",

  "settings.title": "Settings",
  "settings.look": "Appearance",
  "settings.stones": "Stones",
  "settings.stones.classic": "Black and white",
  "settings.stones.redblue": "Red and blue",
  "settings.stones.help": "The colour-blind theme has its own stones: blue discs and orange diamonds.",
  "settings.animation": "Animations",
  "settings.animation.help": "Always off if your system asks for reduced motion.",
  "settings.board": "Board",
  "settings.coordinates": "Coordinates",
  "settings.numbers": "Move numbers on the stones",
  "settings.landscape": "Position of a1, landscape",
  "settings.portrait": "Position of a1, portrait",
  "settings.hour": "{hour} o’clock",
  "settings.landscapeMirror": "Mirror the board, landscape",
  "settings.portraitMirror": "Mirror the board, portrait",
  "settings.preview": "Board preview",
  "settings.play": "Play",
  "settings.confirm": "Confirm moves",
  "settings.confirm.auto": "On touch screens, from 11×11",
  "settings.confirm.never": "Never",
  "settings.confirm.touch": "On touch screens",
  "settings.confirm.always": "Always",
  "settings.confirm.help": "Click again or press Enter to play the move.",
  "settings.notify": "Notify me when it is my turn",
  "settings.notify.help": "When the page is in the background. Your browser may ask for permission.",
  "settings.notify.denied": "Your browser blocks notifications from this site. Allow them in its settings first.",
  "settings.delay": "Delay before the computer’s move",
  "settings.delay.value": "{seconds} s",
  "keys.title": "Keyboard shortcuts",
  "keys.on.help": "Single keys act at once. Turn this off if they get in your way.",
  "settings.sound": "Sound",
  "settings.sound.try": "Try: {effect}",
  "settings.sound.click": "click",
  "settings.sound.stone": "stone",
  "settings.sound.turn": "your turn",
  "settings.sound.victory": "victory",
  "settings.sound.defeat": "defeat",
  "settings.language": "Language",
  "settings.language.auto": "Browser language",
  "settings.name": "Your name",
  "settings.name.help": "Shown to the people you play with.",
  "settings.name.save": "Save",
  "settings.name.saved": "Saved. Hello, {name}!",
  "settings.reset": "Restore defaults",
  "settings.reset.title": "Restore default settings?",
  "settings.reset.body":
    "Appearance, board, sound and language go back to their defaults. Your games are not affected.",
  "settings.reset.yes": "Restore",
  "settings.reset.done": "Default settings restored.",

  "about.title": "About Hexmate",
  "about.lead": "Everything for the game of Hex: play, analyse, train engines and run tournaments.",
  "about.version": "Version",
  "about.licence": "Licence",
  "about.licence.text": "Free software under the {licence} licence: use it, change it, share it.",
  "about.news": "What’s new",
  "about.news.1":
    "Ready in about a minute: installing Hexmate to play in the browser now downloads only what playing needs.",
  "about.news.2":
    "A stronger engine: on 11×11, Hexmate won all 90 games of a match against MoHex 2.0, both with 2 seconds per move.",
  "about.news.3": "Fifteen levels: choose your opponent, from a beginner to the neural network.",
  "about.news.4": "Game review: a win-rate graph, with your inaccuracies, mistakes and blunders, and the better moves.",
  "about.news.5": "Plain words: every page was rewritten, and the server’s messages now appear in your language.",
  "about.news.6": "LittleGolem games are imported with the right names and the right winner.",
  "about.news.7": "Ten tasks on the rules page teach you to bridge, block and swap.",
  "about.news.8": "Share a game as a link, a picture or a file, or show it on your own web page.",
  "about.news.9": "The opening explorer shows how the games in the library continued.",
  "about.news.10": "Chat with your opponent in online games.",
  "about.offline": "The server is not responding, so its version is not shown. You can still play the computer.",
  "about.credits": "Credits",
  "about.credits.hex": "Hex was invented by Piet Hein in 1942, and again by John Nash in 1948.",
  "about.credits.roots": "Hexmate grew out of three student projects: HexProject, Jeu de Hex and Hex project.",
  "about.credits.thanks":
    "It owes much to the Hex community and its work: HexWiki, HexWorld, PlayHex, HexGui, MoHex and Benzene.",
  "about.credits.made":
    "All pictures, icons, sounds and music are generated by its own code. It is built with Python, FastAPI, " +
    "SQLAlchemy, NumPy and nanobind.",
  "about.privacy": "Privacy",
  "about.privacy.text":
    "No ads, no tracking, nothing loaded from other sites. One cookie tells the server who you are; your settings " +
    "stay in this browser.",
  "about.privacy.site":
    "No ads, no tracking, no cookies, nothing loaded from other sites. Everything runs in your browser, and your " +
    "games and settings stay there.",
};
