// Shows the contract. The address is ours, so the page works without a network and under the strict policy.
const place = document.getElementById("reference");

window.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.contract,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  // The hub asks nobody outside whether the file is valid.
  validatorUrl: null,
});
