/**
 * The passwords that people take without thinking. Words count in any case, with digits for letters, and with a few digits or
 * signs around them, so that these few hundred stand for many thousands of the usual lists.
 */

const WORDS = `
password passwort passwd pass passe passcode passphrase motdepasse contrasena senha parola parool haslo heslo salasana losenord
admin administrator adminadmin root rootroot toor guest user username usuario superuser sysadmin system manager master
master default changeme change temp temporary test tester testing testtest demo sample example login welcome welcom hello helloworld
letmein letmeinnow openup opensesame sesame access enter secret private public internet computer network server database
windows linux ubuntu android apple iphone samsung google facebook twitter instagram youtube yahoo gmail hotmail microsoft amazon
netflix paypal ebay alibaba taobao tencent wechat weixin baidu alipay huawei xiaomi bitcoin ethereum crypto blockchain binance
coinbase tether wallet satoshi usdt rab hodl lambo money cash dollar rich richman millionaire billionaire business company office
work worker job boss home house family mother father mommy daddy mama papa brother sister baby babygirl babyboy child children
love lover lovely loveme loveyou lovelove iloveyou iloveu ilove iluvyou loveu truelove mylove mylife heart sweetheart honey darling
sweet sweety sweetie sugar candy cookie chocolate cheese banana orange apple cherry peach strawberry lemon mango melon pepper ginger
coffee pizza chicken butter peanut pumpkin potato tomato pickle muffin cupcake snickers
angel angels heaven god godisgood jesus jesuschrist christ christian church faith blessed bless blessing allah islam buddha
dragon dragons tiger tigger lion monkey donkey horse horses mustang cowboy eagle eagles falcon falcons hawk bear bears wolf
wolves puppy doggy doggie dog dogs kitty kitten cat cats mouse rabbit bunny turtle dolphin dolphins shark whale panda spider
butterfly bird phoenix raven cobra viper python panther jaguar cougar bulldog beagle
sunshine sunflower sunny summer winter spring autumn rainbow flower flowers rose roses lily daisy jasmine violet tulip orchid
snow snowball storm thunder lightning fire ice water ocean sea beach river forest mountain moon moonlight star stars starlight
sun sky earth world planet galaxy universe midnight morning
football soccer baseball basketball hockey golf tennis cricket rugby volleyball swimming surfing skate skateboard boxing karate
kungfu runner running racing fishing hunter hunting hiking camping arsenal chelsea liverpool manchester manunited barcelona
barca realmadrid madrid juventus milan inter bayern dortmund porto benfica celtic rangers lakers bulls yankees redsox dodgers cubs
cowboys steelers packers raiders broncos giants patriots redskins ronaldo cristiano messi neymar beckham jordan kobe lebron
superman batman spiderman ironman wolverine hulk thor avengers captain joker starwars skywalker yoda jedi darthvader startrek matrix
harrypotter hogwarts gandalf frodo hobbit pokemon pikachu naruto sasuke goku vegeta onepiece luffy minecraft fortnite roblox
mario luigi zelda sonic halo warcraft diablo counterstrike callofduty xbox playstation nintendo gamer gaming player
mickey minnie donald simba nemo shrek scooby garfield snoopy hellokitty barbie princess prince queen king kingkong
michael michelle jennifer jessica ashley amanda matthew daniel andrew joshua anthony joseph david robert william thomas
charlie charles george james jordan jason justin brandon brian kevin steven stephen nicole melissa stephanie samantha sarah
elizabeth rebecca victoria alexander alexandra alex andrea angela anna maria marina natasha natalia tatiana svetlana olga irina
sergey dmitry vladimir ivan igor oleg maxim max maggie molly lucky buddy bailey bella luna rocky oscar jack jackson
johnny john peter paul patrick martin mark marco carlos antonio francisco fernando alejandro jose juan pedro pablo diego
miguel angelica carolina camila valentina sofia isabella gabriela daniela mariana patricia sandra claudia monica veronica
thomas lukas felix sebastian florian stefan andreas christian dennis nadine sabine schatz schatzi hallo
soleil doudou loulou chouchou coucou bonjour amour azerty azertyuiop marseille france paris london berlin germany deutschland
england america canada australia brasil brazil mexico russia china beijing shanghai hongkong taiwan taipei japan tokyo osaka
korea seoul thailand bangkok vietnam hanoi saigon india mumbai singapore newyork chicago dallas boston texas california
florida arizona denver phoenix hawaii
woaini woaiwo woaiwojia woaiwoziji wodemima mima mimamima nihao nihaoma zhongguo wangluo zhanghao xiaoxiao xiaoming wangwang
zhangwei wangwei liwei wangfang lina zhangli lijing baobao baobei laopo laogong qinaide aini ainiyiwannian tiantian haohao
meimei kaixin xingfu facai gongxi dashabi caonima shabi
sakura himitsu nihon arigato konnichiwa tanaka suzuki takahashi sato yamada
saranghae annyeong minsu jisoo sarang
matkhau anhyeuem emyeuanh yeuem anhyeu khongbiet
sawasdee krungthep
qwerty qwertz qwert qwer qwe qwertyui qwertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asd zxc zxcv zxcvb zxcvbn zxcvbnm
qwerasdf qweasd qweasdzxc qazwsx qazwsxedc qaz wsx edc qwaszx zaqwsx zaqxsw poiuy poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcxz
qqww wwee qpwoei asdqwe zxcasd dfghjk ghjkl
abc abcd abcde abcdef abcdefg abcdefgh aabb aabbcc xyz xxx fuck fuckyou fuckoff fuckme asshole bitch bastard shit bullshit
sexy sexsex sex pussy dick cock penis porn porno playboy pornhub boobs naughty slut whore bigdick
metallica slipknot nirvana greenday linkinpark eminem rihanna beyonce madonna shakira justinbieber onedirection taylorswift blackpink
beatles queen elvis prince music guitar piano drummer dancer dance dancing singer rock rockstar rocknroll punk hiphop
ferrari porsche mercedes bmw audi toyota honda nissan suzuki yamaha kawasaki harley ducati corvette camaro chevy chevrolet ford
mustang subaru mazda lexus jeep tesla
happy happyday smile smiley friend friends friendship forever always together never nothing whatever something anything everything
nobody somebody anyone someone freedom peace hope dream dreams dreamer believe trust trustno trustme trustnoone life live liveforever
good goodluck luck lucky lucky great best better awesome amazing cool coolman perfect beautiful pretty cute handsome genius
crazy loser killer hacker hacked ninja samurai warrior knight soldier army navy marine police pirate wizard magic magical
merlin shadow shadows ghost demon devil lucifer satan vampire zombie monster darkness dark black white blue green red yellow
purple pink silver gold golden diamond crystal ruby jade pearl orange
computer laptop mobile phone telephone camera window table chair school student teacher college university doctor nurse
lawyer engineer driver pilot police birthday christmas halloween valentine easter sunday monday friday saturday january february
march april june july august september october november december
number one two three four five six seven eight nine ten zero onetwothree digital power energy
security secure safe safety keepout private keyboard monitor printer hardware software nokia motorola sony panasonic dell toshiba
intel nvidia cisco oracle redhat mysql postgres mongodb webmaster support service info contact office sales marketing
blahblah blah yesyes yes noway nono okok please thankyou thanks sorry hahaha lalala dadada nanana bababa lol lolol haha hehe
trustno starter starbucks marlboro budweiser heineken cocacola pepsi redbull mcdonalds
creative creativity nature natural history future present
fender gibson ranger hunter tucker jasper cooper parker taylor tyler morgan logan dakota austin madison savannah
chester buster boomer bubba bandit casper sparky spike snowflake cassie zoey sadie cricket peanut
ncc jkl qwertyqwerty passwordpassword letmeinplease iamgod imissyou missyou hateyou iamthebest imthebest nopassword nopass
mypassword yourpassword thepassword newpassword oldpassword password passw
`;

const DIGITS_AND_SIGNS = `
112233 111222 121212 131313 123123 123321 123654 147258 147258369 159357 159753 159951 741852963 789456 789456123 456123
321321 654321 987654 101010 102030 010203 020304 110110 112112 123789 987321 147852 258456 369258 963852741 852456 520520 521521 5201314
1314520 1314521 131452 584520 7758521 7758258 201314 168168 888168 518518 661313 666888 888666 778899 445566 223344 334455 998877
314159 3141592654 271828 696969 420420 007007 8675309 12344321 1234554321 11223344 11112222 123456789a 1q2w3e 1q2w3e4r 1q2w3e4r5t
1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1xsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5 a1b2c3 a1b2c3d4 1a2b3c 1a2b3c4d q1w2e3r4t5y6 1z2x3c 1qw23e
123qwe 123qweasd qwe123 asd123 zxc123 123abc abc123 123asd 12qwaszx 1q1q1q 1qa2ws3ed 2wsx3edc 3edc4rfv 4rfv5tgb 0okm9ijn
!@#$%^ !@#$%^& !@#$%^&* !@#$%^&*( 1!2@3# ****** ...... ------
ncc1701 thx1138 trustno1 r2d2c3po fuckyou1 number1 test1234 password1 pass1234 p@ssw0rd
`;

function listed(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

export const COMMON_WORDS = listed(WORDS);
export const COMMON_SEQUENCES = listed(DIGITS_AND_SIGNS);
