/** Words that people often use in passwords, in lower case. Years, digits and signs around them do not count. */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwd pass passcode passphrase secret login signin logon letmein welcome access admin administrator root user
  username guest test tester testing default changeme change temp temporary system server demo master super superuser
  manager staff office account database computer laptop internet online website mobile phone samsung nokia iphone
  android google facebook instagram whatsapp twitter youtube gmail yahoo hotmail microsoft windows apple linux
  qwerty qwertyuiop azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qweasd qweasdzxc aaa abc abcd abcde abcdef
  abcabc xyz one two three onetwothree number figure
  ilove iloveyou iloveu loveyou loveme lovely lover love mylove forever always angel angels baby babygirl babyboy princess
  prince queen king kingdom beauty beautiful pretty sexy honey sweet sweetie sweetheart sunshine sunflower flower rose
  rainbow butterfly star stars superstar moon sun sky heaven paradise dream dreams dreamer smile happy happiness
  freedom peace hope faith grace blessed blessing bless miracle success winner champion victory power money rich
  million millionaire business boss hero legend lucky luck friend friends friendship family mother father mama mum
  mummy dad daddy brother sister son daughter wife husband children people person woman women man men girl boy
  hello hellohello hey hi world helloworld whatever nothing something anything everything thankyou thanks please
  football soccer basketball baseball cricket hockey tennis volleyball boxing player sport sports gaming game gamer
  arsenal chelsea liverpool manchester manutd mancity united tottenham barcelona barca realmadrid madrid juventus
  bayern simba yanga simbasc yangasc azamfc azam taifa taifastars messi ronaldo cristiano neymar mbappe samatta
  pokemon batman superman spiderman ironman naruto starwars matrix dragon tiger lion eagle falcon wolf bear monkey
  dog cat kitty puppy horse elephant leopard cheetah panther shark dolphin snake cow goat chicken fish bird
  blue red green black white orange yellow purple pink silver gold golden diamond crystal pearl ruby
  summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february march april
  may june july august september october november december morning evening night today tomorrow holiday christmas
  easter birthday newyear
  chocolate coffee cookie sugar pepper banana mango apple cherry cheese pizza burger chicken rice water fire earth
  cheetos samosa pilau ugali chapati mandazi chipsi nyama kahawa chai embe ndizi nazi karafuu zabibu
  jesus christ jesuschrist god godisgood lord church bible holy holyspirit pastor trinity amen hallelujah
  allah allahu akbar allahuakbar bismillah bismilah mashallah mashaallah inshallah inshaallah subhanallah alhamdulillah
  alhamdulilah astaghfirullah assalamualaikum assalamu alaikum alaykum salam salaam islam muslim muslimah mosque quran
  koran ramadan ramadhan eid zakat zakah sadaqa sadaka waqf waqfu makkah mecca madina medina kaaba sheikh ustadh imam
  amana msikiti sala swala dua jumaa ijumaa
  muhammad mohammed mohamed mohammad ahmed ahmad ali omar umar uthman othman hassan hussein hussain ibrahim ismail
  yusuf yussuf idris khalid hamza bilal said saidi salim salum seif suleiman sulaiman abdallah abdullah abdul abdi
  rashid rashidi juma jumanne hamisi khamis ramadhani rajabu shabani shaban issa musa mussa iddi idd bakari abubakar
  athumani kassim mwinyi mzee mustafa nassor nasser haji hamad hemed
  fatuma fatma fatima amina aisha asha khadija khadijah zainab zainabu mariam maryam halima hawa rehema salma saida
  zuhura mwanaidi mwajuma hadija rukia saada asia habiba latifa leila layla nasra sabra samira sauda shamsa sharifa
  subira tatu ummi zakia zulfa neema furaha rahma baraka
  john joseph james charlie david daniel michael peter paul george william robert thomas charles samuel emmanuel godfrey
  joshua moses abraham isaac jacob simon philip stephen andrew anthony patrick francis frank victor kevin brian eric
  mary maria anna grace joyce elizabeth esther ruth sarah sara rebecca rachel jane janet catherine agnes rose gloria
  jennifer jessica michelle ashley nicole amanda samantha linda susan karen nancy lisa
  tanzania tanganyika zanzibar pemba unguja dodoma morogoro arusha mwanza mbeya tanga mtwara kigoma tabora iringa
  moshi dar dares daressalaam daressalam bongo bongoland mlimani kariakoo ilala temeke kinondoni ubungo kigamboni
  kilimanjaro serengeti ngorongoro africa afrika kenya uganda rwanda burundi nairobi mombasa kampala tanzanian
  bagamoyo songea lindi singida shinyanga bukoba musoma manyara katavi geita simiyu njombe
  muhimbili udsm sua mzumbe muslimuniversity university college campus school student students teacher lecturer
  professor doctor education library knowledge wisdom science mathematics physics chemistry biology english kiswahili
  community fund funds charity donation donate donor donations campaign organization organisation foundation trust
  karibu asante habari jambo mambo poa sawa safi hakuna matata hakunamatata nakupenda upendo mapenzi mpenzi penzi
  moyo roho maisha dunia mungu mwenyezi mola amani uhuru umoja kazi pesa fedha shilingi nyumba nyumbani familia
  rafiki marafiki mtoto watoto baba kaka dada bibi babu shangazi mjomba kijana msichana mvulana mwanafunzi mwalimu
  daktari chuo shule kitabu siri nenosiri neno ingia mfuko mchango changia kampeni simu benki mtu watu mwana mama
  tembo chui duma nyoka paka mbwa ngombe mbuzi kuku samaki ndege maua nyota mwezi jua bahari mvua mlima ziwa
  simbachui mnyama mwananchi wananchi chadema chama mapinduzi ccm nyerere mwalimunyerere magufuli samia kikwete mkapa
  vodacom mpesa tigo tigopesa airtel airtelmoney halotel halopesa ttcl mixx nmb crdb nbc selcom azampay
  trustno trustnoone nopassword mypassword password passpass thepassword newpassword yourpassword enter entrance open
  opensesame sesame private public security secure safe safety protect control network wifi router cisco oracle mysql
  killer devil hell shit fuck fuckyou fuckoff bitch asshole suck damn hate hatred danger ninja hunter ranger soldier
  army police captain general major warrior knight wizard magic merlin phoenix shadow ghost storm thunder lightning
  hurricane rocket jordan michaeljordan mercedes ferrari porsche toyota honda yamaha suzuki bajaj bodaboda landcruiser
  music guitar piano dance dancer singer rapper diamondplatnumz platnumz harmonize alikiba zuchu nandy wasafi bongoflava
  `
    .trim()
    .split(/\s+/),
);
