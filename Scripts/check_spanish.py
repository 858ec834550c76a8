"""Checks Spanish decks by the rules of the grammar, and their course by its words.

    check_spanish.py FOLDER

Verb forms and numbers are made again by rule. A word has an example that contains it, with a translation; its
article agrees with its gender; a form that a blank refuses is named in its note, and is not right but for
accents. A word of an example or of a sentence with blanks should be one that the course has taught by then: a
tenth of them may hold one that comes later. Needs nothing but Python.
"""

import collections
import glob
import json
import os
import re
import sys
import unicodedata

MOST_UNKNOWN = 0.10
PERSONS = ["yo", "tú", "él", "nosotros", "vosotros", "ellos"]
PRESENT = {"ar": "o as a amos áis an", "er": "o es e emos éis en", "ir": "o es e imos ís en"}
PRETERITE = {"ar": "é aste ó amos asteis aron", "er": "í iste ió imos isteis ieron", "ir": "í iste ió imos isteis ieron"}
# The vowel of the stem under the stress; of -ir, a second one before -ió and -ieron.
STEMS = {"quer": "quier", "pod": "pued", "pens": "piens", "dorm": "duerm durm", "ped": "pid pid", "ten": "tien",
         "ven": "vien", "cerr": "cierr", "empez": "empiez", "encontr": "encuentr", "entend": "entiend",
         "record": "recuerd", "volv": "vuelv", "acost": "acuest", "jug": "jueg", "dec": "dic", "dol": "duel",
         "cost": "cuest"}
FIRST = {"tener": "tengo", "hacer": "hago", "ser": "soy", "estar": "estoy", "ir": "voy", "dar": "doy", "ver": "veo",
         "venir": "vengo", "decir": "digo", "saber": "sé", "salir": "salgo", "traer": "traigo", "poner": "pongo",
         "conocer": "conozco"}
PAST_STEMS = {"tener": "tuv", "hacer": "hic", "estar": "estuv", "querer": "quis", "poder": "pud", "venir": "vin",
              "decir": "dij", "saber": "sup", "traer": "traj", "poner": "pus"}
WHOLE = {("ser", "present"): "soy eres es somos sois son", ("ir", "present"): "voy vas va vamos vais van",
         ("estar", "present"): "estoy estás está estamos estáis están", ("haber", "present"): "he has ha hemos habéis han",
         ("ver", "present"): "veo ves ve vemos veis ven", ("dar", "present"): "doy das da damos dais dan",
         ("ser", "past"): "fui fuiste fue fuimos fuisteis fueron", ("ir", "past"): "fui fuiste fue fuimos fuisteis fueron",
         ("dar", "past"): "di diste dio dimos disteis dieron", ("ver", "past"): "vi viste vio vimos visteis vieron"}
PARTICIPLES = {"hacer": "hecho", "ver": "visto", "decir": "dicho", "abrir": "abierto", "escribir": "escrito",
               "volver": "vuelto", "poner": "puesto", "leer": "leído", "creer": "creído", "traer": "traído", "ser": "sido", "ir": "ido"}
# What no card teaches by itself: articles, the pronouns beside a verb, and forms of phrases.
GRAMMAR = set("el la los las un una unos unas lo me te se nos le les al del no sí mí ti".split())
# Names, and what is read alike in English.
NAMES = set("ana luis eva españa méxico perú madrid sevilla inglaterra navidad euros".split())
ENGLISH = {"foto", "idea", "hotel", "problema", "restaurante", "hospital"}
FEMININE_WITH_EL = {"agua"}


def plain(text):
    """Without capitals and accents, as answers are compared."""
    text = unicodedata.normalize("NFD", text.lower())
    return re.sub(r"[^\w ]", "", "".join(c for c in text if not unicodedata.combining(c))).strip()


def tokens(text):
    return re.findall(r"[a-záéíóúüñ]+", text.lower())


def blanks(cloze):
    """The right texts of each blank."""
    return [[a.strip() for a in blank.split("::")[0].split(";")] for blank in re.findall(r"\{\{(.*?)\}\}", cloze)]


def filled(cloze):
    return re.sub(r"\{\{(.*?)\}\}", lambda m: m[1].split("::")[0].split(";")[0].strip(), cloze)


# Forms by rule

def conjugated(verb, tense):
    """The six forms of a verb in the present or the pretérito."""
    if (verb, tense) in WHOLE:
        return WHOLE[verb, tense].split()
    stem, kind = verb[:-2], verb[-2:].replace("í", "i")
    changed = STEMS.get(stem, stem).split()
    if tense == "present":
        forms = [(stem if i in (3, 4) else changed[0]) + end for i, end in enumerate(PRESENT[kind].split())]
        forms[0] = FIRST.get(verb, forms[0])
        if verb == "decir":
            forms[1:3] = ["dices", "dice"]
        return forms
    if verb in PAST_STEMS:
        past = PAST_STEMS[verb]
        forms = [past + end for end in "e iste o imos isteis ieron".split()]
        forms[5] = forms[5].replace("jier", "jer")
        return [f.replace("hico", "hizo") for f in forms]
    forms = [stem + end for end in PRETERITE[kind].split()]
    if kind == "ir" and len(changed) > 1:
        forms[2], forms[5] = changed[1] + "ió", changed[1] + "ieron"
    for old, new in (("cé", "qué"), ("gé", "gué"), ("zé", "cé")):
        if verb.endswith(("car", "gar", "zar")) and forms[0].endswith(old):
            forms[0] = forms[0][:-len(old)] + new
    return forms


def participle(verb):
    if verb in PARTICIPLES:
        return PARTICIPLES[verb]
    return verb[:-2] + ("ado" if verb.endswith("ar") else "ido")


def forms_of(word):
    """All forms of a word in which it may stand in a sentence."""
    word = re.sub(r"^(el|la|los|las) ", "", word)
    result = {word}
    verb = re.sub(r"se$", "", word) if re.search("[aei]rse$", word) else word
    if re.fullmatch(r"\w*[aei]r", verb) and verb not in NOUNS_LIKE_VERBS:
        result |= set(conjugated(verb, "present")) | set(conjugated(verb, "past")) | {participle(verb)}
        result |= {verb + p for p in ("me", "te", "se", "nos", "lo", "la")} | {verb}
        return result
    for one in list(result):
        if one.endswith("o"):
            result |= {one[:-1] + end for end in ("a", "os", "as")}
        elif one.endswith("e") and one in ("este", "ese"):
            result |= {one[:-1] + end for end in ("a", "os", "as", "o")}
        if one[-1] in "aeiouáéó":
            result.add(one + "s")
        else:
            accents = str.maketrans("áéíóú", "aeiou")
            stem = one[:-1] + "c" if one.endswith("z") else one
            result |= {stem + "es", stem.translate(accents) + "es"}
            if one == "joven":
                result.add("jóvenes")
        if one.endswith("s") and len(one) > 3:
            result |= {one[:-1], one[:-1] + "n"}
    return result | {"bueno": {"buen"}, "malo": {"mal"}, "grande": {"gran"}, "primero": {"primer"}}.get(word, set())


NOUNS_LIKE_VERBS = {"ayer", "mujer", "lugar", "bar", "mar"}


def number(value):
    """A number from 0 to a million in words."""
    small = ("cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
             "diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis "
             "veintisiete veintiocho veintinueve").split()
    tens = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
    hundreds = ("ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos "
                "novecientos").split()
    if value < 30:
        return small[value]
    if value < 100:
        return tens[value // 10 - 3] + (" y " + small[value % 10] if value % 10 else "")
    if value == 100:
        return "cien"
    if value < 1000:
        return hundreds[value // 100 - 1] + (" " + number(value % 100) if value % 100 else "")
    if value < 1_000_000:
        head = "" if value < 2000 else number(value // 1000) + " "
        return head + "mil" + (" " + number(value % 1000) if value % 1000 else "")
    return "un millón"


class Check:
    def __init__(self, folder):
        self.findings = []
        with open(os.path.join(folder, "course.json"), encoding="utf-8") as file:
            order = [step["group"] for step in json.load(file)["steps"]]
        groups = []
        for path in sorted(glob.glob(folder + "/*.json")):
            if not path.endswith("course.json"):
                with open(path, encoding="utf-8") as file:
                    groups += json.load(file)
        # The optional groups come after all others.
        self.groups = sorted(groups, key=lambda g: order.index(g["title"]) if g["title"] in order else len(order))
        self.counts = collections.Counter()

    def find(self, question, text):
        self.findings.append(f"{question['id']}: {text}")

    def run(self):
        known, sentences, unknown = set(GRAMMAR | NAMES | ENGLISH), 0, collections.Counter()
        strange = []
        for group in self.groups:
            for question in group["questions"]:
                known |= self.taught(question)
            for question in group["questions"]:
                self.question(group, question)
                for text in self.sentences(question):
                    sentences += 1
                    new = [t for t in tokens(text) if t not in known]
                    if new:
                        strange.append((group["title"], question["id"], text, new))
                        unknown.update(new)
        share = len(strange) / max(1, sentences)
        print(f"{self.counts['forms']} verb forms and {self.counts['numbers']} numbers by rule, "
              f"{self.counts['examples']} words with an example, {self.counts['refused']} refused forms with a reason")
        print(f"{len(strange)} of {sentences} sentences ({share:.1%}) hold a word that comes later")
        if share > MOST_UNKNOWN or "--list" in sys.argv:
            for title, name, text, new in strange:
                print(f"  {title}: {name}: {text} {new}")
        if share > MOST_UNKNOWN:
            self.findings.append(f"more than {MOST_UNKNOWN:.0%} of the sentences hold a word that comes later")

    @staticmethod
    def sentences(question):
        if "cloze" in question:
            yield filled(question["cloze"])
        if "example" in question:
            yield question["example"]["text"]

    @staticmethod
    def taught(question):
        """The forms that a learner of a question knows: a word with its forms, a phrase word by word."""
        if "cloze" in question:
            return {t for blank in blanks(question["cloze"]) for text in blank for t in tokens(text)}
        prompt = question["prompt"].split(":")[0]
        words = [prompt.lower()] if "directions" in question and " " not in prompt else tokens(prompt)
        result = set(tokens(prompt))
        for word in words:
            result |= forms_of(word)
            for verb in COMMON_VERBS:
                if word in conjugated(verb, "present"):
                    result |= forms_of(verb)
        return result

    def question(self, group, question):
        cell = re.fullmatch(r"(\w+): (\w+) \((presente|pretérito)\)", question.get("prompt", ""))
        if cell:
            form = conjugated(cell[1], "present" if cell[3] == "presente" else "past")[PERSONS.index(cell[2])]
            self.counts["forms"] += 1
            if question["answer"] != form:
                self.find(question, f"{question['answer']}: by rule it is {form}")
        elif "cloze" in question:
            self.refusals(question)
        elif "directions" in question:
            self.word(question)
        if question["id"].startswith("es-number-") and question["answer"].isdigit():
            self.counts["numbers"] += 1
            if question["prompt"] != number(int(question["answer"])):
                self.find(question, f"{question['prompt']}: by rule it is {number(int(question['answer']))}")

    def word(self, question):
        prompt, part = question["prompt"], question.get("part_of_speech", "")
        example = question.get("example", {})
        if not example.get("text") or not example.get("meaning"):
            return self.find(question, "needs an example with a translation")
        self.counts["examples"] += 1
        text = " ".join(tokens(example["text"]))
        words = [re.sub("^(el|la|los|las) ", "", prompt).lower()] + [s.lower() for s in question.get("spellings", [])]
        forms = set().union(*(forms_of(w) if " " not in w else {w} for w in words[:1]))
        if not any(f" {form} " in f" {text} " for form in forms):
            self.find(question, f"the example does not contain {prompt}: {example['text']}")
        if not example["text"][-1] in ".!?" or not example["meaning"][-1] in ".!?":
            self.find(question, "the example or its translation is no sentence")
        article = re.match("(el|la|los|las) ", prompt)
        if article and part.startswith("noun (") and "and" not in part and "or" not in part:
            isFeminine = "feminine" in part
            expected = "la" if isFeminine and prompt[3:] not in FEMININE_WITH_EL else "el"
            if article[1] not in (expected, expected.replace("el", "lo") + "s"):
                self.find(question, f"{prompt}: {part}")

    def refusals(self, question):
        right = {plain(text) for blank in blanks(question["cloze"]) for text in blank}
        for refused in question.get("blocked", []):
            form, _, reason = refused.partition(" :: ")
            self.counts["refused"] += 1
            if plain(form) in right:
                self.find(question, f"{form} is refused, and right but for its accents")
            if not reason:
                self.find(question, f"nothing says why {form} is wrong")
        if question["prompt"][-1] not in ".!?":
            self.find(question, "the translation is no sentence")


# Verbs of which phrases teach a form, and the sentences then have others.
COMMON_VERBS = ["ser", "estar", "tener", "llamar", "hablar", "querer", "poder", "hacer", "haber", "costar", "doler", "salir",
                "necesitar", "entender", "significar", "repetir", "pagar", "gustar", "ver", "ir", "saber"]


if __name__ == "__main__":
    check = Check(next((a for a in sys.argv[1:] if not a.startswith("--")), "Decks/Spanish"))
    check.run()
    for finding in check.findings:
        print(finding)
    print(f"{len(check.findings)} findings in Spanish")
    sys.exit(1 if check.findings else 0)
