extension Language {
  static let spanish = Language("es") { spanish in
    spanish.names = ["spanish", "español"]
    spanish.articles = words("el la los las lo un una unos unas")
    spanish.optionalPronouns = [
      "yo": ["i"], "tu": ["you"], "el": ["he"], "ella": ["she"], "usted": ["you"],
      "nosotros": ["we"], "nosotras": ["we"], "vosotros": ["you"], "vosotras": ["you"],
      "ellos": ["they"], "ellas": ["they"], "ustedes": ["you"],
    ]
    spanish.genders.articles = [
      "el": .masculine, "la": .feminine, "un": .masculine, "una": .feminine,
    ]
    spanish.genders.telling = ["el"]
    spanish.genders.endings = [
      ("cion", .feminine), ("sion", .feminine), ("dad", .feminine), ("tad", .feminine),
      ("tud", .feminine), ("umbre", .feminine), ("aje", .masculine), ("o", .masculine),
      ("a", .feminine),
    ]
    spanish.genders.except("mano foto moto radio", .feminine)
    spanish.genders.except(
      """
      dia mapa planeta sofa tranvia problema tema sistema clima idioma programa poema drama \
      cometa pijama papa agua aguila alma hambre aula hacha area arma ala
      """, .masculine)
    spanish.contrasts.words = """
      nunca sin nada nadie ninguno|ninguna|ningún tampoco
      0:cero 1:uno 2:dos 3:tres 4:cuatro 5:cinco 6:seis 7:siete 8:ocho 9:nueve 10:diez 12:doce
      13:trece 14:catorce 15:quince 20:veinte 30:treinta 40:cuarenta 50:cincuenta 60:sesenta
      70:setenta 80:ochenta 90:noventa 100:cien|ciento 1000:mil 4th:cuarto|cuarta sexto|sexta
      séptimo|séptima
      padre madre hijo hija hermano hermana abuelo abuela tío|tio tía|tia primo prima sobrino
      sobrina suegro suegra esposo|marido esposa niño niña chico chica novio novia señor señora
      rey reina ella ellos ellas nosotros|nosotras vosotros|vosotras usted ustedes nuestro|nuestra
      vuestro|vuestra tuyo|tuya|tuyos|tuyas suyo|suya|suyos|suyas mío|mía|míos|mías
      este|esto|estos|estas ese|esa|eso|esos|esas aquel|aquella|aquello|aquellos|aquellas
      lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo enero febrero marzo
      abril mayo junio julio agosto septiembre octubre noviembre diciembre ayer hoy mañana
      aquí ahí allí|allá izquierda|izquierdo derecha|derecho norte sur oeste arriba abajo
      """
    spanish.contrasts.denials = ["nunca"]
    spanish.contrasts.oppositeBeginnings = "nor sur"
    spanish.contrasts.oppositeEndings = "este oeste"
    spanish.isOftenLearned = true
    spanish.speechLocale = "es_ES"
    spanish.columnNames = [
      "answer": words("spanish español")
    ]
    spanish.ankiNoteTypes = AnkiNoteTypes(
      usual: ["Básico", "Básico (teclear la respuesta)", "Respuesta anidada"],
      reversed: ["Básico (y tarjeta invertida)"],
      optionalReversed: ["Básico (tarjeta invertida opcional)"])
  }
}
