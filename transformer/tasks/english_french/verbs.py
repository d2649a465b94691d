"""Verbs of both languages: English base and past, French present, participle and auxiliary."""

from dataclasses import dataclass
from functools import cache

from transformer.tasks.english_french.lexicon import Noun

PERSONS = ("i", "you", "he", "we", "they")  # he also represents she, it and every singular noun

# English base and past, French infinitive, possible subjects, possible objects (kinds of noun, or nouns).
# wait_for: French needs no "for"; entrer_dans: English needs no "in".
VERBS = """
    eat ate manger person,family,animal food,mass
    buy bought acheter person,family thing,clothing,vehicle,food,mass
    love loved aimer person,family animal,food,mass,place,castle,text
    find found trouver person,family,animal thing,clothing,container,food
    carry carried porter person,family book,table,chair,stone,ladder,branch,ball,container
    break broke casser person,family,animal vase,bottle,lamp,chair,window,mirror,clock,guitar
    help helped aider person,family person,family,animal
    invite invited inviter person,family person,family
    visit visited visiter person,family shelter,island,museum,church,school
    cross crossed traverser person,family,animal,vehicle place
    leave left quitter person,animal place,shelter,building
    push pushed pousser person,family,animal vehicle,barrel,stone,box,table,chair,ball
    look_for looked chercher person,family key,umbrella,ball,hat,child,dog,cat,book
    listen_to listened écouter person,family song,story,bird,piano,person
    hear heard entendre person,family,animal person,family,animal,vehicle,song
    wait_for waited attendre person,family person,family,bus,boat
    see saw voir person,family,animal person,animal,place,shelter,building,vehicle,thing
    follow followed suivre person,family,animal person,family,animal,vehicle,path
    open opened ouvrir person,family opening,container,letter,bottle
    write wrote écrire person,family text,book
    drink drank boire person,family,animal drink
    enter entered entrer_dans person,family,animal building,shelter,forest,tunnel,garden,park
    avoid avoided éviter person,family,animal place,shelter
    explore explored explorer person,family,animal shelter,forest,valley,park,garden,tunnel,island,beach,field
    pull pulled tirer person,family,animal branch,barrel,stone,basket,box,bag,ladder,suitcase
    move moved déplacer person,family,animal thing,container
    lift lifted soulever person,family,animal stone,branch,barrel,ladder,chair,table,container
    taste tasted goûter person,family,animal food,mass
    steal stole voler person,family,animal food,mass,key
    study studied étudier person,official institution,document
    defend defended défendre person,official institution,document
    explain explained expliquer person,official institution,document
    hit hit entarter person,family -
    fit fit entrer thing -
    sleep slept dormir person,family,animal -
    work worked travailler person,family,official -
    sing sang chanter person,family,bird -
    dance danced danser person,family -
    run ran courir person,family,animal -
    swim swam nager person,family,dog,frog -
    play played jouer person,family,dog,cat,monkey -
    cry cried pleurer person,family -
    laugh laughed rire person,family -
    go went aller person,family,animal,vehicle -
    return returned revenir person,family,animal,vehicle -
    arrive arrived arriver person,family,animal,vehicle -
    fall fell tomber person,family,animal -
    stay stayed rester person,family,animal -"""

# Present (je, tu, il, nous, ils) and past participle, where they do not follow from -er or -re.
IRVERBS = """
    acheter achète achètes achète achetons achètent acheté
    soulever soulève soulèves soulève soulevons soulèvent soulevé
    voir vois vois voit voyons voient vu
    suivre suis suis suit suivons suivent suivi
    ouvrir ouvre ouvres ouvre ouvrons ouvrent ouvert
    écrire écris écris écrit écrivons écrivent écrit
    boire bois bois boit buvons boivent bu
    dormir dors dors dort dormons dorment dormi
    courir cours cours court courons courent couru
    rire ris ris rit rions rient ri
    aller vais vas va allons vont allé
    revenir reviens reviens revient revenons reviennent revenu
    avoir ai as a avons ont eu
    être suis es est sommes sont été"""

WITH_ETRE = {"aller", "revenir", "arriver", "tomber", "rester", "entrer"}
BE_PRESENT = dict(zip(PERSONS, ("am", "are", "is", "are", "are"), strict=True))
BE_PAST = dict(zip(PERSONS, ("was", "were", "was", "were", "were"), strict=True))
ETRE_PAST = dict(zip(PERSONS, ("étais", "étais", "était", "étions", "étaient"), strict=True))


@dataclass(frozen=True)
class Verb:
    """A verb: `particle` is the "for" of "wait for", which French omits; `preposition` is the "dans" of
    "entrer dans", which English omits."""

    english: str
    past: str
    french: str
    subjects: tuple[str, ...]  # kinds of noun, or single nouns
    objects: tuple[str, ...]
    particle: str = ""
    preposition: str = ""

    @property
    def third(self) -> str:
        """The English third person: crosses, carries, plays."""
        if self.english.endswith(("s", "sh", "ch", "x", "o")):
            return self.english + "es"
        if self.english.endswith("y") and self.english[-2] not in "aeiou":
            return self.english[:-1] + "ies"
        return self.english + "s"

    @property
    def auxiliary(self) -> str:
        return "être" if self.french in WITH_ETRE else "avoir"

    def takes(self, thing: Noun) -> bool:
        """Whether the noun makes sense as object of this verb."""
        return thing.kind in self.objects or thing.english in self.objects

    def participle(self, gender: str = "m", plural: bool = False) -> str:
        return conjugate(self.french)[1] + ("e" if gender == "f" else "") + "s" * plural


@cache
def conjugate(infinitive: str) -> tuple[dict[str, str], str]:
    """Return the French present by person, and the past participle (masculine singular)."""
    if infinitive in _irregular:
        *present, participle = _irregular[infinitive]
    elif infinitive.endswith("er"):
        stem = infinitive[:-2]
        we = stem + "e" if stem.endswith("g") else stem[:-1] + "ç" if stem.endswith("c") else stem
        present, participle = (
            [stem + "e", stem + "es", stem + "e", we + "ons", stem + "ent"],
            stem + "é",
        )
    else:  # vendre, perdre, attendre, entendre, défendre
        stem = infinitive.removesuffix("re")
        present, participle = [stem + "s", stem + "s", stem, stem + "ons", stem + "ent"], stem + "u"
    return dict(zip(PERSONS, present, strict=True)), participle


_irregular = {words[0]: words[1:] for words in map(str.split, IRVERBS.strip().splitlines())}


def _verbs() -> dict[str, Verb]:
    verbs = {}
    for line in VERBS.strip().splitlines():
        english, past, french, subjects, objects = line.split()
        base, _, particle = english.partition("_")
        infinitive, _, preposition = french.partition("_")
        verbs[english] = Verb(
            base,
            past,
            infinitive,
            tuple(subjects.split(",")),
            () if objects == "-" else tuple(objects.split(",")),
            particle,
            preposition,
        )
    return verbs


verb = _verbs()  # by English base, with the particle: "look_for"
