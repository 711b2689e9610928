/** Photos are drawings of houses in different light, stored like any photo. */
import sharp from 'sharp';
import type { Services } from '../../server/services.server.ts';
import type { AsOwner } from '../../server/session/with-user.server.ts';
import sheet from '../../web/ui/brand/houses.svg?raw';
import { pickHouse } from '../../web/ui/brand/pick-house.ts';
import { callerId } from '../file/store.server.ts';
import { storeUpload } from '../file/upload.server.ts';
import type { Portfolio } from './portfolio.ts';

/** Number of properties with photos. Other properties show the placeholder. */
const PHOTOS = 8;
const [WIDTH, HEIGHT] = [960, 540];

/** Colours that `houses.svg` takes from the page. */
type Light = Record<'sky' | 'wall' | 'stone' | 'brick' | 'roof' | 'line' | 'glass' | 'leaf' | 'door' | 'blue', string>;
const NOON: Light = {
  sky: '#cfe3f1',
  wall: '#efe7d6',
  stone: '#ddd0b8',
  brick: '#c07a5e',
  roof: '#7d7872',
  line: '#55504b',
  glass: '#eef6fb',
  leaf: '#8fae76',
  door: '#96452f',
  blue: '#294875',
};
const LIGHTS: readonly Light[] = [
  NOON,
  { ...NOON, sky: '#f4dcc4', brick: '#b9694e', wall: '#f3e0c3', glass: '#fdeec4', leaf: '#a5a45f', blue: '#3f5a3c' },
  { ...NOON, sky: '#dfe1e0', brick: '#a8705f', wall: '#e4e0d6', roof: '#6d6f72', leaf: '#7f9a80', door: '#2f5d62' },
];

/** Returns the urls of stored photos by index of the property. A photo may be cleared until a property uses it. */
export async function savePictures(
  services: Services,
  asOwner: AsOwner,
  { properties }: Pick<Portfolio, 'properties'>,
): Promise<Map<number, string>> {
  const owner = await asOwner(callerId);
  const uploads = properties.slice(0, PHOTOS).map(async ({ address, propertyType }, index) => {
    const light = LIGHTS[index % LIGHTS.length] ?? NOON;
    const bytes = await draw(pickHouse(propertyType, address), light);
    const file = { owner, bucket: 'property_images', name: `${address}.png`, bytes } as const;
    return [index, (await storeUpload(services, asOwner, file)).url] as const;
  });
  return new Map(await Promise.all(uploads));
}

function draw(house: string, light: Light): Promise<Buffer> {
  const coloured = sheet
    .replace(/var\(--ill-(\w+)\)/g, (_, name: keyof Light) => light[name])
    .replace(/var\(--\w+,([\d.]+)\)/g, '$1');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="${WIDTH}" height="${HEIGHT}">
    <rect width="320" height="180" fill="${light.sky}"/>${coloured.replace(/<\/?svg[^>]*>/g, '')}<use href="#${house}"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
