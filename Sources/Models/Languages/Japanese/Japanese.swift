import RabbleText

extension Language {
  static let japanese = Language("ja") { japanese in
    japanese.names = ["jp", "jpn", "japanese", "日本語"]
    japanese.isLatin = false
    japanese.hasKana = true
    japanese.isTold = { $0.hasJapanese }
    japanese.forms = { JapaneseForms($0) }
    japanese.contrasts.words = """
      # Negation, and how sure
      not:ない|ません|なかった|なく|なけ|ずに yes:はい いいえ half:半
      # Numbers; digits stand for themselves
      3:さん|三 4:よん|四 5:五 6:ろく|六 7:なな|しち|七 8:はち|八 9:きゅう|九 10:じゅう|十 100:ひゃく|百 1000:千 10000:まん|万
      ひとつ|一つ ふたつ|二つ みっつ|三つ よっつ|四つ いつつ|五つ むっつ|六つ ななつ|七つ やっつ|八つ ここのつ|九つ ひとり|一人 ふたり|二人
      # Persons
      you:あなた|貴方|きみ|君 he:かれ|彼 she:かのじょ|彼女 this:これ|この that:それ|その あれ|あの どれ|どの わたし|私 ぼく|僕 おれ|俺 たち|達
      what:なに|何 when:いつ where:どこ why:なぜ father:おとう|お父|ちち|父 mother:おかあ|お母|はは|母 son:むすこ|息子
      daughter:むすめ|娘 あに|兄|おにい|お兄 あね|姉|おねえ|お姉 おとうと|弟 いもうと|妹 uncle:おじ aunt:おば おじい おばあ husband:おっと|夫
      wife:つま|妻 man:おとこ|男 woman:おんな|女
      # Times
      monday:げつようび|月曜日 tuesday:かようび|火曜日 wednesday:すいようび|水曜日 thursday:もくようび|木曜日 friday:きんようび|金曜日
      saturday:どようび|土曜日 sunday:にちようび|日曜日 spring:はる|春 summer:なつ|夏 autumn:あき|秋 winter:ふゆ|冬
      yesterday:きのう|昨日 today:きょう|今日 tomorrow:あした|明日 あさって おととい morning:あさ|朝 afternoon:ごご|午後
      evening:ゆうがた|夕方 night:よる|夜 ごぜん|午前 second:びょう|秒 minute:ふん|分 hour:じかん|時間 before:まえ|前
      after:あと|後
      # Directions, places and degrees
      left:ひだり|左 right:みぎ|右 up:うえ|上 down:した|下 north:きた|北 south:みなみ|南 east:ひがし|東 west:にし|西 in:なか|中
      out:そと|外 back:うしろ|後ろ here:ここ there:そこ あそこ あがる|上がる さがる|下がる さげる|下げる こちら そちら あちら come:くる|来る
      go:いく|行く give:あげる|上げる くれる もらう big:おおきい|大きい small:ちいさい|小さい high:たかい|高い low:ひくい|低い
      cheap:やすい|安い
      """
    japanese.isOftenLearned = true
    japanese.speechLocale = "ja_JP"
    japanese.columnNames = [
      "prompt": words("japanese 日本語 単語 語彙 表現 漢字 問題 表 見出し語"),
      "hint": words("ヒント"),
      "answer": words("意味 訳 英語 答え 解答 裏"),
      "reading": words("読み 読み方 よみ かな ふりがな"),
      "furigana": words("振り仮名"),
      "spellings": words("表記"),
      "part_of_speech": words("品詞"),
      "pitch": words("アクセント"),
      "note": words("メモ 備考 注"),
      "example": words("例文 例"),
      "tags": words("タグ"),
      "source": words("出典"),
      "romaji": words("rōmaji ローマ字"),
      "group": words("課"),
    ]
    japanese.ankiNoteTypes = AnkiNoteTypes(
      usual: ["基本", "基本 (解答を入力)", "穴埋め問題"],
      reversed: ["基本 (表面と裏面を反転したカードも作成)"],
      optionalReversed: ["基本 (任意で反転カードを作成)"])
  }
}
