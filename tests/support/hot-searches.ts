/** Searches of /projects on a catalogue of `manyProjects`, as query strings. */
export const hotSearches = [
  ...['', 'page=20', 'sort=price', 'sort=price-desc&page=9', 'sort=available', 'sort=available-desc', 'sort=impact', 'sort=impact-desc'],
  ...['sort=name', 'sort=name-desc', 'category=Biochar&sort=price', 'type=Cookstoves', 'standard=Isometric&country=GB', 'country=KE'],
  ...['status=Sold+out', 'status=Not+yet+on+sale', 'min=20&max=25&sort=impact-desc', 'impact=10000&status=On+sale&sort=available'],
  ...['q=quinpura', 'q=mangrove', 'q=forest&sort=price', 'q=stove', 'q=invented', 'q=mangorve', 'q=mangrove+zanton&country=KE'],
];
