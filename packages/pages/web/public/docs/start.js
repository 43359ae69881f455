const { parts } = await (await fetch('/docs/parts')).json();
const choice = document.querySelector('#part');
choice.append(...parts.map((name) => new Option(name)));
const asked = new URLSearchParams(location.search).get('part');
choice.value = parts.includes(asked) ? asked : parts[0];
choice.addEventListener('change', () => location.assign(`?part=${choice.value}`));

// `SwaggerUIBundle` is defined by the script of swagger-ui-dist, which the service sends unchanged.
SwaggerUIBundle({
  url: `/docs/parts/${choice.value}`,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
});
