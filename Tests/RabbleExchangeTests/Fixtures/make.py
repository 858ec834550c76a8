#!/usr/bin/env python3
"""Makes the files of this folder with Python's own codecs (CPython 3, module codecs)."""
import os, sys
os.chdir(os.path.dirname(os.path.abspath(sys.argv[0])))
japanese = (
    "Expression,Reading,Meaning\r\n"
    "食べる,たべる,to eat\r\n"
    "コーヒー,コーヒー,coffee\r\n"
    "表示する,ひょうじする,\"to show, to display\"\r\n"  # 表 and ソ end in a backslash in Shift_JIS
    "構造ソフト,こうぞうソフト,structure software\r\n"
)
western = (
    "Vorderseite;Rückseite\r\n"
    "Mädchen;jeune fille\r\nCafé;où l’on boit du café\r\nSchlüssel;clé à molette\r\n"
    "Straße;la rue d’à côté\r\n"
)
french = "question,answer\nforêt,forest\nété,summer\nnaïve,naive\nÀ bientôt,see you\ncœur,heart\n"
for name, encoding in [("shift_jis", "cp932"), ("euc_jp", "euc_jp"),
                       ("iso2022_jp", "iso2022_jp"), ("utf_8", "utf-8"),
                       ("utf_8_sig", "utf-8-sig"), ("utf_16", "utf-16"),
                       ("utf_16_le", "utf-16-le"), ("utf_16_be", "utf-16-be")]:
    open(f"japanese.{name}.csv", "wb").write(japanese.encode(encoding))
open("western.cp1252.csv", "wb").write(western.encode("cp1252"))
open("french.cp1252.csv", "wb").write(french.encode("cp1252"))
kanji = "山,mountain\n川,river\n漢字,kanji\n学校,school\n電車,train\n"
for name, encoding in [("shift_jis", "shift_jis"), ("euc_jp", "euc_jp")]:
    open(f"kanji.{name}.csv", "wb").write(kanji.encode(encoding))
half = "ｱｲｽ,ice\nｺｰﾋｰ,coffee\nﾃﾚﾋﾞ,television\n"
open("half.shift_jis.csv", "wb").write(half.encode("shift_jis"))
