-- Finding projects: searching by whatever people call a thing, the orders and filters of lists, and correcting mistyped words.
-- pg_trgm is a trusted extension: creating it needs the right CREATE on the database, not a superuser.

create extension if not exists pg_trgm;

-- Text as it is compared: folded, that is without case and accents, so that "ty coch" finds "Tŷ-coch". Letters that do not take
-- an accent apart are replaced (Łódź, Tromsø, Straße), and typographic quotes separate words.
create function catalogue_fold(words text) returns text
language sql
immutable
parallel safe
strict
return replace(replace(replace(
  translate(lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g')), 'łøđðħı“”„‘’«»‹›', 'loddhi         '),
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
    "UG": "uganda", "UM": "united minor outlying islands us", "US": "united states america usa u a us", "UY": "uruguay",
    "UZ": "uzbekistan", "VA": "holy see vatican city", "VC": "saint vincent grenadines st", "VE": "venezuela",
    "VG": "virgin islands british", "VI": "virgin islands u us", "VN": "vietnam", "VU": "vanuatu", "WF": "wallis futuna",
    "WS": "samoa", "XK": "kosovo", "YE": "yemen", "YT": "mayotte", "ZA": "south africa", "ZM": "zambia", "ZW": "zimbabwe"
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

-- The labels that units on sale have: those of all units, and those whose vintages are among the vintages on sale. A label of
-- certain vintages says nothing about units whose vintage is not stated.
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
  add column title_order text not null generated always as (regexp_replace(catalogue_fold(title), '^[^[:alnum:]]+', '')) stored,
  add column sold_labels text[] not null generated always as (catalogue_sold_labels(labels, vintage_start, vintage_end)) stored;

comment on column carbon_projects.search_vector is
  'For full-text search: every word as written and as an English stem, folded; title A, facts and their other names B, description and monitoring D.';
comment on column carbon_projects.search_words is
  'Title, facts, country and nation, folded. The words that a mistyped search may have meant are collected from it, and similar projects are sorted by it.';
comment on column carbon_projects.registry_key is
  'The registry''s id in one spelling, such as VCS1764. Null: the project has no external id.';
comment on column carbon_projects.title_order is 'The title as lists sort it: folded, from its first letter or digit.';

comment on column carbon_projects.sold_labels is
  'The labels that units on sale have, by name: what the filter finds.';

create index carbon_projects_search_vector on carbon_projects using gin (search_vector);
create index carbon_projects_by_registry_key on carbon_projects (registry_key);

-- The orders of lists. Each is in one direction, so that a page after a given project is one range of an index, however far
-- down the list it starts. Without a sort, featured projects come first and then those that can be bought: of a registry's
-- catalogue most are not on sale. Projects without a price come last whichever way prices are sorted.
-- No key is null, because a cursor is a comparison of rows.
create index carbon_projects_list_order on carbon_projects ((not featured), (sale_status <> 'On sale'), title_order, id);
create index carbon_projects_by_title on carbon_projects (title_order, id);
create index carbon_projects_by_price on carbon_projects ((price_per_credit is null), coalesce(price_per_credit, 0), id);
create index carbon_projects_by_price_desc on carbon_projects ((price_per_credit is not null), coalesce(price_per_credit, 0), id);
create index carbon_projects_by_available on carbon_projects (coalesce(available_credits, 0), id);
create index carbon_projects_by_impact on carbon_projects (impact_per_year, id);
create index carbon_projects_featured on carbon_projects (title_order, id) where featured;
-- The places on the maps, in the order of the list; also counts them.
create index carbon_projects_places on carbon_projects ((not featured), (sale_status <> 'On sale'), title_order, id)
  where latitude is not null;

-- The filters.
create index carbon_projects_by_category on carbon_projects (category);
create index carbon_projects_by_project_type on carbon_projects (project_type);
create index carbon_projects_by_standard on carbon_projects (verification_standard);
create index carbon_projects_by_country on carbon_projects (country);
create index carbon_projects_by_sold_labels on carbon_projects using gin (sold_labels);
-- Everything that is counted beside the filters, so that counting never reads the wide rows; the id, to count projects with
-- units on the record.
create index carbon_projects_facets on carbon_projects (
  category, project_type, verification_standard, country, sale_status, units_status, unit_type, vintage_start, vintage_end,
  available_credits, price_per_credit, impact_per_year, sold_labels, id
);

-- The words of the catalogue: a mistyped word is compared with each of them, which is faster than with the text of each project.
create table catalogue_words (
  word text not null
    constraint catalogue_words_pkey primary key
    constraint catalogue_words_searchable check (word !~ '[0-9''\\]')
);

comment on table catalogue_words is
  'For mistyped searches (pg_trgm): the words that search_words of any project has or had, as search_vector has them.';

create index catalogue_words_similar on catalogue_words using gin (word gin_trgm_ops);

-- The words as search_vector has them: "puro.earth" is one. Those with digits are left out, because a similar number means
-- something else; those with a quotation mark or a backslash, so that each can stand in quotation marks in a tsquery.
create function catalogue_words_in(search_words text) returns setof text
language sql
immutable
parallel safe
as $$
  select lexeme from unnest(to_tsvector('simple', search_words)) where lexeme !~ '[0-9''\\]'
$$;

-- A word stays when the last project that has it changes or goes: it then finds nothing.
create function carbon_projects_add_words() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_words (word)
    select distinct word
    from changed
    cross join catalogue_words_in(changed.search_words) as word
    on conflict do nothing;
  else
    insert into catalogue_words (word)
    select distinct word
    from changed
    join before using (id)
    cross join catalogue_words_in(changed.search_words) as word
    where changed.search_words <> before.search_words
    on conflict do nothing;
  end if;
  return null;
end;
$$;

create trigger carbon_projects_add_inserted_words
after insert on carbon_projects
referencing new table as changed
for each statement
execute function carbon_projects_add_words();

create trigger carbon_projects_add_updated_words
after update on carbon_projects
referencing old table as before new table as changed
for each statement
execute function carbon_projects_add_words();
