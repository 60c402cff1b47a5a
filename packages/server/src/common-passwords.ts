/** The most common passwords of eight characters or more, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `00000000 0123456789 01234567 10203040 1029384756 11111111 111111111 1111111111 11223344 1122334455 12121212 12131415
  123123123 12312312 123321123 12341234 1234512345 12345678 123456789 1234567890 12345678910 12345679 1234567a 1234567q
  1234abcd 1234qwer 123456aa 123456ab 123456abc 123456qwerty 123qweasd 123qweasdzxc 131313131 147258369 147852369
  159357456 159753456 1a2b3c4d 1password 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 22222222
  33333333 44444444 55555555 66666666 741852963 77777777 789456123 87654321 88888888 963852741 987654321 9876543210
  99999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa abc12345 abc123456 abcd1234
  abcdefgh abcdefg1 access14 admin123 admin1234 administrator adminadmin alexander angel123 asdasdasd asdf1234 asdfasdf
  asdfghjk asdfghjkl asdfghjkl1 baseball baseball1 basketball batman123 blink182 bonjour1 butterfly carolina changeme
  changeme1 charlie1 chelsea1 chocolate christian computer cowboys1 daniel123 december diamond1 dragon123 drowssap
  elephant einstein elizabeth fernando football football1 freedom1 friends1 garfield gfhjkmgfhjkm gladiator google123
  hallo123 happy123 hardcore hello123 hellohello homer123 icecream iloveyou iloveyou1 iloveyou2 internet isabella
  jennifer jessica1 jonathan jordan23 justin12 kawasaki letmein1 letmein123 letmeinnow liverpool liverpool1 login123
  love1234 lovelove loveyou1 loveme123 manchester marlboro master123 maverick mercedes metallica michael1 michelle
  midnight minecraft monkey12 monkey123 mustang1 nicholas nintendo ninja123 november october1 p4ssw0rd pa$$w0rd
  pa55word parola123 passport pass1234 passw0rd passw0rd1 password password! password0 password01 password1 password1!
  password12 password123 password1234 password2 password3 passwort passwort1 patricia platinum playstation pokemon1
  pokemon123 precious princess princess1 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qazwsxed qazwsxedc qq123456
  qqqqqqqq qweasdzxc qwer1234 qwerasdf qwert123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop
  qwertyuiop1 qwertz123 rainbow1 rockstar samantha samsung1 samuel123 scorpion secret123 security september sebastian
  shadow12 shadow123 skywalker slipknot snowball soccer12 softball spiderman spongebob starwars starwars1 steelers
  stephanie strawberry summer01 summer123 sunshine sunshine1 superman superman1 superstar sweetheart swordfish
  tavla123 tavlatavla test1234 test12345 testtest tinkerbell trustno1 trustno12 undertaker united123 universe unicorn1
  valentina vanessa1 veronica victoria warcraft welcome1 welcome12 welcome123 whatever william1 winner123 wolfgang
  xxxxxxxx yellow12 yourmom1 zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123 zxcvbnmzxcvbnm zzzzzzzz`
    .split(/\s+/)
    .filter((word) => word.length >= 8),
)
