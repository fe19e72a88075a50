-- Finding projects by whatever people call a thing, and correcting mistyped words.
-- pg_trgm is a trusted extension: creating it needs the right CREATE on the database, not a superuser.

create extension if not exists pg_trgm;

-- A text folded, as texts are compared: without case and accents, so that "ty coch" finds "Tŷ-coch". Unicode takes no accent off
-- letters such as those of Łódź, Tromsø and Straße, so they are replaced one by one, as is the sigma that ends a word. Typographic quotes
-- separate words. A test compares this function with `searchWords` (server/domain/projects/carbon-projects.ts).
create function catalogue_fold(words text) returns text
language sql
immutable
parallel safe
strict
return replace(replace(replace(
  translate(lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g')), 'łøđðħıς“”„‘’«»‹›', 'loddhiσ         '),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

-- English names of a country by its ISO 3166-1 alpha-2 code, folded: current, former and common ones.
create function catalogue_country_names(country text) returns text
language sql
immutable
parallel safe
return '{
    "AD": "andorra", "AE": "united arab emirates uae", "AF": "afghanistan", "AG": "antigua barbuda", "AI": "anguilla",
    "AL": "albania", "AM": "armenia", "AO": "angola", "AQ": "antarctica", "AR": "argentina", "AS": "american samoa",
    "AT": "austria", "AU": "australia", "AW": "aruba", "AX": "aland islands", "AZ": "azerbaijan", "BA": "bosnia herzegovina",
    "BB": "barbados", "BD": "bangladesh", "BE": "belgium", "BF": "burkina faso", "BG": "bulgaria", "BH": "bahrain",
    "BI": "burundi", "BJ": "benin", "BL": "saint barthelemy st", "BM": "bermuda", "BN": "brunei darussalam", "BO": "bolivia",
    "BQ": "bonaire sint eustatius saba caribbean netherlands", "BR": "brazil", "BS": "bahamas", "BT": "bhutan",
    "BV": "bouvet island", "BW": "botswana", "BY": "belarus", "BZ": "belize", "CA": "canada", "CC": "cocos keeling islands",
    "CD": "congo kinshasa drc zaire", "CF": "central african republic", "CG": "congo brazzaville", "CH": "switzerland",
    "CI": "cote ivoire ivory coast", "CK": "cook islands", "CL": "chile", "CM": "cameroon", "CN": "china", "CO": "colombia",
    "CR": "costa rica", "CU": "cuba", "CV": "cape verde", "CW": "curacao", "CX": "christmas island", "CY": "cyprus",
    "CZ": "czech czechia", "DE": "germany", "DJ": "djibouti", "DK": "denmark", "DM": "dominica", "DO": "dominican republic",
    "DZ": "algeria", "EC": "ecuador", "EE": "estonia", "EG": "egypt", "EH": "western sahara", "ER": "eritrea", "ES": "spain",
    "ET": "ethiopia", "FI": "finland", "FJ": "fiji", "FK": "falkland islands malvinas", "FM": "micronesia",
    "FO": "faroe islands", "FR": "france", "GA": "gabon", "GB": "united kingdom uk great britain", "GD": "grenada",
    "GE": "georgia", "GF": "french guiana", "GG": "guernsey", "GH": "ghana", "GI": "gibraltar", "GL": "greenland",
    "GM": "gambia", "GN": "guinea", "GP": "guadeloupe", "GQ": "equatorial guinea", "GR": "greece",
    "GS": "south georgia sandwich islands", "GT": "guatemala", "GU": "guam", "GW": "guinea bissau", "GY": "guyana",
    "HK": "hong kong", "HM": "heard island mcdonald islands", "HN": "honduras", "HR": "croatia", "HT": "haiti", "HU": "hungary",
    "ID": "indonesia", "IE": "ireland", "IL": "israel", "IM": "isle man", "IN": "india", "IO": "british indian ocean territory",
    "IQ": "iraq", "IR": "iran", "IS": "iceland", "IT": "italy", "JE": "jersey", "JM": "jamaica", "JO": "jordan", "JP": "japan",
    "KE": "kenya", "KG": "kyrgyzstan", "KH": "cambodia kampuchea", "KI": "kiribati", "KM": "comoros",
    "KN": "saint kitts nevis st", "KP": "north korea", "KR": "south korea", "KW": "kuwait", "KY": "cayman islands",
    "KZ": "kazakhstan", "LA": "lao laos", "LB": "lebanon", "LC": "saint lucia st", "LI": "liechtenstein",
    "LK": "sri lanka ceylon", "LR": "liberia", "LS": "lesotho", "LT": "lithuania", "LU": "luxembourg", "LV": "latvia",
    "LY": "libya", "MA": "morocco", "MC": "monaco", "MD": "moldova", "ME": "montenegro", "MF": "saint martin french st",
    "MG": "madagascar", "MH": "marshall islands", "MK": "north macedonia", "ML": "mali", "MM": "myanmar burma",
    "MN": "mongolia", "MO": "macao macau", "MP": "northern mariana islands", "MQ": "martinique", "MR": "mauritania",
    "MS": "montserrat", "MT": "malta", "MU": "mauritius", "MV": "maldives", "MW": "malawi", "MX": "mexico", "MY": "malaysia",
    "MZ": "mozambique", "NA": "namibia", "NC": "new caledonia", "NE": "niger", "NF": "norfolk island", "NG": "nigeria",
    "NI": "nicaragua", "NL": "netherlands holland", "NO": "norway", "NP": "nepal", "NR": "nauru", "NU": "niue",
    "NZ": "new zealand", "OM": "oman", "PA": "panama", "PE": "peru", "PF": "french polynesia", "PG": "papua new guinea",
    "PH": "philippines", "PK": "pakistan", "PL": "poland", "PM": "saint pierre miquelon st", "PN": "pitcairn islands",
    "PR": "puerto rico", "PS": "palestine palestinian territories", "PT": "portugal", "PW": "palau", "PY": "paraguay",
    "QA": "qatar", "RE": "reunion", "RO": "romania", "RS": "serbia", "RU": "russian federation russia", "RW": "rwanda",
    "SA": "saudi arabia", "SB": "solomon islands", "SC": "seychelles", "SD": "sudan", "SE": "sweden", "SG": "singapore",
    "SH": "saint helena st", "SI": "slovenia", "SJ": "svalbard jan mayen", "SK": "slovakia", "SL": "sierra leone",
    "SM": "san marino", "SN": "senegal", "SO": "somalia", "SR": "suriname", "SS": "south sudan", "ST": "sao tome principe",
    "SV": "el salvador", "SX": "sint maarten dutch", "SY": "syrian arab syria", "SZ": "eswatini swaziland",
    "TC": "turks caicos islands", "TD": "chad", "TF": "french southern territories", "TG": "togo", "TH": "thailand",
    "TJ": "tajikistan", "TK": "tokelau", "TL": "timor leste east", "TM": "turkmenistan", "TN": "tunisia", "TO": "tonga",
    "TR": "turkiye turkey", "TT": "trinidad tobago", "TV": "tuvalu", "TW": "taiwan", "TZ": "united tanzania", "UA": "ukraine",
    "UG": "uganda", "UM": "united minor outlying islands us", "US": "united states america usa u s a us", "UY": "uruguay",
    "UZ": "uzbekistan", "VA": "holy see vatican city", "VC": "saint vincent grenadines st", "VE": "venezuela",
    "VG": "virgin islands british", "VI": "virgin islands u s us", "VN": "vietnam", "VU": "vanuatu", "WF": "wallis futuna",
    "WS": "samoa", "XK": "kosovo", "YE": "yemen", "YT": "mayotte", "ZA": "south africa", "ZM": "zambia", "ZW": "zimbabwe"
  }'::jsonb ->> country;

-- The names of the nation of the United Kingdom in which a place lies, by the nation, county or council area that the place names. Newport
-- is the council area only as the last word: "Newport, Shropshire" is in England.
create function catalogue_nation(country text, place text) returns text
language sql
immutable
parallel safe
return case
  when country is distinct from 'GB' then null
  when catalogue_fold(place) ~ '\m(scotland|aberdeen|aberdeenshire|angus|argyll|argyllshire|ayrshire|banffshire|berwickshire|bute|caithness|clackmannanshire|dumfries|dumfriesshire|dunbartonshire|dundee|east lothian|edinburgh|eilean siar|falkirk|fife|galloway|glasgow|hebrides|highlands?|inverclyde|inverness|kincardineshire|kinross|kirkcudbrightshire|lanarkshire|lothian|midlothian|moray|morayshire|nairn|nairnshire|orkney|peeblesshire|perth|perthshire|renfrewshire|ross and cromarty|ross-shire|roxburghshire|scottish borders|selkirkshire|shetland|skye|stirling|stirlingshire|strathclyde|sutherland|tayside|west lothian|wigtownshire)\M'
    then 'scotland scottish'
  when catalogue_fold(place) ~ '\m(wales|anglesey|blaenau gwent|brecknockshire|bridgend|caernarfonshire|caerphilly|cardiff|cardiganshire|carmarthenshire|ceredigion|clwyd|conwy|denbighshire|dyfed|flintshire|glamorgan|gwent|gwynedd|merionethshire|merthyr tydfil|monmouthshire|montgomeryshire|neath|newport$|pembrokeshire|powys|radnorshire|rhondda|swansea|torfaen|wrexham|ynys mon)\M'
    then 'wales welsh'
  when catalogue_fold(place) ~ '\m(northern ireland|antrim|armagh|belfast|county down|derry|fermanagh|londonderry|tyrone|ulster)\M'
    then 'northern ireland irish'
  when catalogue_fold(place) ~ '\m(england|bedfordshire|berkshire|birmingham|bristol|buckinghamshire|cambridgeshire|cheshire|cleveland|cornwall|cumberland|cumbria|derbyshire|devon|dorset|durham|essex|gloucestershire|hampshire|herefordshire|hertfordshire|humberside|huntingdonshire|isle of wight|kent|lancashire|leeds|leicestershire|lincolnshire|liverpool|london|manchester|merseyside|middlesex|norfolk|northamptonshire|northumberland|northumbria|nottinghamshire|oxfordshire|rutland|sheffield|shropshire|somerset|staffordshire|suffolk|surrey|sussex|tyne and wear|warwickshire|west midlands|westmorland|wiltshire|worcestershire|yorkshire)\M'
    then 'england english'
end;

-- What else people call a standard, folded. The first word is also what catalogue_registry_key puts before an id without letters.
create function catalogue_standard_names(standard text) returns text
language sql
immutable
parallel safe
return case
  when catalogue_fold(standard) ~ 'woodland carbon|\mwcc\M' then 'wcc uk woodland carbon code'
  when catalogue_fold(standard) ~ 'peatland|\mpc\M' then 'pc peatland code'
  when catalogue_fold(standard) ~ '\mvcs\M|verra|verified carbon standard' then 'vcs verra verified carbon standard vcu'
  when catalogue_fold(standard) ~ '\m(gold|gs|gsf|gs4gg)\M' then 'gs gold standard ver'
  when catalogue_fold(standard) ~ 'american carbon registry|\macr\M' then 'acr american carbon registry'
  when catalogue_fold(standard) ~ 'climate action reserve|\m(car|the reserve)\M' then 'car climate action reserve crt'
  when catalogue_fold(standard) ~ 'puro' then 'puro puro.earth corc'
  when catalogue_fold(standard) ~ '\m(art|trees|fcpf|architecture for redd|forest carbon partnership)\M' then 'art trees'
  when catalogue_fold(standard) ~ 'cercarbono|ecoregistry|\mcdc\M' then 'cdc cercarbono ecoregistry'
  when catalogue_fold(standard) ~ '\m(cdm|unfccc|clean development mechanism)\M' then 'cdm clean development mechanism'
end;

-- An id in one spelling: in capitals, without zeros before its first number, and without separators, except that those between two
-- numbers become one hyphen. So "vcs-0913" is VCS913, and 57-12 is not 5712. An id of separators alone stays as it is. A test compares
-- this function with `spelledId` (shared/lib/registries/listed-projects.ts).
create function catalogue_spelled_id(id text) returns text
language sql
immutable
parallel safe
return coalesce(
  nullif(
    regexp_replace(
      regexp_replace(
        regexp_replace(upper(id collate "C"), '[\u0001-/:-@[-`{-\u00bf\u2000-\u206f\u2212\u3000\ufeff]+', '-', 'g'),
        '(?<![0-9])-|-(?![0-9])', '', 'g'
      ),
      '^([^0-9]*)0+(?=[0-9])', '\1'
    ),
    ''
  ),
  id
);

-- What identifies a project: its id in one spelling. An id without letters begins with those of its registry or, where this file does
-- not know them, with the name of the standard: 1764 of Verra is VCS1764, "GS 913" is GS913, and 12 of Plan Vivo is PLANVIVO12.
create function catalogue_registry_key(external_id text, standard text) returns text
language sql
immutable
parallel safe
return case
  when catalogue_spelled_id(external_id) !~ '^[0-9-]+$' then catalogue_spelled_id(external_id)
  else coalesce(upper((regexp_match(catalogue_standard_names(standard), '^\S+'))[1]), catalogue_spelled_id(standard))
    || catalogue_spelled_id(external_id)
end;

-- The names of the labels that units on sale have. A label is of all units, or of those from a first to a last vintage: then it
-- counts if one of these vintages is on sale, and never where the vintage of the units is not stated.
create function catalogue_sold_labels(labels jsonb, vintage_start integer, vintage_end integer) returns text[]
language sql
immutable
parallel safe
return (
  select coalesce(array_agg(distinct item ->> 'label'), '{}')
  from jsonb_array_elements(labels) as item
  where item ->> 'vintageStart' is null
    or ((item ->> 'vintageStart')::integer <= coalesce(vintage_end, vintage_start)
      and (item ->> 'vintageEnd')::integer >= coalesce(vintage_start, vintage_end))
);
