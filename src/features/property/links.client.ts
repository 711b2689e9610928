export { LinkBack, LinkButton } from '../../web/links.client.ts';
