// Draws what a terminal showed over time as a picture that plays itself: frames between lines with a form feed alone, with colours.
//   docs/images/record ./drover demo | java docs/images/TerminalFrames.java > docs/images/demo.svg

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

static final int COLUMNS = 100;
static final double CHARACTER = 7.25;
static final int LINE = 17;
static final int MARGIN = 16;
static final double SECONDS = 1.6; // a frame

static final Map<String, String> COLOURS =
    Map.of("31", "bad", "32", "good", "33", "busy", "90", "grey", "1", "bold");

void main() throws IOException {
  String all = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
  List<List<String>> frames = new ArrayList<>();
  for (String frame : all.split("\n?\f\n")) {
    List<String> lines = frame.lines().toList();
    if (!lines.isEmpty() && (frames.isEmpty() || !frames.getLast().equals(lines))) {
      frames.add(lines);
    }
  }
  int rows = frames.stream().mapToInt(List::size).max().orElse(1);
  double whole = frames.size() * SECONDS;
  IO.println(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12" role="img" aria-label="%s">
      <style>
        text { fill: #d6deeb; white-space: pre; }
        .bad { fill: #ff8a80; } .good { fill: #addb67; } .busy { fill: #ecc48d; } .grey { fill: #7f93a8; } .bold { font-weight: bold; fill: #fff; }
        g { visibility: hidden; animation: show %.1fs steps(1) infinite; }
        @keyframes show { 0%% { visibility: visible } %.3f%% { visibility: hidden } }
        @media (prefers-reduced-motion: reduce) { g { animation: none } g:last-of-type { visibility: visible } }
      </style>
      <rect width="100%%" height="100%%" rx="8" fill="#011627"/>"""
          .formatted(
              (int) (COLUMNS * CHARACTER) + 2 * MARGIN,
              rows * LINE + 2 * MARGIN,
              "./drover demo in a terminal: Icecreams with their Deployments and pods, changing as things are broken and repaired",
              whole,
              100.0 / frames.size()));
  for (int i = 0; i < frames.size(); i++) {
    IO.println("<g style=\"animation-delay:%.1fs\">".formatted(i * SECONDS));
    List<String> lines = frames.get(i);
    look = "";
    for (int row = 0; row < lines.size(); row++) {
      String text = spans(lines.get(row));
      if (!text.isBlank()) {
        IO.println(
            "<text xml:space=\"preserve\" x=\"%d\" y=\"%d\">%s</text>"
                .formatted(MARGIN, MARGIN + LINE * row + 12, text));
      }
    }
    IO.println("</g>");
  }
  IO.println("</svg>");
}

/// Of the text that follows: a colour goes on in the next line.
static String look = "";

/// Text with colours as spans.
static String spans(String line) {
  StringBuilder spans = new StringBuilder();
  int at = 0;
  var sequences = Pattern.compile("\u001b\\[([0-9;]*)m").matcher(line);
  while (sequences.find()) {
    spans.append(span(line.substring(at, sequences.start()), look));
    for (String code : sequences.group(1).split(";")) {
      look = code.isEmpty() || code.equals("0") || code.equals("39") ? "" : COLOURS.getOrDefault(code, look);
    }
    at = sequences.end();
  }
  return spans.append(span(line.substring(at), look)).toString();
}

static String span(String text, String look) {
  String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  return look.isEmpty() || text.isEmpty() ? escaped : "<tspan class=\"%s\">%s</tspan>".formatted(look, escaped);
}
