/** Français : les exercices de la page des règles. */
export default {
  "tasks.title": "Dix petits exercices",
  "tasks.text":
    "Trouvez le coup qui gagne contre toutes les réponses. Ce navigateur retient les exercices que vous avez résolus.",
  "tasks.link": "Vous connaissez déjà les règles ? Essayez dix petits exercices.",
  "tasks.list": "Exercices",
  "tasks.open": "Exercice {n} : {title}",
  "tasks.open.solved": "Exercice {n} : {title} (résolu)",
  "tasks.progress": "{solved} sur {total} résolus",
  "tasks.all": "Les dix sont résolus. Vous êtes prêt pour une vraie partie.",

  "task.heading": "{n}. {title}",
  "task.board": "{title} : plateau de {rows} sur {cols}",
  "task.hint": "Indice",
  "task.show": "Montrer",
  "task.again": "Réessayer",
  "task.next": "Suivant",
  "task.first": "Au premier",
  "task.swap": "Échanger",
  "task.keep": "Ne pas échanger",
  "task.more": "C’est juste. {rival} répond {reply}. À vous.",
  "task.wrong": "{move} ne suffit pas : {rival} répond {reply}, et vous ne pouvez plus relier {edges}.",
  "task.solved": "Résolu !",

  "task.chain.title": "Compléter la chaîne",
  "task.chain.goal": "Vous êtes {color} : reliez {edges} avec une seule pierre.",
  "task.chain.hint": "Suivez vos pierres d’un bord à l’autre. Où manque-t-il une pierre ?",
  "task.chain.why":
    "Vos pierres se touchent maintenant d’un bord à l’autre. {rival} avait besoin de la même case : bloquer, c’est " +
    "relier.",

  "task.bridge.title": "Sauver un pont",
  "task.bridge.goal": "Vous êtes {color} et reliez {edges} : {rival} vient de jouer {cell}, au milieu de votre pont.",
  "task.bridge.hint": "Votre pont tenait par deux cases libres. L’une est prise : jouez l’autre.",
  "task.bridge.why": "Un pont vaut une liaison : quelle que soit la case que prend l’adversaire, vous prenez l’autre.",

  "task.reach.title": "Construire avec des ponts",
  "task.reach.goal": "Vous êtes {color} : jouez la pierre qui relie {edges} à coup sûr.",
  "task.reach.hint": "Cherchez une case à un pont de votre chaîne et à un pont de votre bord.",
  "task.reach.why":
    "Les deux ponts n’ont aucune case en commun : {rival} ne pouvait pas couper les deux. Avec des ponts, on " +
    "traverse le plateau plus vite qu’avec des pierres qui se touchent.",

  "task.edge.title": "Un pont vers le bord",
  "task.edge.goal":
    "Vous êtes {color} et reliez {edges} : {rival} attaque en {cell}, là où votre chaîne rejoint le bord.",
  "task.edge.hint": "Votre pierre de la deuxième ligne touche deux cases de la première. L’une est prise.",
  "task.edge.why":
    "Votre bord compte comme une rangée de vos pierres : une pierre de la deuxième ligne, séparée du bord par deux " +
    "cases libres, est déjà reliée.",

  "task.template.title": "Utiliser un motif de bord",
  "task.template.goal":
    "Vous êtes {color} et reliez {edges} : votre chaîne finit sur la troisième ligne, et {rival} attaque en {cell}.",
  "task.template.hint": "Gardez vos distances : quel pont mène à la deuxième ligne, loin de l’attaque ?",
  "task.template.why":
    "Une pierre de la troisième ligne qui a assez de place autour d’elle est reliée au bord : chaque attaque a sa " +
    "réponse. On appelle ces formes des motifs de bord ; celui-ci est la ziggourat.",

  "task.block.title": "Bloquer à distance",
  "task.block.goal": "Vous êtes {color} et reliez {edges} : arrêtez {rival}, dont le dernier coup est {cell}.",
  "task.block.hint": "Une pierre collée à la chaîne se contourne d’un côté ou de l’autre. Laissez de la place.",
  "task.block.why":
    "À distance, votre pierre couvre les deux passages. Et comme un seul joueur peut relier ses bords, arrêter " +
    "{rival}, c’est relier les vôtres.",

  "task.ladder.title": "Suivre une échelle",
  "task.ladder.goal": "Vous êtes {color} et reliez {edges} : votre pierre près du coin peut aider votre chaîne.",
  "task.ladder.hint":
    "Avancez sur la deuxième ligne : chaque pierre menace de rejoindre votre bord, et {rival} doit répondre.",
  "task.ladder.why":
    "Une échelle oblige {rival} à répondre à chaque coup, mais seule, elle ne mène à rien. Votre pierre placée " +
    "devant est une échappée : une fois atteinte, elle vous donne deux chemins vers le bord.",

  "task.escape.title": "Créer son échappée",
  "task.escape.goal":
    "Vous êtes {color} et reliez {edges} : ici une échelle seule échoue, trouvez donc un coup à deux menaces.",
  "task.escape.hint": "Cherchez, devant l’échelle, une case que vous pouvez aussi relier à vos autres pierres.",
  "task.escape.why":
    "Votre pierre menace deux choses : rejoindre l’échelle, et se relier à vos autres pierres. {rival} n’en peut " +
    "arrêter qu’une. C’est une échappée à double menace.",

  "task.take.title": "Échanger ? Une pierre près du centre",
  "task.take.goal": "Vous êtes {color} et reliez {edges} : {rival} commence en {cell}, et vous pouvez échanger.",
  "task.take.hint": "Que préférez-vous : cette pierre, ou le coup suivant ?",
  "task.take.wrong": "Cette pierre est trop forte : sans échange, {rival} peut gagner quoi que vous jouiez.",
  "task.take.why":
    "Cette pierre vaut plus que le coup suivant : sur ce petit plateau, celui qui l’a peut toujours gagner. Vous la " +
    "prenez donc, en miroir vers vos propres bords.",

  "task.leave.title": "Échanger ? Une pierre au bord",
  "task.leave.goal": "Vous êtes {color} et reliez {edges} : {rival} commence en {cell}, et vous pouvez échanger.",
  "task.leave.hint": "Que préférez-vous : cette pierre, ou le coup suivant ?",
  "task.leave.wrong": "Cette pierre est trop faible : après l’échange, {rival} a le coup suivant et peut gagner.",
  "task.leave.why":
    "Cette pierre vaut moins que le coup suivant : jouez au centre, et vous pouvez toujours gagner. Une bonne " +
    "ouverture est une pierre avec laquelle les deux camps vous conviendraient.",
};
