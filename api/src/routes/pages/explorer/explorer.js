// Tells OpenAPI Explorer which server to ask, the one that the page comes from, and its colors.
const page = document.querySelector("openapi-explorer");
page.setAttribute("server-url", new URL("..", location).href);

const dark = matchMedia("(prefers-color-scheme: dark)");
const colors = {
  "bg-color": ["#ffffff", "#1c1d21"],
  "text-color": ["#333333", "#d8d8dc"],
  "nav-bg-color": ["#f3f4f6", "#24262b"],
  "nav-text-color": ["#333333", "#d0d0d4"],
  "nav-hover-bg-color": ["#e2e5ea", "#34373e"],
  "nav-hover-text-color": ["#111111", "#ffffff"],
  "primary-color": ["#2f6690", "#7fb5de"],
  "secondary-color": ["#2f6690", "#7fb5de"],
};
const paint = () =>
  Object.entries(colors).forEach(([name, both]) => page.setAttribute(name, both[+dark.matches]));
dark.addEventListener("change", paint);
paint();
