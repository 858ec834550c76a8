extension Language {
  /// Languages of which little is known: how authors and other programs call them, and whether they are
  /// written in Latin letters.
  static let brieflyDescribed: [Language] =
    [
      Language("af") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Basies"],
          reversed: ["Basiese (en omgekeerde kaart)"],
          optionalReversed: ["Basiese (opsioneel omgekeerde kaart)"])
      },
      otherwise("ar") {
        $0.oneLetter = lettersOfArabic
        $0.names = ["arabic"]
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["أساسي", "أساسي (مع كتابة الجواب)", "ملء فراغات"],
          reversed: ["أساسي (وبطاقة معكوسة)"],
          optionalReversed: ["أساسي (وبطاقة معكوسة اختيارية)"])
      },
      otherwise("be") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Базавая", "Базавая (напісанне адказу)", "З прабеламі"],
          reversed: ["Базавая (з адваротнай карткай)"],
          optionalReversed: ["Базавая (з неабавязковай адваротнай карткай)"])
      },
      otherwise("bg") {
        $0.oneLetter = latinInCyrillic
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Основен"],
          reversed: ["Основна (и обърната карта)"],
          optionalReversed: ["Основна (+ обърната карта по избор)"])
      },
      Language("ca") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Bàsica", "Bàsica (escriure la resposta)", "Text amb buits"],
          reversed: ["Bàsica (i targeta inversa)"],
          optionalReversed: ["Bàsica (targeta inversa opcional)"])
      },
      Language("cs") {
        $0.names = ["cz", "czech"]
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Základní", "Základní (napsat odpověď)", "Doplňovačka"],
          reversed: ["Základní (plus obrácená karta)"],
          optionalReversed: ["Základní (plus volitelná obrácená karta)"])
      },
      Language("da") {
        $0.names = ["dk", "danish"]
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Grundlæggende", "Grundlæggende (skriv ind svaret)"],
          reversed: ["Grundlæggende (og kort baglæns)"],
          optionalReversed: ["Grundlæggende (valgfrit med kort  baglæns)"])
      },
      otherwise("el") {
        $0.oneLetter = latinInGreek
        $0.names = ["gr", "greek"]
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Basic (πληκτρολόγηση απάντησης)", "Βασικό", "Κλείσιμο"],
          reversed: ["Βασική (και αντεστραμμένη κάρτα)"],
          optionalReversed: ["Βασική (κατ'επιλογή αντεστραμμένη κάρτα)"])
      },
      Language("eo") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Baza", "Baza (enigi la respondon)", "Truteksto"],
          reversed: ["Baza (en ambaŭ direktoj)"],
          optionalReversed: ["Baza (en unu aŭ ambaŭ direktoj)"])
      },
      Language("et") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Põhimudel"])
      },
      Language("eu") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Oinarrizkoa", "hutsuneak betetzea"],
          reversed: ["Oinarrizko (eta alderantzizko karta)"],
          optionalReversed: ["Oinarrizko( aukerako alderantzizko karta)"])
      },
      Language("fi") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Perusmalli", "Perusmalli (kirjoita vastaus)", "Aukkotehtävä"],
          reversed: ["Perusmalli (ja käänteinen kortti)"],
          optionalReversed: ["Perusmalli (valinnainen käänteinen kortti)"])
      },
      Language("ga") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Bunúsach", "Bunúsach (clóscríobh an freagra)", "Iomlánú"],
          reversed: ["Bunúsach (le malairt an chárta)"],
          optionalReversed: ["Bunúsach (le malairt an chárta mar rogha)"])
      },
      Language("gl") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Básica", "Básica (escribe a resposta)", "Oco"],
          reversed: ["Básica (e tarxeta invertida)"],
          optionalReversed: ["Básica (tarxeta invertida opcional)"])
      },
      otherwise("he") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["בסיסי", "בסיסי (הקלד את התשובה)", "השלם את החסר"],
          reversed: ["בסיסי (וכרטיס הופכי)"],
          optionalReversed: ["בסיסי (כרטיס הופכי אופציונלי)"])
      },
      Language("hr") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Osnovna", "Osnovna (upisivanje odgovora)", "Nadopunjavanje teksta"],
          reversed: ["Osnovna (i obratna kartica)"],
          optionalReversed: ["Osnovna (obratna kartica po volji)"])
      },
      Language("hu") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Alap", "Alap (írd be a választ)", "Lyukas szöveg"],
          reversed: ["Alap (mindkét irányban)"],
          optionalReversed: ["Alap (egyik vagy mindkét irányban)"])
      },
      otherwise("hy") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Հիմնական", "Հիմնական (մուտքագրեք պատասխանը)", "Բացթողումներ"],
          reversed: ["Հիմնական (+ հետադարձ քարտերը)"],
          optionalReversed: ["Հիմնական (հետադարձը ըստ ընտրության)"])
      },
      Language("jbo") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["sampu", "sampu je cu nitcu lo nu do samci'a lo te spuda", "mipri cipra"])
      },
      otherwise("kk") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Қарапайым", "Қарапайым (жауапты теру)", "Саңылау толтыру"],
          reversed: ["Қарапайым (және кері карта)"],
          optionalReversed: ["Қарапайым (қосымша кері карта)"])
      },
      Language("la") {
        $0.isOftenLearned = true
        $0.speechLocale = "la_VA"
      },
      otherwise("mn") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Үндсэн"])
      },
      Language("nb") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Grunnleggende"])
      },
      Language("oc") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Elementari", "Tèxte amb traucs"],
          reversed: ["Generalitats (dos senses)"],
          optionalReversed: ["Generalitats (convèrsa facultativa)"])
      },
      Language("or") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["ମୌଳିକ", "ମୌଳିକ (ଉତ୍ତର ଟାଇପ୍ କରନ୍ତୁ)", "କ୍ଲୋଜ୍"],
          reversed: ["ମୌଳିକ (ଏବଂ ଓଲଟା ପତ୍ର)"],
          optionalReversed: ["ମୌଳିକ (ବୈକଲ୍ପିକ ଓଲଟା ପତ୍ର)"])
      },
      Language("pl") {
        $0.names = ["polish"]
        $0.speechLocale = "pl_PL"
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Podstawowy", "Podstawowy (wpisywanie odpowiedzi)", "Luka"],
          reversed: ["Podstawowy (z odwrotną kartą)"],
          optionalReversed: ["Podstawowy (z opcjonalną odwrotną kartą)"])
      },
      Language("ro") {
        $0.oneLetter = lettersOfRomanian
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["De bază", "De bază(tastați răspunsul)", "Test cu cuvinte lipsă"],
          reversed: ["De bază (și cu card întors)"],
          optionalReversed: ["De bază (opțional cu card întors)"])
      },
      .russian,
      Language("sk") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Základný"],
          reversed: ["Základný (plus obrátená karta)"],
          optionalReversed: ["Základný (plus voliteľná obrátená karta)"])
      },
      Language("sl") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Osnovna", "Osnovna (vnesi odgovor)", "Zapora podatka"],
          reversed: ["Osnovna (in obrnjena kartica)"],
          optionalReversed: ["Osnovna (in izbirno obrnjena kartica)"])
      },
      Language("sr") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Основно", "Пропусти"],
          reversed: ["Основна (и обратне карте)"],
          optionalReversed: ["Основна (обратне по избору)"])
      },
      Language("sv") {
        $0.names = ["swedish"]
        $0.speechLocale = "sv_SE"
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Grundläggande", "Bas (skriv in svaret)", "Lucktext"],
          reversed: ["Bas (och omvänt kort)"],
          optionalReversed: ["Bas (valbart omvänt kort)"])
      },
      otherwise("th") {
        $0.oneLetter = vowelsOfThai
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["พื้นฐาน", "พื้นฐาน (พิมพ์ตอบ)", "เติมคำ"],
          reversed: ["พื้นฐาน (และการ์ดแบบกลับด้าน)"])
      },
      Language("tr") {
        $0.names = ["turkish"]
        $0.speechLocale = "tr_TR"
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Temel", "Boşluklu"],
          reversed: ["Temel (ve ters kart)"],
          optionalReversed: ["Temel (seçimli ters kart)"])
      },
      Language("ug") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["ئاساسى", "ئاساسىي (جاۋاب كىرگۈزىدىغان)", "بوش ئورۇن تولدۇرۇش"],
          reversed: ["ئاساسى (ئۆرۈلىدىغان كارتا)"],
          optionalReversed: ["ئاساسى (تاللاشچان ئۆرۈلىدىغان كارتا)"])
      },
      otherwise("uk") {
        $0.oneLetter = latinInCyrillic
        $0.names = ["ua", "ukrainian"]
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Базовий", "Базовий (з вдрукуванням відповіді)", "Закритий текст"],
          reversed: ["Базовий (зі зворотною карткою)"],
          optionalReversed: ["Базовий (з необов'язковою зворотною карткою)"])
      },
      Language("uz") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Oddiy", "Oddiy (javobni kiritish)", "Boʻshliqni toʻldirish"],
          reversed: ["Oddiy (va teskari karta)"],
          optionalReversed: ["Oddiy (va ixtiyoriy teskari karta)"])
      },
      Language("vi") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["Cơ bản", "Cơ bản (nhập câu trả lời)", "Điền chỗ trống"],
          reversed: ["Cơ bản (với thẻ ngược)"],
          optionalReversed: ["Cơ bản (thẻ ngược tùy chọn)"])
      },
      otherwise("yi") {
        $0.ankiNoteTypes = AnkiNoteTypes(
          usual: ["עיקרדיק", "עיקרדיק (אַרײַנקלאַפּן די ענטפֿער)", "שפּאַלט"],
          reversed: ["עיקרדיק (און פֿאַרקערט קאַרטל)"],
          optionalReversed: ["עיקרדיק (ברירהדיק פֿאַרקערט קאַרטל)"])
      },
    ]
    + [otherwise("fa") { $0.oneLetter = lettersOfPersian }]
    + [
      "am", "bn", "gu", "hi", "ka", "km", "kn", "lo", "mk", "ml", "mr", "my", "ne", "pa",
      "ps", "si", "ta", "te", "ur", "yue",
    ].map { otherwise($0) }

  /// A language that is not written in Latin letters.
  private static func otherwise(_ tag: String, _ describe: (inout Language) -> Void = { _ in })
    -> Language
  {
    Language(tag) {
      $0.isLatin = false
      describe(&$0)
    }
  }
}
