/// Forms of Spanish verbs, nouns and adjectives, made by the rules of its grammar for these tests.
enum SpanishForms {
  /// A verb with its forms, each once.
  struct Verb {
    let infinitive: String
    let forms: [String]
  }

  /// Verbs of the three conjugations; a changing stem after a slash.
  static let verbs: [Verb] = [
    "hablar", "trabajar", "estudiar", "comprar", "tomar", "cantar", "llamar", "pensar/piens",
    "contar/cuent", "cerrar/cierr", "comer", "beber", "aprender", "entender/entiend",
    "mover/muev", "querer/quier", "poder/pued", "vivir", "escribir", "abrir", "partir",
    "sentir/sient", "dormir/duerm", "pedir/pid",
  ].map(verb)

  private static let persons = ["o as a amos áis an", "o es e emos éis en", "o es e imos ís en"]
  private static let otherTenses: [[String]] = [
    [
      // imperfect, preterite, both past subjunctives, participles and gerund
      "aba abas ábamos abais aban", "é aste ó asteis aron",
      "ara aras áramos arais aran ase ases ásemos aseis asen", "ado ada ados adas ando",
      "e es emos éis en", "ad",
    ],
    [
      "ía ías íamos íais ían", "í iste ió imos isteis ieron",
      "iera ieras iéramos ierais ieran iese ieses iésemos ieseis iesen",
      "ido ida idos idas iendo", "a as amos áis an", "ed",
    ],
    [
      "ía ías íamos íais ían", "í iste ió imos isteis ieron",
      "iera ieras iéramos ierais ieran iese ieses iésemos ieseis iesen",
      "ido ida idos idas iendo", "a as amos áis an", "id",
    ],
  ]
  private static let onInfinitive = "é ás á emos éis án ía ías íamos íais ían"

  private static func verb(_ text: String) -> Verb {
    let parts = text.split(separator: "/").map(String.init)
    let infinitive = parts[0]
    let stem = String(infinitive.dropLast(2))
    let conjugation = infinitive.hasSuffix("ar") ? 0 : infinitive.hasSuffix("er") ? 1 : 2
    // The stem changes under the stress, in all persons but nosotros and vosotros.
    let stressed = parts.count > 1 ? parts[1] : stem
    var forms = [infinitive]
    for (index, ending) in persons[conjugation].split(separator: " ").enumerated() {
      forms.append(([3, 4].contains(index) ? stem : stressed) + ending)
    }
    for endings in otherTenses[conjugation] {
      forms += endings.split(separator: " ").map { stem + $0 }
    }
    forms += onInfinitive.split(separator: " ").map { infinitive + $0 }
    var seen: Set<String> = []
    return Verb(infinitive: infinitive, forms: forms.filter { seen.insert($0).inserted })
  }

  /// Nouns that have a form for each gender, and adjectives, without their last vowel.
  private static let stems = """
    niñ abuel herman hij ti prim amig vecin novi espos chic maestr médic abogad camarer gat perr
    buen mal alt baj pequeñ nuev viej barat car fe bonit guap larg cort roj blanc negr amarill frí
    cansad perdid abiert cerrad solter casad enferm san limpi suci simpátic antipátic content list
    tont ric rápid lent dulc seguid
    """
  /// Nouns with one gender and their articles.
  private static let nouns = """
    la_casa el_libro la_mesa el_padre la_madre el_hombre la_mujer el_coche la_calle el_árbol
    la_flor el_papel la_ciudad el_país la_canción el_jardín la_noche el_día la_mano el_problema
    la_escuela el_trabajo la_pregunta el_teléfono la_habitación el_espejo la_manzana el_queso
    la_camisa el_zapato la_cabeza el_brazo la_ventana el_banco la_playa el_barco la_semana
    el_pájaro la_montaña el_viento
    """

  /// Forms that are not each other: gender, number and article.
  static let groups: [[String]] = {
    let bothGenders = stems.split(whereSeparator: \.isWhitespace).map { stem -> [String] in
      ["o", "a", "os", "as"].map { String(stem) + $0 }
    }
    let withArticles = nouns.split(whereSeparator: \.isWhitespace).map { noun -> [String] in
      let parts = noun.split(separator: "_").map(String.init)
      let plural = parts[1] + ("aeiouáéíóú".contains(parts[1].last ?? "a") ? "s" : "es")
      return ["el", "la", "un", "una"].map { "\($0) \(parts[1])" }
        + ["los", "las", "unos", "unas"].map { "\($0) \(plural)" }
    }
    return bothGenders + withArticles
  }()
}
