/** The table of screens: address, title, who may open it, and the file it lies in. Each is loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type RoutePaths } from '@tanstack/react-router';
import { PropertyListSearch } from '../features/property/list-search.ts';
import { signedIn, subscribed } from './guard.client.ts';
import { Loading } from './Loading.tsx';
import { NotFound } from './NotFound.tsx';
import { type AppPath, type IsTrue, type SameWords } from './paths.ts';
import { Root } from './Root.tsx';
import { ScreenError } from './ScreenError.tsx';
import { Shell } from './Shell.tsx';
import { parseSearch, writeSearch } from './search.ts';

