-- Searching by what people call a thing: registry ids, countries and their other names, the nations of the United Kingdom,
-- the short names of standards. And orders in which titles sort by their first letter or digit, and projects without a
-- price come last.

-- As before, and letters that do not take an accent apart (Łódź, Tromsø, Straße); typographic quotes separate words.
create or replace function catalogue_fold(words text) returns text
language sql
immutable
parallel safe
strict
return replace(replace(replace(
  translate(lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g')), 'łøđðħı“”„‘’«»‹›', 'loddhi         '),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

-- Names of a country by its ISO 3166-1 alpha-2 code, in English, folded: current, former and common ones.
create function catalogue_country_names(country text) returns text
language sql
immutable
parallel safe
return '{
    "AF": "afghanistan",
    "AL": "albania",
    "DZ": "algeria",
    "AS": "american samoa",
    "AD": "andorra",
    "AO": "angola",
    "AI": "anguilla",
    "AQ": "antarctica",
    "AG": "antigua barbuda",
    "AR": "argentina",
    "AM": "armenia",
    "AW": "aruba",
    "AU": "australia",
    "AT": "austria",
    "AZ": "azerbaijan",
    "BS": "bahamas",
    "BH": "bahrain",
    "BD": "bangladesh",
    "BB": "barbados",
    "BY": "belarus",
    "BE": "belgium",
    "BZ": "belize",
    "BJ": "benin",
    "BM": "bermuda",
    "BT": "bhutan",
    "BO": "bolivia",
    "BA": "bosnia herzegovina",
    "BW": "botswana",
    "BV": "bouvet island",
    "BR": "brazil",
    "IO": "british indian ocean territory",
    "BN": "brunei darussalam",
    "BG": "bulgaria",
    "BF": "burkina faso",
    "BI": "burundi",
    "KH": "cambodia kampuchea",
    "CM": "cameroon",
    "CA": "canada",
    "CV": "cape verde",
    "KY": "cayman islands",
    "CF": "central african republic",
    "TD": "chad",
    "CL": "chile",
    "CN": "china",
    "CX": "christmas island",
    "CC": "cocos keeling islands",
    "CO": "colombia",
    "KM": "comoros",
    "CG": "congo brazzaville",
    "CD": "congo kinshasa drc zaire",
    "CK": "cook islands",
    "CR": "costa rica",
    "CI": "cote ivoire ivory coast",
    "HR": "croatia",
    "CU": "cuba",
    "CY": "cyprus",
    "CZ": "czech czechia",
    "DK": "denmark",
    "DJ": "djibouti",
    "DM": "dominica",
    "DO": "dominican republic",
    "EC": "ecuador",
    "EG": "egypt",
    "SV": "el salvador",
    "GQ": "equatorial guinea",
    "ER": "eritrea",
    "EE": "estonia",
    "ET": "ethiopia",
    "FK": "falkland islands malvinas",
    "FO": "faroe islands",
    "FJ": "fiji",
    "FI": "finland",
    "FR": "france",
    "GF": "french guiana",
    "PF": "french polynesia",
    "TF": "french southern territories",
    "GA": "gabon",
    "GM": "gambia",
    "GE": "georgia",
    "DE": "germany",
    "GH": "ghana",
    "GI": "gibraltar",
    "GR": "greece",
    "GL": "greenland",
    "GD": "grenada",
    "GP": "guadeloupe",
    "GU": "guam",
    "GT": "guatemala",
    "GN": "guinea",
    "GW": "guinea bissau",
    "GY": "guyana",
    "HT": "haiti",
    "HM": "heard island mcdonald islands",
    "VA": "holy see vatican city",
    "HN": "honduras",
    "HK": "hong kong",
    "HU": "hungary",
    "IS": "iceland",
    "IN": "india",
    "ID": "indonesia",
    "IR": "iran",
    "IQ": "iraq",
    "IE": "ireland",
    "IL": "israel",
    "IT": "italy",
    "JM": "jamaica",
    "JP": "japan",
    "JO": "jordan",
    "KZ": "kazakhstan",
    "KE": "kenya",
    "KI": "kiribati",
    "KP": "north korea",
    "KR": "south korea",
    "KW": "kuwait",
    "KG": "kyrgyzstan",
    "LA": "lao laos",
    "LV": "latvia",
    "LB": "lebanon",
    "LS": "lesotho",
    "LR": "liberia",
    "LY": "libya",
    "LI": "liechtenstein",
    "LT": "lithuania",
    "LU": "luxembourg",
    "MO": "macao macau",
    "MG": "madagascar",
    "MW": "malawi",
    "MY": "malaysia",
    "MV": "maldives",
    "ML": "mali",
    "MT": "malta",
    "MH": "marshall islands",
    "MQ": "martinique",
    "MR": "mauritania",
    "MU": "mauritius",
    "YT": "mayotte",
    "MX": "mexico",
    "FM": "micronesia",
    "MD": "moldova",
    "MC": "monaco",
    "MN": "mongolia",
    "MS": "montserrat",
    "MA": "morocco",
    "MZ": "mozambique",
    "MM": "myanmar burma",
    "NA": "namibia",
    "NR": "nauru",
    "NP": "nepal",
    "NL": "netherlands holland",
    "NC": "new caledonia",
    "NZ": "new zealand",
    "NI": "nicaragua",
    "NE": "niger",
    "NG": "nigeria",
    "NU": "niue",
    "NF": "norfolk island",
    "MK": "north macedonia",
    "MP": "northern mariana islands",
    "NO": "norway",
    "OM": "oman",
    "PK": "pakistan",
    "PW": "palau",
    "PS": "palestine palestinian territories",
    "PA": "panama",
    "PG": "papua new guinea",
    "PY": "paraguay",
    "PE": "peru",
    "PH": "philippines",
    "PN": "pitcairn islands",
    "PL": "poland",
    "PT": "portugal",
    "PR": "puerto rico",
    "QA": "qatar",
    "RE": "reunion",
    "RO": "romania",
    "RU": "russian federation russia",
    "RW": "rwanda",
    "SH": "saint helena st",
    "KN": "saint kitts nevis st",
    "LC": "saint lucia st",
    "PM": "saint pierre miquelon st",
    "VC": "saint vincent grenadines st",
    "WS": "samoa",
    "SM": "san marino",
    "ST": "sao tome principe",
    "SA": "saudi arabia",
    "SN": "senegal",
    "SC": "seychelles",
    "SL": "sierra leone",
    "SG": "singapore",
    "SK": "slovakia",
    "SI": "slovenia",
    "SB": "solomon islands",
    "SO": "somalia",
    "ZA": "south africa",
    "GS": "south georgia sandwich islands",
    "ES": "spain",
    "LK": "sri lanka ceylon",
    "SD": "sudan",
    "SR": "suriname",
    "SJ": "svalbard jan mayen",
    "SZ": "eswatini swaziland",
    "SE": "sweden",
    "CH": "switzerland",
    "SY": "syrian arab syria",
    "TW": "taiwan",
    "TJ": "tajikistan",
    "TZ": "united tanzania",
    "TH": "thailand",
    "TL": "timor leste east",
    "TG": "togo",
    "TK": "tokelau",
    "TO": "tonga",
    "TT": "trinidad tobago",
    "TN": "tunisia",
    "TR": "turkiye turkey",
    "TM": "turkmenistan",
    "TC": "turks caicos islands",
    "TV": "tuvalu",
    "UG": "uganda",
    "UA": "ukraine",
    "AE": "united arab emirates uae",
    "GB": "united kingdom uk great britain",
    "US": "united states america usa u a us",
    "UM": "united minor outlying islands us",
    "UY": "uruguay",
    "UZ": "uzbekistan",
    "VU": "vanuatu",
    "VE": "venezuela",
    "VN": "vietnam",
    "VG": "virgin islands british",
    "VI": "virgin islands u us",
    "WF": "wallis futuna",
    "EH": "western sahara",
    "YE": "yemen",
    "ZM": "zambia",
    "ZW": "zimbabwe",
    "AX": "aland islands",
    "BQ": "bonaire sint eustatius saba caribbean netherlands",
    "CW": "curacao",
    "GG": "guernsey",
    "IM": "isle man",
    "JE": "jersey",
    "ME": "montenegro",
    "BL": "saint barthelemy st",
    "MF": "saint martin french st",
    "RS": "serbia",
    "SX": "sint maarten dutch",
    "SS": "south sudan",
    "XK": "kosovo"
  }'::jsonb ->> country;

-- The nation of the United Kingdom that a place lies in, by the nation's own name or by its county or council area.
create function catalogue_nation(country text, place text) returns text
language sql
immutable
parallel safe
return case
  when country is distinct from 'GB' then null
  when catalogue_fold(place) ~ '\m(scotland|aberdeen|aberdeenshire|angus|argyll|ayrshire|caithness|clackmannanshire|dumfries|dunbartonshire|dundee|east lothian|edinburgh|eilean siar|falkirk|fife|galloway|glasgow|hebrides|highlands?|inverclyde|inverness|kincardineshire|lanarkshire|lothian|midlothian|moray|nairn|orkney|perth|perthshire|renfrewshire|ross and cromarty|scottish borders|shetland|skye|stirling|stirlingshire|strathclyde|sutherland|tayside|west lothian)\M'
    then 'scotland scottish'
  when catalogue_fold(place) ~ '\m(wales|anglesey|blaenau gwent|brecknockshire|bridgend|caerphilly|cardiff|cardiganshire|carmarthenshire|ceredigion|clwyd|conwy|denbighshire|dyfed|flintshire|glamorgan|gwent|gwynedd|merthyr tydfil|monmouthshire|montgomeryshire|neath|newport|pembrokeshire|powys|radnorshire|rhondda|swansea|torfaen|wrexham|ynys mon)\M'
    then 'wales welsh'
  when catalogue_fold(place) ~ '\m(northern ireland|antrim|armagh|belfast|county down|derry|fermanagh|londonderry|tyrone|ulster)\M'
    then 'northern ireland irish'
  when catalogue_fold(place) ~ '\m(england|bedfordshire|berkshire|birmingham|bristol|buckinghamshire|cambridgeshire|cheshire|cleveland|cornwall|cumberland|cumbria|derbyshire|devon|dorset|durham|essex|gloucestershire|hampshire|herefordshire|hertfordshire|humberside|huntingdonshire|isle of wight|kent|lancashire|leeds|leicestershire|lincolnshire|liverpool|london|manchester|merseyside|middlesex|norfolk|northamptonshire|northumberland|northumbria|nottinghamshire|oxfordshire|rutland|sheffield|shropshire|somerset|staffordshire|suffolk|surrey|sussex|tyne and wear|warwickshire|west midlands|westmorland|wiltshire|worcestershire|yorkshire)\M'
    then 'england english'
end;

-- What else people call a standard, folded.
create function catalogue_standard_names(standard text) returns text
language sql
immutable
parallel safe
return case
  when catalogue_fold(standard) ~ 'woodland carbon' then 'wcc uk woodland carbon code'
  when catalogue_fold(standard) ~ 'peatland' then 'pc peatland code'
  when catalogue_fold(standard) ~ '\mvcs\M|verra|verified carbon standard' then 'vcs verra verified carbon standard vcu'
  when catalogue_fold(standard) ~ 'gold standard|\mgs\M' then 'gs gold standard ver'
  when catalogue_fold(standard) ~ 'american carbon registry|\macr\M' then 'acr american carbon registry'
  when catalogue_fold(standard) ~ 'climate action reserve|\mcar\M' then 'car climate action reserve crt'
  when catalogue_fold(standard) ~ 'puro' then 'puro puro.earth corc'
  when catalogue_fold(standard) ~ '\mart\M|trees' then 'art trees'
end;

-- A registry's id of a project in one spelling: letters and digits alone, in capitals, with the registry's letters where the
-- id is a number: 1764 of Verra is VCS1764, "GS 913" is GS913.
create function catalogue_registry_key(external_id text, standard text) returns text
language sql
immutable
parallel safe
return case
  when external_id !~ '^[0-9]+$' then nullif(upper(regexp_replace(external_id, '[^A-Za-z0-9]', '', 'g')), '')
  else coalesce(upper((regexp_match(catalogue_standard_names(standard), '^\S+'))[1]), '') || external_id
end;

drop index carbon_projects_facets;
alter table carbon_projects
  drop column search_vector,
  drop column search_words;
alter table carbon_projects
  add column search_vector tsvector not null generated always as (
    setweight(to_tsvector('simple', catalogue_fold(title)), 'A')
    || setweight(to_tsvector('english', catalogue_fold(title)), 'A')
    || setweight(to_tsvector('simple', catalogue_fold(
      category || ' ' || coalesce(project_type, '') || ' ' || verification_standard || ' ' || location
      || ' ' || coalesce(catalogue_standard_names(verification_standard), '')
      || ' ' || coalesce(catalogue_country_names(country), '')
      || ' ' || coalesce(catalogue_nation(country, location), '')
      || ' ' || coalesce(external_id, '') || ' ' || coalesce(catalogue_registry_key(external_id, verification_standard), '')
      || ' ' || case units_status when 'expected' then 'expected ex ante piu pending' when 'issued' then 'issued ex post' else '' end
      || ' ' || coalesce(developer, '') || ' ' || coalesce(methodology, '') || ' ' || coalesce(unit_type, '')
    )), 'B')
    || setweight(to_tsvector('english', catalogue_fold(
      category || ' ' || coalesce(project_type, '') || ' ' || location || ' ' || coalesce(unit_type, '')
    )), 'B')
    || setweight(to_tsvector('simple', catalogue_fold(description || ' ' || coalesce(monitoring, ''))), 'D')
    || setweight(to_tsvector('english', catalogue_fold(description || ' ' || coalesce(monitoring, ''))), 'D')
  ) stored,
  add column search_words text not null generated always as (
    catalogue_fold(
      title || ' ' || category || ' ' || coalesce(project_type, '') || ' ' || verification_standard || ' ' || location
      || ' ' || coalesce(developer, '')
      || ' ' || coalesce(catalogue_country_names(country), '')
      || ' ' || coalesce(catalogue_nation(country, location), '')
    )
  ) stored,
  add column registry_key text generated always as (catalogue_registry_key(external_id, verification_standard)) stored,
  add column title_order text not null generated always as (
    regexp_replace(catalogue_fold(title), '^[^[:alnum:]]+', '')
  ) stored,
  add column has_price boolean not null generated always as (price_per_credit > 0 or status = 'on sale') stored;

-- Generated columns follow from the others, and are not computed yet before an update: they say nothing of a change.
create or replace function carbon_projects_set_updated_at() returns trigger
language plpgsql
as $$
declare
  compared carbon_projects = new;
begin
  compared.search_vector = old.search_vector;
  compared.search_words = old.search_words;
  compared.registry_key = old.registry_key;
  compared.title_order = old.title_order;
  compared.has_price = old.has_price;
  if compared is distinct from old then
    new.updated_at = now();
  end if;
  return new;
end;
$$;

create index carbon_projects_search_vector
  on carbon_projects using gin (search_vector);
create index carbon_projects_search_words
  on carbon_projects using gin (search_words gin_trgm_ops);
create index carbon_projects_by_registry_key
  on carbon_projects (registry_key);

-- The orders of the list, each in one direction, so that a page after a given project is one range of an index.
drop index
  carbon_projects_by_price,
  carbon_projects_by_title,
  carbon_projects_by_list_order,
  carbon_projects_list_order,
  carbon_projects_places;
create index carbon_projects_by_price
  on carbon_projects ((not has_price), price_per_credit, id);
create index carbon_projects_by_price_desc
  on carbon_projects (has_price, price_per_credit, id);
create index carbon_projects_by_title
  on carbon_projects (title_order, id);
create index carbon_projects_by_list_order
  on carbon_projects ((not featured), title_order, id);
create index carbon_projects_list_order
  on carbon_projects (featured desc, title_order, id);
create index carbon_projects_places
  on carbon_projects (featured desc, title_order, id)
  where latitude is not null;

-- All that is counted beside the filters, so that counting reads this and never the wide rows.
create index carbon_projects_facets
  on carbon_projects (
    category, project_type, verification_standard, country, status, units_status, unit_type, vintage_start, vintage_end,
    available_credits, price_per_credit, has_price, impact_per_year
  );

comment on column carbon_projects.search_vector is
  'For full-text search: every word as written and as an English stem, folded; title A, facts and their other names B, description and monitoring D.';
comment on column carbon_projects.search_words is
  'For mistyped searches (pg_trgm): title, facts, country and nation, folded.';
comment on column carbon_projects.registry_key is
  'The registry''s id in one spelling, such as VCS1764. Null: the project has no external id.';
comment on column carbon_projects.title_order is
  'The title as lists sort it: folded, from its first letter or digit.';
comment on column carbon_projects.has_price is
  'Whether price_per_credit is a price. A project that is not yet on sale may have 0: no price yet.';
