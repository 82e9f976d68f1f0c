/**
 * The passwords that attackers guess first. Many of them satisfy the five rules (Password1!, Summer2024!), so they are recognised by their
 * pattern: a common word, perhaps with letters replaced by similar characters, and a short suffix of digits and symbols.
 */
const words: ReadonlySet<string> = new Set(
  `
password passwort passwd pass passcode passphrase mypassword secret mysecret letmein welcome welcomehome hello helloworld login
logon admin administrator root superuser user username guest test tester testing testtest changeme default temp temporary temppass
newpassword newpass master manager system server access account office company business work security secure private public qwerty
qwertyuiop qwertz azerty asdf asdfgh asdfghjkl asdfasdf zxcv zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qweqwe qweasdzx
poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh aaa aaaa aaaaaa aaaaaaaa aa qq qqq xxx xxxx zzz asd qwe zxc
wasd iloveyou iloveu loveyou iloveme ilovegod ilovejesus lovely lover love loveme forever always babygirl babyboy baby babe honey
sweetheart sweetie darling princess prince angel angels sunshine sunflower flower flowers rose daisy lily violet butterfly rainbow
star stars starlight moonlight moon sun sunny sky heaven blessed monkey dragon tiger lion panther wolf bear eagle falcon hawk
phoenix shadow ghost ninja samurai pirate wizard magic merlin gandalf hunter killer warrior knight football soccer baseball
basketball hockey tennis golf golfer rugby cricket boxing wrestling swimming running racing skater skate surfing surfer superman
batman spiderman ironman wolverine joker deadpool avengers starwars startrek pokemon pikachu naruto goku mario luigi zelda sonic
minecraft fortnite roblox warcraft michael jennifer jessica michelle ashley amanda nicole stephanie elizabeth samantha andrea
melissa christina victoria heather vanessa natalie danielle charlie thomas robert daniel andrew joshua matthew anthony jonathan
christopher william james joseph david richard steven brandon justin jordan tyler austin george harley ginger pepper maggie buster
bailey lucky max rocky buddy molly bella lucy charlotte sophie chloe oliver oscar jack harry jake toby sam simon alexander alex
alexis adam aaron albert amber angela anna annie anita april barbara benjamin bernard betty bobby bradley brenda brian bruce
carlos carmen carol caroline catherine cathy chelsea cheryl chris christian christine cindy claire claudia connor cookie corey
courtney craig crystal cynthia dakota dallas dana danny dave debbie deborah dennis diamond diana diane dolphin donald donna
dorothy douglas dylan edward eileen elaine ellen emily emma eric erica erin ethan eugene evelyn felix fiona florence frances
francis frank frankie fred freddy gabriel gary gemma gerald gloria gordon grace graham grant gregory hannah harold hayden helen
henry holly howard ian irene isaac isabella jackie jackson jacob jamie jane janet janice jason jasmine jean jeff jeffrey jenny
jeremy jerry jesse jessie jim jimmy joanna joe joel john johnny josh joyce juan judith judy julia julian julie june karen kate
katherine kathleen kathryn kathy katie keith kelly kelsey ken kenneth kevin kim kimberly kyle larry laura lauren laurie lawrence
leah lee leo leonard leslie lewis linda lisa logan lori louis louise lucas luke lynn madison marc marcus margaret maria marie
marilyn mark martha martin marvin mary mason megan mercedes mia mike miguel mikey miranda mitchell monica morgan nancy naomi
natasha nathan nathaniel neil nicholas nick nicola nina noah norman olivia pamela patricia patrick paul paula pauline peter phil
philip phillip rachel ralph randy raymond rebecca regina ricardo rick ricky rita rob roberto robin rodney roger roland ron ronald
rosemary ross roy russell ruth ryan sabrina sally sandra sandy sara sarah scott sean sebastian sergio shane shannon sharon shaun
sheila shelby shirley sierra sonia spencer stacey stacy stanley stella steve stuart summer susan suzanne sydney sylvia tamara
tammy tanya tara taylor ted teresa terry theresa tiffany tim timothy tina todd tom tommy tony tracey tracy travis trevor trinity
troy valerie vincent virginia walter wanda warren wayne wendy wesley whitney winston yvonne zachary zoe monday tuesday wednesday
thursday friday saturday sunday january february march may july august september october november december spring autumn winter
season red blue green yellow orange purple black white silver golden gold pink brown gray scarlet crimson turquoise london paris
berlin madrid rome dublin boston chicago denver houston atlanta seattle miami orlando newyork losangeles sanfrancisco sandiego
lasvegas philadelphia toronto melbourne manchester liverpool america american england ireland scotland canada australia germany
france italy spain mexico brazil argentina colombia india russia china japan texas california florida georgia hawaii alaska
arizona colorado arsenal barcelona realmadrid juventus bayern yankees redsox cowboys steelers packers raiders eagles patriots
broncos lakers bulls celtics warriors dodgers cubs mustang corvette camaro ferrari porsche bmw audi toyota honda nissan subaru
yamaha kawasaki ducati suzuki harleydavidson jaguar bentley chevy chevrolet ford dodge jeep tesla google facebook instagram
twitter youtube yahoo hotmail gmail linkedin amazon apple iphone samsung android microsoft windows linux ubuntu oracle cisco
internet computer laptop keyboard mouse monitor network wireless money cash dollar dollars million millionaire billionaire rich
wealth bank banker banking finance invest investor investing investment property realestate realtor broker house home homes
apartment mortgage landlord landlady arcstead circle circles arcs shares cheese chocolate coffee cookies banana cherry peach
strawberry blueberry pineapple mango lemon pumpkin butter bacon pizza burger chicken turkey candy sugar vanilla caramel peanut
muffin cupcake pancake guitar piano drummer music musica metallica nirvana slipknot beatles eminem rihanna beyonce shakira elvis
madonna rockstar rocknroll dancer dance jazz jesus jesuschrist christ church faith hope glory blessing godisgood god saints peace
freedom liberty justice victory soccerball snoopy garfield mickey minnie disney tigger winnie simba nemo bambi barbie hellokitty
scooby scoobydoo spongebob snowball snowman snow icecream marshmallow trustno trustnoone whatever nothing something anything
everything nobody somebody qwertyu idontknow dontknow forgot forgotpassword iforgot letmeinnow openup opensesame open sesame
please thankyou fuckyou fuckoff fuck asshole bitch shit sexy sexsex hotstuff badboy badgirl bigdaddy daddy mommy mother father
sister brother family friend friends bestfriend bff grandma grandpa papa mama thunder lightning storm hurricane tornado fire
firefly flame blaze ice frost water ocean river lake mountain forest island beach paradise desert earth planet galaxy universe
cosmos saturn jupiter mars venus mercury apollo zeus athena hercules matrix cheater chester champion winner loser legend hero king
queen royal emperor captain general soldier marine army navy airforce police fireman sheriff doctor nurse teacher student school
college university casper cocacola pepsi corona budweiser heineken whiskey vodka tequila marlboro camel sprite trigger bullet
pistol rifle sniper hacker hacked cyber neo morpheus terminator predator alien aliens robot dolphins horse horses pony cat cats
kitty kitten dog dogs doggy puppy rabbit bunny hamster fish shark whale turtle frog snake spider scorpion gorilla elephant giraffe
zebra penguin parrot owl duck cow pig panda koala kangaroo scooter bicycle biker motorcycle driver truck trucker airplane pilot
rocket spaceship space voyager enterprise titanic qwert yuiop hjkl bnm zaq zaqwsx xsw cde vfr bgt nhy mju wsx edc rfv tgb yhn ujm
genius smart clever awesome amazing perfect beautiful pretty gorgeous handsome cutie cute sweet crazy psycho insane funny happy
smile smiley laugh joy charm creative design designer developer engineer engineering marketing sales support helpdesk service
customer client vendor partner intranet database backup production staging demo example sample
`
    .trim()
    .split(/\s+/),
)

/** Keyboard sequences, number sequences and other common passwords that are not a word with a suffix. */
const commonSequences: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 12345 1234 123123 123123123 123321 1234321 123454321 654321 87654321 987654321
9876543210 0123456789 012345678 111111 1111111 11111111 111111111 1111111111 000000 00000000 0000000000 222222 22222222 333333
444444 555555 55555555 666666 66666666 777777 7777777 77777777 888888 88888888 999999 99999999 112233 11223344 1122334455 121212
12121212 131313 232323 101010 10101010 102030 10203040 147258 147258369 159357 159753 741852963 789456 789456123 963852741 696969
420420 246810 135790 13579 24680 314159 31415926 143143 520520 5201314 1314520 7758521 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qaz!qaz !qaz2wsx !qaz1qaz 1qaz@wsx !qaz@wsx 2wsx3edc 2wsx#edc 3edc4rfv 3edc$rfv
1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 zaq!2wsx zaq!xsw2 xsw2zaq1 qaz123wsx 1qa2ws3ed qwe123 qwe123! qwe123!@# 123qwe 123qwe!
123qwe!@# 123qweasd 123qweasdzxc 123qweasd! qwe!@#123 1qw23er4 1qw2 1234qwer 1234qwer! 1234qwer!@#$ qwer1234! qwer1234!@#$
qwer!@#$ asdf1234! zxcv1234! 12qwaszx 12qw!@qw 1qwerty 12qwerty 123qwerty a1b2c3 a1b2c3d4 a1b2c3d4! a1b2c3d4e5 aa123456 aa123456!
aa123456@ aa123456. aa12345678 aa@123456 a123456 a123456! a123456@ a12345678 a12345678! a123456789 a1234567 a1234567! 1a2b3c4d
1a2b3c4d! a1a2a3a4 abc123 abc123! abc123!@# abc@123 abc@1234 abcd1234! abcd@1234 abcd@123 1234abcd 1234abcd! 123abc 123abc!
123abc!@# abc12345! abc123456! ab123456! aa123123! aaa111!!! aaaa1111! 1111aaaa! 11aa!!aa qq123456! qq123456@ zz123456! ww123456!
xx123456! as123456! asd123456! asd123!@# zxc123!@# zxc123456! !@#$%^ !@#$%^& !@#$%^&* !@#$%^&*( !@#$1234 1234!@#$ 123!@#qwe
!@#123qwe !@#qwe123 !q@w#e$r !q2w3e4r !1q@2w#3e 1!2@3#4$ 1q!2w@3e# 1q@w3e4r qwerty!@#$%^ qwerty!@# qwerty123!@# p@ssword123
p@55w0rd p@$$w0rd p@$$w0rd1 pa$$w0rd pa$$word p4ssw0rd p4ssword pass1word pass@word1 pass@123 pass@1234 pass@12345 pass#123
pass123word pass1234! password@123 p@ss1234 p@ssw0rd!! admin@123 admin@1234 admin!@# admin#123 admin1admin! root@123 test@123
test@1234 user@123 welcome@123 welcome@1 welcome#1 india@123 india@2020 demo@123 temp@123 login@123 system@123 server@123 ncc1701
ncc1701d ncc1701e 8675309 thx1138 007007 bond007 agent007 jamesbond007 james007 r2d2c3po c3por2d2 4815162342 blink182 sum41
matrix1999 area51 route66 catch22 windows10 windows11 windows95 windows98 windows7 office365 world1 wordpass1 dr.pepper drpepper1
letmein1! l3tm31n! l3tm3in! iloveyou2 iloveyou3000! ilove123! i<3you! me+you=2 love4ever! 4ever&ever 2gether4ever! babygirl#1
number1 number1! numberone! numero1! user1234! guest1234! changeme! changeme1! changeit! change_me1 change-me1 change.me1
newuser1! firstlogin1! firsttime1! summer2020! winter2020! correcthorsebatterystaple correct-horse-battery-staple
correct-horse-battery-staple1! tr0ub4dor&3 arcstead1! arcstead-1 arcstead@123
`
    .trim()
    .split(/\s+/),
)

// A longer suffix is hard to guess, so the password no longer counts as common.
const maxSuffixLength = 8

const similarCharacters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const plainLetters = (text: string): string => [...text].map((character) => similarCharacters[character] ?? character).join('')

// No entry is longer, so longer input is not checked.
const maxCommonLength = 40

export function isCommonPassword(password: string): boolean {
  if (password.length > maxCommonLength) return false
  const lower = password.toLowerCase()
  if (commonSequences.has(lower)) return true
  const head = lower.replace(/[^a-z]*$/, '')
  if (lower.length - head.length > maxSuffixLength) return false
  return words.has(head) || words.has(plainLetters(head))
}

/** The most common suffixes. */
const suffixes = ['', '1', '123', '123!', '1!', '1234', '@123', '!', '2024', '2025!', '#1']

/** Thousands of common passwords, for the proof that every form that sets one refuses them. */
export const commonPasswords = (): readonly string[] => [
  ...commonSequences,
  ...[...words].flatMap((word) => suffixes.map((suffix) => word.charAt(0).toUpperCase() + word.slice(1) + suffix)),
]
