"""Nouns, adjectives and determiners of both languages, as tables that are easy to extend."""

from dataclasses import dataclass
from functools import cache

VOWELS = "aeiouyàâéèêëîïôöûüœ"
ASPIRATED = {"hérisson", "hibou"}  # also a silent h, but without elision: le hibou

# Nouns by kind, which determines the possible verbs and adjectives: English, French, gender.
NOUNS = {
    "person": """
        boy garçon m | girl fille f | man homme m | woman femme f | king roi m | queen reine f
        prince prince m | princess princesse f | child enfant m | student étudiant m
        teacher enseignant m | doctor médecin m | baker boulanger m | actress actrice f
        lady dame f | neighbor voisin m""",
    "family": """
        father père m | mother mère f | brother frère m | sister sœur f | uncle oncle m
        aunt tante f | friend ami m | cousin cousin m""",
    "official": "minister ministre m | president président m | journalist journaliste m",
    "animal": """
        animal animal m | dog chien m | cat chat m | horse cheval m | rabbit lapin m | fox renard m
        wolf loup m | bear ours m | bird oiseau m | elephant éléphant m | monkey singe m
        donkey âne m | hedgehog hérisson m | owl hibou m | cow vache f | mouse souris f
        goat chèvre f | hen poule f | turtle tortue f | frog grenouille f | giraffe girafe f
        ant fourmi f | bee abeille f | spider araignée f""",
    "place": """
        street rue f | road route f | river rivière f | bridge pont m | field champ m
        forest forêt f | park parc m | garden jardin m | tunnel tunnel m | path sentier m
        avenue avenue f | lake lac m | valley vallée f | square place f
        island île f | beach plage f""",
    "shelter": "barn grange f | cave grotte f | castle château m",
    "building": """
        house maison f | school école f | station gare f | hotel hôtel m | hospital hôpital m
        museum musée m | church église f | library bibliothèque f | restaurant restaurant m
        shop magasin m | kitchen cuisine f | office bureau m""",
    "thing": """
        book livre m | table table f | chair chaise f | lamp lampe f | key clé f | flower fleur f
        guitar guitare f | piano piano m | stone pierre f | branch branche f | ball ballon m
        barrel tonneau m | ladder échelle f | clock horloge f | mirror miroir m
        umbrella parapluie m | vase vase m | trophy trophée m | violin violon m | sword épée f
        bottle bouteille f | computer ordinateur m""",
    "clothing": "hat chapeau m | coat manteau m | shirt chemise f",
    "text": "letter lettre f | story histoire f | poem poème m | song chanson f",
    "opening": "door porte f | window fenêtre f",
    "container": """
        box boîte f | bag sac m | basket panier m | suitcase valise f | drawer tiroir m
        cupboard placard m | wardrobe armoire f""",
    "vehicle": """
        car voiture f | truck camion m | bus bus m | bicycle vélo m | boat bateau m
        van camionnette f | motorbike moto f | tractor tracteur m | ambulance ambulance f""",
    "food": """
        apple pomme f | carrot carotte f | pear poire f | tomato tomate f | orange orange f
        cake gâteau m | egg œuf m | sandwich sandwich m | soup soupe f | salad salade f
        pie tarte f | croissant croissant m""",
    "mass": "bread pain m | cheese fromage m | meat viande f | ham jambon m",
    "drink": "milk lait m | coffee café m | water eau f | tea thé m | lemonade limonade f",
    "institution": """
        area zone f | crisis crise f | project projet m | system système m | reform réforme f
        program programme m | union union f | organization organisation f | debate débat m
        community communauté f | council conseil m""",
    "document": "agreement accord m | law loi f | treaty traité m | declaration déclaration f",
}

# The nouns that are also used in the plural: English plural, French plural.
PLURALS = """
    boy boys garçons | girl girls filles | child children enfants | friend friends amis
    dog dogs chiens | cat cats chats | horse horses chevaux | book books livres"""
IN_PLURALS = ("small", "old", "young", "black")  # adjectives used with these

# English, masculine, feminine, its place in French, the nouns or kinds that it goes with.
ADJECTIVES = """
    small petit petite before animal thing container vehicle place building shelter clothing child
    big grand grande before animal thing container vehicle place building shelter
    old vieux vieille before man woman king queen lady animal thing container vehicle building place
    new nouveau nouvelle before student teacher neighbor thing vehicle building clothing
    beautiful beau belle before person animal thing place building clothing flower
    young jeune jeune before person official animal
    good bon bonne before food mass drink text student teacher doctor book
    bad mauvais mauvaise before food mass drink text book
    black noir noire after animal thing container vehicle clothing opening
    white blanc blanche after animal thing container vehicle clothing opening building
    red rouge rouge after thing container vehicle clothing opening
    green vert verte after thing container vehicle clothing opening
    blue bleu bleue after thing container vehicle clothing opening
    heavy lourd lourde after thing container
    expensive cher chère after thing vehicle clothing hotel restaurant
    broken cassé cassée after chair lamp clock umbrella guitar bottle vase window door
    modern moderne moderne after building
    quiet tranquille tranquille after place building shelter
    famous célèbre célèbre after journalist actress doctor museum castle song book
    clever intelligent intelligente after person animal
    sad triste triste after person animal text
    happy heureux heureuse after person animal
    tired fatigué fatiguée after person animal
    sick malade malade after person animal
    frightened effrayé effrayée after person animal
    lazy paresseux paresseuse after person animal
    curious curieux curieuse after person animal
    hungry affamé affamée after animal
    brave courageux courageuse after person animal
    busy occupé occupée predicate person
    nervous nerveux nerveuse after person animal
    strong fort forte predicate person animal
    injured blessé blessée after person animal
    wide large large predicate street road river avenue
    deep profond profonde predicate river lake valley
    dangerous dangereux dangereuse after road bridge path river
    dark sombre sombre after street forest tunnel cave
    narrow étroit étroite after street bridge path tunnel
    muddy boueux boueuse after path field road
    crowded bondé bondée predicate street square museum restaurant
    flooded inondé inondée after field road street
    noisy bruyant bruyante after street avenue
    frozen gelé gelée after river lake
    sunny ensoleillé ensoleillée after garden beach
    empty vide vide after container street park
    long long longue predicate tunnel bridge avenue
    steep raide raide predicate road path
    slow lent lente predicate vehicle
    fast rapide rapide after vehicle
    fragile fragile fragile after vase lamp
    light léger légère after thing container
    slippery glissant glissante predicate stone bridge path
    full plein pleine after bottle basket
    round rond ronde after table mirror
    salty salé salée after food mass
    rotten pourri pourrie after apple carrot pear tomato orange egg
    bitter amer amère predicate coffee tea
    burnt brûlé brûlée after cake pie bread
    fresh frais fraîche after food bread cheese milk
    delicious délicieux délicieuse predicate food mass drink
    sweet sucré sucrée after cake pie tea lemonade
    cold froid froide after drink soup
    hot chaud chaude after drink soup
    economic économique économique after institution document
    political politique politique after institution document
    social social sociale after institution document
    cultural culturel culturelle after institution document
    military militaire militaire after institution document
    financial financier financière after institution document
    commercial commercial commerciale after institution document
    european européen européenne after institution document
    international international internationale after institution document
    national national nationale after institution document
    regional régional régionale after institution document
    french français française after institution document
    german allemand allemande after institution document
    american américain américaine after institution document"""

BEFORE_VOWEL = {"vieux": "vieil", "nouveau": "nouvel", "beau": "bel"}

# English → French masculine, feminine, plural. For forms before a vowel see grammar.elide.
DETERMINERS = {
    "the": ("le", "la", "les"),
    "a": ("un", "une", "des"),
    "this": ("ce", "cette", "ces"),
    "my": ("mon", "ma", "mes"),
    "your": ("ton", "ta", "tes"),
    "his": ("son", "sa", "ses"),
    "her": ("son", "sa", "ses"),
    "our": ("notre", "notre", "nos"),
    "their": ("leur", "leur", "leurs"),
}
POSSESSIVES = ("my", "your", "his", "her", "our", "their")


# Adjectives without degrees: “too frozen” makes no sense.
ABSOLUTE = """
    black white red green blue broken frozen empty full round flooded crowded rotten burnt delicious
    hungry frightened injured economic political social cultural military financial commercial
    european international national regional french german american"""


@dataclass(frozen=True)
class Noun:
    """A noun with its French gender, "m" or "f", and its plurals (empty where none is used)."""

    english: str
    french: str
    gender: str
    kind: str
    english_plural: str = ""
    french_plural: str = ""


@dataclass(frozen=True)
class Adjective:
    """An adjective; `place`: before the French noun, after it, or only after "is" (predicate)."""

    english: str
    masculine: str
    feminine: str
    place: str
    goes_with: tuple[str, ...]  # kinds of noun, or single nouns

    def agree(self, gender: str, plural: bool = False) -> str:
        """Return the form for a noun of this gender and number."""
        form = self.feminine if gender == "f" else self.masculine
        if not plural or form[-1] in "sx":
            return form
        if form.endswith("eau"):
            return form + "x"
        return form[:-2] + "aux" if form.endswith("al") else form + "s"

    def suits(self, noun: Noun) -> bool:
        return noun.kind in self.goes_with or noun.english in self.goes_with


def starts_with_vowel(word: str) -> bool:
    """Whether a French word causes elision of the word before it: l' animal, l' homme, but le hibou."""
    return word[0] in VOWELS or (word[0] == "h" and word not in ASPIRATED)


def words(text: str) -> list[str]:
    """words("red green") → ["red", "green"]"""
    return text.split()


def _table(text: str) -> list[list[str]]:
    return [entry.split() for line in text.strip().splitlines() for entry in line.split("|")]


def _nouns() -> dict[str, Noun]:
    plurals = {singular: forms for singular, *forms in _table(PLURALS)}
    return {
        english: Noun(english, french, gender, kind, *plurals.get(english, ()))
        for kind, table in NOUNS.items()
        for english, french, gender in _table(table)
    }


noun = _nouns()  # by English word
adjective = {
    english: Adjective(english, masculine, feminine, place, tuple(kinds))
    for english, masculine, feminine, place, *kinds in _table(ADJECTIVES)
}


@cache
def nouns(*kinds: str) -> list[Noun]:
    """Return all nouns of these kinds, in the table's order."""
    return [n for n in noun.values() if n.kind in kinds]
