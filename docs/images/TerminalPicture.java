// Draws what a program printed as a picture of a terminal, line by line as it came.
//   ./drover trial Copies.java --manifest map.yaml | java docs/images/TerminalPicture.java './drover trial …' > docs/images/trial.svg

import java.nio.charset.StandardCharsets;

static final int WIDTH = 112; // characters
static final int LINES = 44;
static final double CHARACTER = 7.3;
static final int LINE = 17;
static final int MARGIN = 16;

void main(String[] args) throws IOException {
  List<String> lines = new ArrayList<>();
  lines.add("$ " + String.join(" ", args));
  try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
    in.lines().limit(LINES).forEach(lines::add);
  }
  int width = (int) (WIDTH * CHARACTER) + 2 * MARGIN;
  int height = lines.size() * LINE + 2 * MARGIN;
  IO.println(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12">
      <style>
        text { fill: #d6deeb; white-space: pre; animation: come .2s both; }
        .command { fill: #7fdbca; font-weight: bold; } .head { fill: #c792ea; } .event { fill: #addb67; } .quiet { fill: #ecc48d; }
        @keyframes come { from { opacity: 0 } }
      </style>
      <rect width="100%%" height="100%%" rx="8" fill="#011627"/>"""
          .formatted(width, height));
  for (int i = 0; i < lines.size(); i++) {
    IO.println(
        "<text x=\"%d\" y=\"%d\" class=\"%s\" style=\"animation-delay:%.1fs\">%s</text>"
            .formatted(MARGIN, MARGIN + LINE * i + 12, look(lines.get(i)), i * 0.25, escaped(lines.get(i))));
  }
  IO.println("</svg>");
}

String look(String line) {
  if (line.startsWith("$ ")) {
    return "command";
  }
  if (line.contains("Event occurred")) {
    return "event";
  }
  return line.startsWith("---") ? "head" : line.startsWith(" ") ? "quiet" : "line";
}

String escaped(String line) {
  String cut = line.length() > WIDTH ? line.substring(0, WIDTH - 1) + "…" : line;
  return cut.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
}
