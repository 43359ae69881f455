import './look/page.css';
import './look/appearance';
import { createRoot } from 'react-dom/client';
import { Root } from './root';
import { session } from './session/session';

// A newer page has taken the place of the one that this tab began with, and its parts are gone.
addEventListener('vite:preloadError', () => location.reload());

void session.open();
createRoot(document.getElementById('root') as HTMLElement).render(<Root />);
