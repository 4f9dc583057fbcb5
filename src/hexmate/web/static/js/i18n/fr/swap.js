/** Français : les cartes de l’échange. */
export default {
  "swap.title": "Cartes de l’échange",
  "swap.lead": "Votre adversaire a posé la première pierre. Faut-il échanger ?",
  "swap.size": "Plateau",
  "swap.smaller": "Plateau plus petit",
  "swap.larger": "Plateau plus grand",
  "swap.choose": "Choisissez une case pour savoir que faire d’une première pierre posée là.",
  "swap.cell.swap": "{cell} : échangez. {color} gagne à {percent} après cette pierre.",
  "swap.cell.fair": "{cell} : pierre équilibrée. {color} gagne à {percent} : les deux choix se valent.",
  "swap.cell.keep": "{cell} : n’échangez pas. {color} ne gagne qu’à {percent} après cette pierre.",
  "swap.cell.wins": "{cell} : échangez. Cette pierre gagne pour {color}, quelle que soit la réponse.",
  "swap.cell.loses": "{cell} : n’échangez pas. {color} perd après cette pierre si vous répondez bien.",
  "swap.legend.swap": "Échanger : {color} gagne plus d’une partie sur deux après cette pierre.",
  "swap.legend.fair": "Près de 50 : équilibré. Les pierres les plus équilibrées sont cerclées.",
  "swap.legend.keep": "Ne pas échanger : {color} gagne moins d’une partie sur deux.",
  "swap.legend.swap.exact": "Échanger (avec un point) : cette pierre gagne pour {color}.",
  "swap.legend.keep.exact": "Ne pas échanger : {color} perd après cette pierre.",
  "swap.exact": "{board} est résolu : le résultat après chaque première pierre est prouvé.",
  "swap.searched":
    "Les nombres sont les chances de {color}, en pour cent : au moins {visits} visites d’une recherche après chaque " +
    "première pierre sur {board}, avec le réseau « {network} » ({date}). Ce sont des estimations.",
  "swap.use":
    "Si vous commencez avec la règle de l’échange, jouez près de 50 : si la pierre est plus forte, l’adversaire " +
    "échange ; si elle est plus faible, vous partez en retard.",
  "swap.use.exact":
    "Ici, toute première pierre gagne ou perd. Si vous commencez, jouez là où c’est difficile à voir : à la " +
    "frontière des deux couleurs.",
  "swap.rule": "Comment marche l’échange",
  "swap.link": "Quelles premières pierres échanger ? Voyez les cartes de tous les plateaux.",

  "start.swap": "Cartes de l’échange",
  "start.swap.text": "Faut-il échanger cette première pierre ? Tous les plateaux de 3×3 à 19×19.",
};
