/// What Anki calls the note types that it begins with, in all languages that it is translated into: its text
/// exports have the name that a type got when the collection was made.
///
/// Source: the translations in Anki 26.09, `notetypes-basic-name` and its neighbors.
enum AnkiTypeNames {
  /// Whether it is “Basic (and reversed card)”.
  static func isReversed(_ name: String) -> Bool { reversed.contains(name) }

  /// Whether it is “Basic (optional reversed card)”.
  static func isOptionalReversed(_ name: String) -> Bool { optionalReversed.contains(name) }

  /// Whether it is one with one card, or one a blank: “Basic”, “Basic (type in the answer)” or “Cloze”.
  static func isUsual(_ name: String) -> Bool { usual.contains(name) }

  private static func names(_ lines: String) -> Set<String> {
    Set(lines.split(separator: "\n").map(String.init))
  }

  private static let reversed = names(
    """
    Alap (mindkét irányban)
    Bas (och omvänt kort)
    Basic (and reversed card)
    Basiese (en omgekeerde kaart)
    Basilare (e carta inversa)
    Basis (en omgekeerde kaart)
    Baza (en ambaŭ direktoj)
    Bunúsach (le malairt an chárta)
    Bàsica (i targeta inversa)
    Básica (e tarxeta invertida)
    Básico (e cartão invertido)
    Básico (e ficha invertida)
    Básico (y tarjeta invertida)
    Cơ bản (với thẻ ngược)
    De bază (și cu card întors)
    Einfach (und die umgekehrte Richtung)
    Generalitats (dos senses)
    Grundlæggende (og kort baglæns)
    Généralités (deux sens)
    Oddiy (va teskari karta)
    Oinarrizko (eta alderantzizko karta)
    Osnovna (i obratna kartica)
    Osnovna (in obrnjena kartica)
    Perusmalli (ja käänteinen kortti)
    Podstawowy (z odwrotną kartą)
    Temel (ve ters kart)
    Základní (plus obrácená karta)
    Základný (plus obrátená karta)
    Βασική (και αντεστραμμένη κάρτα)
    Базавая (з адваротнай карткай)
    Базовий (зі зворотною карткою)
    Основна (и обратне карте)
    Основна (и обърната карта)
    Простая (с обратной карточкой)
    Қарапайым (және кері карта)
    Հիմնական (+ հետադարձ քարտերը)
    בסיסי (וכרטיס הופכי)
    עיקרדיק (און פֿאַרקערט קאַרטל)
    أساسي (وبطاقة معكوسة)
    ئاساسى (ئۆرۈلىدىغان كارتا)
    ମୌଳିକ (ଏବଂ ଓଲଟା ପତ୍ର)
    พื้นฐาน (และการ์ดแบบกลับด้าน)
    基本 (表面と裏面を反転したカードも作成)
    基本型（含反向卡片）
    问答题（附翻转卡片）
    """)

  private static let optionalReversed = names(
    """
    Alap (egyik vagy mindkét irányban)
    Bas (valbart omvänt kort)
    Basic (optional reversed card)
    Basiese (opsioneel omgekeerde kaart)
    Basilare (carta inversa opzionale)
    Basique (carte inversée optionnelle)
    Basis (omgekeerde kaart optioneel)
    Baza (en unu aŭ ambaŭ direktoj)
    Bunúsach (le malairt an chárta mar rogha)
    Bàsica (targeta inversa opcional)
    Básica (tarxeta invertida opcional)
    Básico (cartão invertido opcional)
    Básico (ficha invertida opcional)
    Básico (tarjeta invertida opcional)
    Cơ bản (thẻ ngược tùy chọn)
    De bază (opțional cu card întors)
    Einfach (und wahlweise die umgekehrte Richtung)
    Generalitats (convèrsa facultativa)
    Grundlæggende (valgfrit med kort  baglæns)
    Oddiy (va ixtiyoriy teskari karta)
    Oinarrizko( aukerako alderantzizko karta)
    Osnovna (in izbirno obrnjena kartica)
    Osnovna (obratna kartica po volji)
    Perusmalli (valinnainen käänteinen kortti)
    Podstawowy (z opcjonalną odwrotną kartą)
    Temel (seçimli ters kart)
    Základní (plus volitelná obrácená karta)
    Základný (plus voliteľná obrátená karta)
    Βασική (κατ'επιλογή αντεστραμμένη κάρτα)
    Базавая (з неабавязковай адваротнай карткай)
    Базовий (з необов'язковою зворотною карткою)
    Основна (+ обърната карта по избор)
    Основна (обратне по избору)
    Простая (с обратной по выбору)
    Қарапайым (қосымша кері карта)
    Հիմնական (հետադարձը ըստ ընտրության)
    בסיסי (כרטיס הופכי אופציונלי)
    עיקרדיק (ברירהדיק פֿאַרקערט קאַרטל)
    أساسي (وبطاقة معكوسة اختيارية)
    ئاساسى (تاللاشچان ئۆرۈلىدىغان كارتا)
    ମୌଳିକ (ବୈକଲ୍ପିକ ଓଲଟା ପତ୍ର)
    基本 (任意で反転カードを作成)
    基本型（選擇性反向卡片）
    问答题（可选附翻转卡片）
    """)

  private static let usual = names(
    """
    Alap
    Alap (írd be a választ)
    Aukkotehtävä
    Bas (skriv in svaret)
    Basic
    Basic (type in the answer)
    Basic (πληκτρολόγηση απάντησης)
    Basies
    Basilare
    Basilare (digita la risposta)
    Basique
    Basique (saisissez la réponse)
    Basis
    Basisch (typ het antwoord in)
    Baza
    Baza (enigi la respondon)
    Básica
    Básico
    Boşluklu
    Boʻshliqni toʻldirish
    Bunúsach
    Bunúsach (clóscríobh an freagra)
    Bàsica
    Bàsica (escriure la resposta)
    Básica (escribe a resposta)
    Básico
    Básico (digite a resposta)
    Básico (teclear la respuesta)
    Cloze
    Cơ bản
    Cơ bản (nhập câu trả lời)
    De bază
    De bază(tastați răspunsul)
    Doplňovačka
    Einfach
    Einfach (Antwort eintippen)
    Elementari
    Grundläggande
    Grundlæggende
    Grundlæggende (skriv ind svaret)
    Grunnleggende
    Iomlánú
    Lucktext
    Luka
    Lyukas szöveg
    Lückentext
    Nadopunjavanje teksta
    Oco
    Oddiy
    Oddiy (javobni kiritish)
    Oinarrizkoa
    Omissão de Palavras
    Osnovna
    Osnovna (upisivanje odgovora)
    Osnovna (vnesi odgovor)
    Perusmalli
    Perusmalli (kirjoita vastaus)
    Podstawowy
    Podstawowy (wpisywanie odpowiedzi)
    Põhimudel
    Respuesta anidada
    Temel
    Test cu cuvinte lipsă
    Text amb buits
    Texte à trous
    Truteksto
    Tèxte amb traucs
    Zapora podatka
    Základní
    Základní (napsat odpověď)
    Základný
    hutsuneak betetzea
    mipri cipra
    sampu
    sampu je cu nitcu lo nu do samci'a lo te spuda
    Điền chỗ trống
    Βασικό
    Κλείσιμο
    Базавая
    Базавая (напісанне адказу)
    Базовий
    Базовий (з вдрукуванням відповіді)
    З прабеламі
    Задание с пропусками
    Закритий текст
    Основен
    Основно
    Пропусти
    Простая
    Простая (с вводом ответа)
    Саңылау толтыру
    Қарапайым
    Қарапайым (жауапты теру)
    Үндсэн
    Բացթողումներ
    Հիմնական
    Հիմնական (մուտքագրեք պատասխանը)
    בסיסי
    בסיסי (הקלד את התשובה)
    השלם את החסר
    עיקרדיק
    עיקרדיק (אַרײַנקלאַפּן די ענטפֿער)
    שפּאַלט
    أساسي
    أساسي (مع كتابة الجواب)
    ئاساسى
    ئاساسىي (جاۋاب كىرگۈزىدىغان)
    بوش ئورۇن تولدۇرۇش
    ملء فراغات
    କ୍ଲୋଜ୍
    ମୌଳିକ
    ମୌଳିକ (ଉତ୍ତର ଟାଇପ୍ କରନ୍ତୁ)
    พื้นฐาน
    พื้นฐาน (พิมพ์ตอบ)
    เติมคำ
    克漏字
    基本
    基本 (解答を入力)
    基本型
    基本型（輸入答案）
    填空题
    穴埋め問題
    问答题
    问答题（输入答案）
    """)
}
