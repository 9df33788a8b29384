/** Cities that are found by name without a network: capitals and the largest ones. Names are English; countries are told in the page's language. */
import type { Locale } from '../i18n/locales';
import type { Place } from './place';

type CityRow = readonly [name: string, country: string, lat: number, lng: number];

const CITIES: readonly CityRow[] = [
  ['Abu Dhabi', 'AE', 24.4539, 54.3773],
  ['Abuja', 'NG', 9.0765, 7.3986],
  ['Accra', 'GH', 5.6037, -0.187],
  ['Addis Ababa', 'ET', 9.03, 38.74],
  ['Algiers', 'DZ', 36.7538, 3.0588],
  ['Almaty', 'KZ', 43.222, 76.8512],
  ['Amman', 'JO', 31.9539, 35.9106],
  ['Amsterdam', 'NL', 52.3676, 4.9041],
  ['Ankara', 'TR', 39.9334, 32.8597],
  ['Athens', 'GR', 37.9838, 23.7275],
  ['Auckland', 'NZ', -36.8485, 174.7633],
  ['Baghdad', 'IQ', 33.3152, 44.3661],
  ['Bangkok', 'TH', 13.7563, 100.5018],
  ['Barcelona', 'ES', 41.3851, 2.1734],
  ['Beijing', 'CN', 39.9042, 116.4074],
  ['Belgrade', 'RS', 44.7866, 20.4489],
  ['Berlin', 'DE', 52.52, 13.405],
  ['Bern', 'CH', 46.948, 7.4474],
  ['Bogota', 'CO', 4.711, -74.0721],
  ['Brasilia', 'BR', -15.7939, -47.8828],
  ['Brussels', 'BE', 50.8503, 4.3517],
  ['Bucharest', 'RO', 44.4268, 26.1025],
  ['Budapest', 'HU', 47.4979, 19.0402],
  ['Buenos Aires', 'AR', -34.6037, -58.3816],
  ['Busan', 'KR', 35.1796, 129.0756],
  ['Cairo', 'EG', 30.0444, 31.2357],
  ['Canberra', 'AU', -35.2809, 149.13],
  ['Cape Town', 'ZA', -33.9249, 18.4241],
  ['Caracas', 'VE', 10.4806, -66.9036],
  ['Casablanca', 'MA', 33.5731, -7.5898],
  ['Chengdu', 'CN', 30.5728, 104.0668],
  ['Chicago', 'US', 41.8781, -87.6298],
  ['Chongqing', 'CN', 29.563, 106.5516],
  ['Colombo', 'LK', 6.9271, 79.8612],
  ['Copenhagen', 'DK', 55.6761, 12.5683],
  ['Da Nang', 'VN', 16.0544, 108.2022],
  ['Dakar', 'SN', 14.7167, -17.4677],
  ['Dar es Salaam', 'TZ', -6.7924, 39.2083],
  ['Delhi', 'IN', 28.6139, 77.209],
  ['Dhaka', 'BD', 23.8103, 90.4125],
  ['Doha', 'QA', 25.2854, 51.531],
  ['Dubai', 'AE', 25.2048, 55.2708],
  ['Dublin', 'IE', 53.3498, -6.2603],
  ['Frankfurt', 'DE', 50.1109, 8.6821],
  ['Guangzhou', 'CN', 23.1291, 113.2644],
  ['Hamburg', 'DE', 53.5511, 9.9937],
  ['Hangzhou', 'CN', 30.2741, 120.1551],
  ['Hanoi', 'VN', 21.0278, 105.8342],
  ['Helsinki', 'FI', 60.1699, 24.9384],
  ['Ho Chi Minh City', 'VN', 10.8231, 106.6297],
  ['Hong Kong', 'HK', 22.3193, 114.1694],
  ['Islamabad', 'PK', 33.6844, 73.0479],
  ['Istanbul', 'TR', 41.0082, 28.9784],
  ['Jakarta', 'ID', -6.2088, 106.8456],
  ['Jerusalem', 'IL', 31.7683, 35.2137],
  ['Johannesburg', 'ZA', -26.2041, 28.0473],
  ['Kathmandu', 'NP', 27.7172, 85.324],
  ['Kinshasa', 'CD', -4.4419, 15.2663],
  ['Kuala Lumpur', 'MY', 3.139, 101.6869],
  ['Kuwait City', 'KW', 29.3759, 47.9774],
  ['Kyiv', 'UA', 50.4501, 30.5234],
  ['Kyoto', 'JP', 35.0116, 135.7681],
  ['Lagos', 'NG', 6.5244, 3.3792],
  ['Lima', 'PE', -12.0464, -77.0428],
  ['Lisbon', 'PT', 38.7223, -9.1393],
  ['London', 'GB', 51.5072, -0.1276],
  ['Los Angeles', 'US', 34.0522, -118.2437],
  ['Luanda', 'AO', -8.839, 13.2894],
  ['Luxembourg', 'LU', 49.6116, 6.1319],
  ['Lyon', 'FR', 45.764, 4.8357],
  ['Macao', 'MO', 22.1987, 113.5439],
  ['Madrid', 'ES', 40.4168, -3.7038],
  ['Manila', 'PH', 14.5995, 120.9842],
  ['Marseille', 'FR', 43.2965, 5.3698],
  ['Melbourne', 'AU', -37.8136, 144.9631],
  ['Mexico City', 'MX', 19.4326, -99.1332],
  ['Miami', 'US', 25.7617, -80.1918],
  ['Milan', 'IT', 45.4642, 9.19],
  ['Montevideo', 'UY', -34.9011, -56.1645],
  ['Montreal', 'CA', 45.5017, -73.5673],
  ['Moscow', 'RU', 55.7558, 37.6173],
  ['Mumbai', 'IN', 19.076, 72.8777],
  ['Munich', 'DE', 48.1351, 11.582],
  ['Nairobi', 'KE', -1.2921, 36.8219],
  ['Nanjing', 'CN', 32.0603, 118.7969],
  ['New York', 'US', 40.7128, -74.006],
  ['Osaka', 'JP', 34.6937, 135.5023],
  ['Oslo', 'NO', 59.9139, 10.7522],
  ['Ottawa', 'CA', 45.4215, -75.6972],
  ['Paris', 'FR', 48.8566, 2.3522],
  ['Phnom Penh', 'KH', 11.5564, 104.9282],
  ['Prague', 'CZ', 50.0755, 14.4378],
  ['Quito', 'EC', -0.1807, -78.4678],
  ['Rabat', 'MA', 34.0209, -6.8416],
  ['Riga', 'LV', 56.9496, 24.1052],
  ['Rio de Janeiro', 'BR', -22.9068, -43.1729],
  ['Riyadh', 'SA', 24.7136, 46.6753],
  ['Rome', 'IT', 41.9028, 12.4964],
  ['San Francisco', 'US', 37.7749, -122.4194],
  ['Santiago', 'CL', -33.4489, -70.6693],
  ['Sao Paulo', 'BR', -23.5558, -46.6396],
  ['Sapporo', 'JP', 43.0618, 141.3545],
  ['Seoul', 'KR', 37.5665, 126.978],
  ['Shanghai', 'CN', 31.2304, 121.4737],
  ['Shenzhen', 'CN', 22.5431, 114.0579],
  ['Singapore', 'SG', 1.3521, 103.8198],
  ['Sofia', 'BG', 42.6977, 23.3219],
  ['Stockholm', 'SE', 59.3293, 18.0686],
  ['Sydney', 'AU', -33.8688, 151.2093],
  ['Taipei', 'TW', 25.033, 121.5654],
  ['Tallinn', 'EE', 59.437, 24.7536],
  ['Tashkent', 'UZ', 41.2995, 69.2401],
  ['Tbilisi', 'GE', 41.7151, 44.8271],
  ['Tehran', 'IR', 35.6892, 51.389],
  ['Tokyo', 'JP', 35.6762, 139.6503],
  ['Toronto', 'CA', 43.6532, -79.3832],
  ['Tunis', 'TN', 36.8065, 10.1815],
  ['Ulaanbaatar', 'MN', 47.8864, 106.9057],
  ['Vancouver', 'CA', 49.2827, -123.1207],
  ['Vienna', 'AT', 48.2082, 16.3738],
  ['Vientiane', 'LA', 17.9757, 102.6331],
  ['Vilnius', 'LT', 54.6872, 25.2797],
  ['Warsaw', 'PL', 52.2297, 21.0122],
  ['Washington', 'US', 38.9072, -77.0369],
  ['Wellington', 'NZ', -41.2865, 174.7762],
  ['Wuhan', 'CN', 30.5928, 114.3055],
  ['Xi’an', 'CN', 34.3416, 108.9398],
  ['Yangon', 'MM', 16.8409, 96.1735],
  ['Zagreb', 'HR', 45.815, 15.9819],
  ['Zurich', 'CH', 47.3769, 8.5417],
];

export interface City extends Place {
  name: string;
  /** In the language of the page. */
  country: string;
}

const MAX_FOUND = 6;

/** Without marks and case: `São` is `sao`. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase().trim();
}

/** Finds cities whose name or country begins with the text, or has a word that does; names first. */
export function citiesNamed(text: string, locale: Locale): City[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const begins = (name: string) => folded(name).startsWith(wanted) || folded(name).includes(` ${wanted}`);
  const all = CITIES.map(([name, code, lat, lng]): City => ({ name, country: countries.of(code) ?? code, lat, lng }));
  const named = all.filter(({ name }) => begins(name));
  const inCountry = all.filter(({ name, country }) => !begins(name) && begins(country));
  return [...named, ...inCountry].slice(0, MAX_FOUND);
}
