export const name = 'health';
export const path = '/v1/health';

export function bare(app) {
  app.get(path, (_request, response) => {
    response.json({ status: 'ok' });
  });
}
