import errors from "./fr/errors.js";
import level from "./fr/level.js";
import online from "./fr/online.js";
import play from "./fr/play.js";
import puzzles from "./fr/puzzles.js";
import share from "./fr/share.js";
import study from "./fr/study.js";
import swap from "./fr/swap.js";
import tasks from "./fr/tasks.js";

/** Français. @type {import("./index.js").Dictionary} */
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

  "color.classic.black": "Noir",
  "color.classic.white": "Blanc",
  "color.redblue.black": "Rouge",
  "color.redblue.white": "Bleu",
  "color.colorblind.black": "Bleu",
  "color.colorblind.white": "Orange",

  "cell.empty": "{cell}, libre",
  "cell.stone": "{cell}, {color}",
  "cell.last": "{cell}, {color}, dernier coup",
  "cell.info": "{cell}, {info}",
  "board.label": "Plateau de {rows} sur {cols}",
  "shape.hex": "Hexagones",
  "shape.offset": "Hexagones, en rectangle",
  "shape.square": "Carrés",
  "shape.triangle": "Triangles",

  "moving.pause": "Mettre l’animation en pause",
  "moving.play": "Lancer l’animation",

  "nav.label": "Navigation principale",
  "nav.skip": "Aller au contenu",
  "nav.menu": "Menu",
  "nav.more": "Autres pages",
  "nav.home": "Accueil de Hexmate",
  "nav.play": "Jouer",
  "nav.watch": "Regarder",
  "nav.analyse": "Analyser",
  "nav.puzzles": "Problèmes",
  "nav.library": "Bibliothèque",
  "nav.rules": "Règles",
  "nav.settings": "Réglages",
  "nav.about": "À propos",
  "nav.language": "Langue",
  "nav.theme": "Thème",

  "common.cancel": "Annuler",
  "common.close": "Fermer",
  "common.loading": "Chargement…",
  "common.retry": "Réessayer",

  "update.ready": "Une nouvelle version est prête.",
  "update.reload": "Recharger",
  "number.range": "Entrez un nombre entre {min} et {max}.",

  "page.failed": "Un problème est survenu",
  "page.failed.text": "Cette page n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.",
  "page.missing": "Page introuvable",
  "page.missing.text": "Il n’y a pas de page à cette adresse. Le lien est peut-être faux ou périmé.",
  "page.home": "Aller à l’accueil",

  "start.title": "Hex",
  "start.lead":
    "Deux joueurs, un plateau, jamais de nulle. Reliez vos deux bords avant que votre adversaire ne relie les siens.",
  "start.computer": "Contre l’ordinateur",
  "start.computer.text": "De la première partie à un adversaire très fort.",
  "start.two": "À deux sur cet écran",
  "start.two.text": "Chacun son tour, même hors ligne.",
  "start.online": "Jouer en ligne",
  "start.online.text": "Envoyez un lien à un ami, où qu’il soit.",
  "start.watch": "Regarder",
  "start.watch.text": "Parties en direct et parties enregistrées.",
  "start.analyse": "Analyser",
  "start.analyse.text": "Variantes, meilleurs coups, calques.",
  "start.puzzles": "Problèmes",
  "start.puzzles.text": "Trouvez le coup gagnant. Un nouveau chaque jour.",
  "start.library": "Bibliothèque",
  "start.library.text": "Cherchez par joueur ou par position.",
  "start.rules": "Apprendre les règles",
  "start.strength":
    "Quel niveau ? Avec 2 secondes par coup, le moteur le plus fort a gagné les 90 parties d’un match contre " +
    "MoHex 2.0 sur 11×11.",
  "start.board": "Plateau : votre première pierre lance une partie",
  "start.here": "Jouez ici",
  "start.here.text": "Vous êtes {color} : reliez {edges}. Choisissez une case : un adversaire facile répond.",
  "start.resume": "Reprendre une partie",
  "start.resume.players": "{first} – {second}",
  "start.resume.board": "{shape}, {rows}×{cols}",
  "start.resume.moves.one": "{count} coup",
  "start.resume.moves.other": "{count} coups",

  "sound.button": "Son",
  "sound.mute": "Couper le son",
  "sound.unmute": "Remettre le son",
  "sound.master": "Volume",
  "sound.music": "Musique",
  "sound.musicOn": "Jouer de la musique",
  "sound.effects": "Effets",

  "theme.auto": "Système",
  "theme.light": "Clair",
  "theme.dark": "Sombre",
  "theme.colorblind": "Daltonien",

  "rules.title": "Comment jouer à Hex",
  "rules.lead": "Une minute pour apprendre, toute une vie pour progresser.",
  "rules.goal": "Le but du jeu",
  "rules.goal.text":
    "{black} possède les bords du haut et du bas, {white} ceux de gauche et de droite. Le premier à relier ses deux " +
    "bords par une chaîne ininterrompue de pierres gagne. Une case de coin appartient aux deux bords qui s’y " +
    "rejoignent.",
  "rules.goal.label": "Une courte partie : {black} relie le haut et le bas",
  "rules.goal.1": "{black} relie le haut et le bas, {white} la gauche et la droite.",
  "rules.goal.2": "À tour de rôle, chacun pose une pierre sur une case libre. {black} commence.",
  "rules.goal.3": "Les pierres ne bougent pas et ne sont jamais prises.",
  "rules.goal.4": "La chaîne est complète : {black} gagne.",
  "rules.goal.draw":
    "Il n’y a jamais de nulle : un plateau plein contient toujours exactement une chaîne gagnante. La seule façon de " +
    "bloquer l’adversaire est de relier ses propres bords.",
  "rules.bridge": "Le pont",
  "rules.bridge.text":
    "Deux pierres n’ont pas besoin de se toucher pour être reliées. Avec deux cases libres entre elles, elles " +
    "forment un pont : si l’adversaire prend l’une des cases, vous prenez l’autre.",
  "rules.bridge.label": "Un pont est attaqué et tient",
  "rules.bridge.1": "Deux pierres, et deux cases libres entre elles : un pont.",
  "rules.bridge.2": "{white} joue dans l’une des cases…",
  "rules.bridge.3": "… {black} joue dans l’autre. Les pierres sont reliées.",
  "rules.bridge.4": "De l’autre côté, c’est pareil.",
  "rules.swap": "L’échange",
  "rules.swap.text":
    "Commencer est un avantage. Pour rétablir l’équilibre, le second joueur peut échanger : il prend la première " +
    "pierre au lieu d’en poser une. Commencez donc par une pierre ni trop forte ni trop faible.",
  "rules.swap.label": "Le second joueur prend la première pierre",
  "rules.swap.1": "{black} commence par un coup fort.",
  "rules.swap.2": "{white} échange au lieu de poser une pierre…",
  "rules.swap.3": "… la pierre change de couleur et passe en miroir : {white} a maintenant la pierre de {black}.",
  "rules.swap.4": "C’est à {black} de jouer.",
  "rules.swap.sides":
    "Sur les plateaux sans symétrie, la pierre reste en place et ce sont les joueurs qui échangent leurs couleurs.",
  "rules.names": "Le nom des cases",
  "rules.names.text":
    "Une lettre pour la colonne, un nombre pour la ligne : a1 est dans le coin aigu, en haut à gauche. Vous pouvez " +
    "tourner et retourner le plateau comme vous voulez, les noms ne changent pas.",
  "rules.boards": "D’autres plateaux",
  "rules.boards.text":
    "Les mêmes règles valent sur d’autres grilles. Avec des carrés ou des triangles, une partie peut être nulle.",
  "rules.try": "À vous d’essayer",
  "rules.try.text": "Jouez les deux camps sur un petit plateau.",
  "rules.try.turn": "À {color} de jouer",
  "rules.try.won": "{color} gagne.",
  "rules.try.again": "Recommencer",
  "rules.next": "Jouer contre l’ordinateur",

  "settings.title": "Réglages",
  "settings.look": "Apparence",
  "settings.stones": "Pierres",
  "settings.stones.classic": "Noires et blanches",
  "settings.stones.redblue": "Rouges et bleues",
  "settings.stones.help": "Le thème daltonien a ses propres pierres : disques bleus et losanges orange.",
  "settings.animation": "Animations",
  "settings.animation.help": "Toujours désactivées si votre système demande moins d’animations.",
  "settings.board": "Plateau",
  "settings.coordinates": "Coordonnées",
  "settings.numbers": "Numéros des coups sur les pierres",
  "settings.landscape": "Place de a1 en format paysage",
  "settings.portrait": "Place de a1 en format portrait",
  "settings.hour": "{hour} h",
  "settings.landscapeMirror": "Plateau en miroir en format paysage",
  "settings.portraitMirror": "Plateau en miroir en format portrait",
  "settings.preview": "Aperçu du plateau",
  "settings.play": "Jeu",
  "settings.confirm": "Confirmer les coups",
  "settings.confirm.auto": "Sur écran tactile, dès 11×11",
  "settings.confirm.never": "Jamais",
  "settings.confirm.touch": "Sur écran tactile",
  "settings.confirm.always": "Toujours",
  "settings.confirm.help": "Cliquez de nouveau ou appuyez sur Entrée pour jouer le coup.",
  "settings.notify": "Me prévenir quand c’est à moi de jouer",
  "settings.notify.help": "Quand la page est en arrière-plan. Le navigateur peut vous demander l’autorisation.",
  "settings.notify.denied":
    "Votre navigateur bloque les notifications de ce site. Autorisez-les d’abord dans ses réglages.",
  "settings.delay": "Délai avant le coup de l’ordinateur",
  "settings.delay.value": "{seconds} s",
  "keys.title": "Raccourcis clavier",
  "keys.on.help": "Une seule touche suffit. Désactivez les raccourcis s’ils vous gênent.",
  "settings.sound": "Son",
  "settings.sound.try": "Essayer : {effect}",
  "settings.sound.click": "clic",
  "settings.sound.stone": "pierre",
  "settings.sound.turn": "à vous de jouer",
  "settings.sound.victory": "victoire",
  "settings.sound.defeat": "défaite",
  "settings.language": "Langue",
  "settings.language.auto": "Langue du navigateur",
  "settings.name": "Votre nom",
  "settings.name.help": "Visible par les personnes avec qui vous jouez.",
  "settings.name.save": "Enregistrer",
  "settings.name.saved": "Enregistré. Bonjour, {name} !",
  "settings.reset": "Rétablir les réglages par défaut",
  "settings.reset.title": "Rétablir les réglages par défaut ?",
  "settings.reset.body":
    "Apparence, plateau, son et langue reviennent à leurs valeurs par défaut. Vos parties ne changent pas.",
  "settings.reset.yes": "Rétablir",
  "settings.reset.done": "Réglages par défaut rétablis.",

  "about.title": "À propos de Hexmate",
  "about.lead": "Tout pour le jeu de Hex : jouer, analyser, entraîner des moteurs, organiser des tournois.",
  "about.version": "Version",
  "about.licence": "Licence",
  "about.licence.text": "Logiciel libre sous licence {licence} : utilisez-le, modifiez-le, partagez-le.",
  "about.news": "Nouveautés",
  "about.news.1":
    "Prêt en une minute environ : pour jouer dans le navigateur, l’installation ne télécharge plus que le nécessaire.",
  "about.news.2":
    "Un moteur plus fort : sur 11×11, Hexmate a gagné les 90 parties d’un match contre MoHex 2.0, avec 2 secondes " +
    "par coup pour chacun.",
  "about.news.3": "Quinze niveaux : choisissez votre adversaire, du débutant au réseau de neurones.",
  "about.news.4":
    "Bilan de partie : la courbe des chances, vos imprécisions, erreurs et gaffes, et les meilleurs coups.",
  "about.news.5":
    "Des mots plus simples : toutes les pages ont été réécrites, et les messages du serveur sont dans votre langue.",
  "about.news.6": "Les parties de LittleGolem sont importées avec les bons noms et le bon gagnant.",
  "about.news.7": "Dix exercices sur la page des règles : faire un pont, bloquer, échanger.",
  "about.news.8": "Partagez une partie par un lien, une image ou un fichier, ou affichez-la sur votre site.",
  "about.news.9": "L’explorateur d’ouvertures montre la suite jouée dans les parties de la bibliothèque.",
  "about.news.10": "Discutez avec votre adversaire pendant les parties en ligne.",
  "about.offline":
    "Le serveur ne répond pas, sa version n’est donc pas affichée. Vous pouvez toujours jouer contre l’ordinateur.",
  "about.credits": "Remerciements",
  "about.credits.hex": "Hex a été inventé par Piet Hein en 1942, puis de nouveau par John Nash en 1948.",
  "about.credits.roots": "Hexmate est né de trois projets d’étudiants : HexProject, Jeu de Hex et Hex project.",
  "about.credits.thanks":
    "Il doit beaucoup à la communauté de Hex et à ses travaux : HexWiki, HexWorld, PlayHex, HexGui, MoHex et Benzene.",
  "about.credits.made":
    "Toutes les images, icônes, musiques et tous les sons sont produits par son propre code. Il s’appuie sur Python, " +
    "FastAPI, SQLAlchemy, NumPy et nanobind.",
  "about.privacy": "Vie privée",
  "about.privacy.text":
    "Ni publicité, ni pistage, rien qui vienne d’autres sites. Un cookie permet au serveur de vous reconnaître ; vos " +
    "réglages restent dans ce navigateur.",
  "about.privacy.site":
    "Ni publicité, ni pistage, ni cookies, rien qui vienne d’autres sites. Tout se passe dans votre navigateur : vos " +
    "parties et vos réglages y restent.",
};
