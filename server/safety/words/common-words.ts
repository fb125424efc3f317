import { wordSet } from './word-list.ts';

/** Everyday words in Dutch, English and German, unlikely to be account names. Lower case, without accents. */
export const commonWords = wordSet(`
  aan aardig actief af afgesloten afgelopen alle alleen alles als altijd ander andere anders arm baan bang ben bent beetje bezig beter bij
  bijna blij blijf blijft blokkeert boos boven buiten best beste daar daarom dag dan dat de deel deed denk denkt deze dezelfde die dicht dichtbij
  dicht dik ding dingen dit doe doen doet dom door droom druk duidelijk duur echt echte een eens eerder eerst eigen einde elke
  en er ergens erg even fijn film filmpje filmpjes foto fotos gaan gaat gave geblokkeerd geen gehackt geheel gek geld gelijk geloof gelukkig
  gemeen genoeg geweest gewoon geweldig gezien gezellig gisteren goed goede gratis groep groot grappig haar had handig hard heb hebben hebt
  heel heet hele hem helemaal help het hi hier hij hoe hoeveel hoi hou houd hun idee ieder iedereen iemand iets ik in inderdaad ja jaar jammer
  je jij jou jouw jullie kan kanaal kapot keer kijk kijken klaar klein komt kom komen kort krant kun kunt kwijt laat laatst lang langzaam lach
  lees leeg leren leuk leuke leuker liefst liever lief lig ligt link live lol los lui maak maar makkelijk mag me meer mee meestal meisje
  mensen met mij mijn minder misschien moe moet mooi mooie mooier morgen muziek naar nee net niemand niet niets nieuw nieuwe nieuws niks nodig
  nog nooit nu nummer of oke om onbekend onder ons oud oude onzin ook op open opgeheven oud over online offline pas pagina per plaats praat
  prima priva prive privacy profiel reclame rustig saai samen scherm show simpel sinds slecht slim snel snap snapt soms sorry spannend
  spel staan staat sta stom stil stuk super te tegen terug tijd tijdelijk toch toe toen tof tot traag tussen uit uur vaak van vanavond vandaag
  veel ver verbannen verboden verder vergeten verkeerd verliefd verslaafd verslavend verhaal verwijderd via vind vindt voor vooral vol vorig
  vraag vrij vroeger waar waarom wachten was wat water we week weer weet weg weinig welke werk werkt wel werkelijk wie wij wil wilt woon
  wordt ze zeg zegt zeer zeker zelf zet zien zie ziet zijn zit zo zoek zoals zonder zou zwart zwaar
  berichten bericht app appje account accounts vrienden vriend vriendin moeder vader broer zus buurman dans dansje liedje plaatje stukje
  reactie reacties verhalen story stories volgers bekend beroemd zichtbaar onzichtbaar nep echter stiekem vast begonnen gestopt
  a about account active after again ago all almost alone already also always am amazing an and another any anymore anyone anything are
  around as ask at away awesome back bad banned be beautiful because been before being best better big blocked boring both boy bring broken busy
  but buy by bye came can cant cat cats change chat check clear close cool could crazy cute daily dancing dead deleted did different do does doing done
  dont down easy else empty end enough even ever every everyone everything far fast few fine first follow followers for found free friend
  friends from full fun funny gave get girl give go going gone good got great group guy hacked had happy hard has hate have he hear hello help
  her here hey hide him his home hot how huge i idea if in inactive is isnt it its job just keep kind know last late later least less let
  life like likes little locked long look looks lost lot love lovely made make man many maybe me mean message messages mine more most much music my name never
  new news next nice no nobody none not nothing now of off offline ok okay old on once one online only open or other our out over page
  part people perfect photo photos picture pictures place play please post posts pretty private profile public quiet quite rather read ready
  real really reason red right sad safe said same saw say see seems seen self send sent set sexy she should show side since slow small so some
  someone something sometimes soon sorry still stop story stuff stupid such suspended sure take tell terrible than thanks that the their them
  then there these they thing things think this those time to today together tomorrow tonight too toxic trending true try turn ugly under until up
  us use used useless user very video videos wait want was way we weak week weird well went were what when where which while who whole why will
  wish with without won wonderful work works world would wrong yeah year yes yesterday yet you young your
  username usernaam gebruikersnaam gebruiker nick nickname handle tag accountnaam profielnaam snapnaam naam nummer
  add adde voeg volg find zoek zoeken heet heten search follow toevoegen stuur bel contact bereik
  email mail mails mailadres mailtje emailadres verslaafde gamers gamer gaming kids boomers tieners teens kinderen jongeren oplichters scammers
  gezellige lachen rustige rot rotzooi troep zooi bagger waardeloos kansloos achterlijk irritant stomme gekke rare raar handiger sneller langzamer dood
  betaal betaald betalen kost kosten koop kopen gekocht verkopen verkoop geprobeerd gebruikt gebruik gebruiken gebruikte gemaakt gekregen gegeven gestuurd
  vergeet verloren nep neppe pauze kwijtgeraakt uitgezet aangezet verwijderen installeren geinstalleerd downloaden gedownload update geupdate
  trash garbage rubbish crap shit damn fucking fake real annoying addictive addicted lame dull expensive cheap laggy slower faster safer risky shady sketchy
  install installed deleted uninstall uninstalled downloaded download updated update paying paid buying bought selling sold loading crashing crashed
  nonsense overrated underrated popular famous unpopular hilarious gorgeous stunning sweet sexy pretty handsome
  aber alle alles als also am an ander andere anderen anders auch auf aus bei beim bekannt bekommen besser beste bild bilder bin bis bisschen bist
  bitte blod bloed blode blodsinn boring brauche braucht brauchst da dabei damals damit danach dann daran darauf das dass davon dein deine dem den denke denkst
  denn der deshalb dich die dies diese diesen dieser dieses dir doch doof dort drauf du dumm durch echt egal eher eigentlich ein eine einen
  einem einer einfach einmal endlich er erst es etwas euch ewig falsch fast fertig finde findest fotos frage fragen frau freund freunde freundin freut
  fruher fur furchtbar ganz gar geht geil gekauft geld geloscht gemacht gemutlich gerade gern gerne gesagt gesehen gesperrt gestern gibt ging
  glaube gleich gluck gross große grosse gut gute guten guter hab habe haben habt hallo hart hast hasslich hat hatte hatten heiß heiss heute hier hilfe
  hin hubsch ich ihm ihn ihr immer in interessant ist ja jahr jahre jeden jeder jemand jetzt jung kann kannst kaputt kein keine keinen kenne kennst kind kinder
  klar klasse klein komisch komme kommen kommst kommt kompliziert konnen konnte kostet krass kurz lachen lange langsam langweilig lass lasse laut leben
  leer leicht leider leise leute lieb liebe lieber lieblings link lustig machen mache machst macht mag magst mal man mann manchmal mehr mein meine meinen
  meiner meist meistens mensch menschen mich mir mit morgen muss musst musste mude musik nach nachricht nachrichten nacht name nervig nett neu neue
  neuen nicht nichts nie niemals niemand noch normal nummer nur nutze nutzt nutzen ob oben oder offen oft ohne offentlich peinlich perfekt privat privater prima
  profil quatsch recht richtig ruhig sag sage sagen sagst sagt schade schau schaue schauen schauspieler schlafen schlecht schlimm schnell schon schone
  schoner schreib schreiben schreibe schreibst schule schwach schwer schwierig sehe sehen sehr seid sein seine seit seite selbst selten seltsam
  sich sicher sie sieht sind so sofort sogar sonst spannend spater spiel spiele spielen stark stimmt suss suesse super tag tage teuer tod toll tolle tot traurig
  treffen tun uber uberall uberhaupt um und uns unser unten unter unsicher unterwegs veraltet verboten verruckt viel viele vielen vielleicht voll von vor vorbei
  wahr wann war ware waren warst warte warten warum was weg weil weiss weiß weit weiter welche wenig wenn wer werde werden wie wieder will willst
  wir wird wirklich wo wochen wohl wohne wohnst wollen wollte wurde wunderbar zeig zeigen zeit ziemlich zu zufallig zum zur zusammen zuruck zwischen
  blockiert gehackt deaktiviert gemeldet angemeldet abgemeldet verkauft kostenlos umsonst muell mull schrott kacke scheisse scheiße mist zeitverschwendung
  spass spaß hammer wahnsinn verliebt online offline drin draussen draußen
  lmao haha hahaha hihi xd xx xxx pls plz thx aub dm pm tho though also cats cheese owned vs versus
`);
