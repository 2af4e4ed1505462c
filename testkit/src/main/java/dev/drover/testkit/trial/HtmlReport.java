package dev.drover.testkit.trial;

/// The report of a run that failed, as one page without scripts.
final class HtmlReport {
  private static final String STYLE =
      """
      body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;color:#1d2733}
      h1{font-size:1.3em}h2{font-size:1.05em;margin-top:1.6em}
      .plan{background:#fff4e5;border-left:4px solid #e8912d;padding:.6em 1em}
      .cause{background:#fdecec;border-left:4px solid #c93737;padding:.6em 1em}
      code,td{font-family:ui-monospace,monospace;font-size:12.5px}
      table{border-collapse:collapse;width:100%}td{padding:.15em .6em;vertical-align:top}
      tr.step td{background:#e7effa;font-weight:600}tr.run td{background:#f4f6f8}
      tr.call td{padding-left:2.4em}tr.same td{color:#8a94a0}tr.hit td{background:#fff4e5}
      tr.note td{background:#fff4e5;font-style:italic}tr.bad td{color:#b32020;padding-left:2.4em}
      tr.end td{color:#5c6773;padding-left:2.4em}
      """;

  private HtmlReport() {}

  static String of(String name, RunResult failed) {
    StringBuilder page = new StringBuilder();
    page.append("<!doctype html><meta charset=utf-8><title>")
        .append(escaped(name))
        .append("</title><style>")
        .append(STYLE)
        .append("</style><h1>")
        .append(escaped(name))
        .append("</h1>")
        .append(
            failed.plan().isUndisturbed()
                ? "<p>fails without any disturbance</p>"
                : "<p>does not survive this plan:</p><p class=plan>"
                    + escaped(failed.plan().toString())
                    + "</p>");
    for (Violation violation : failed.violations()) {
      page.append("<h2>").append(escaped(violation.oracle())).append("</h2><p class=cause>");
      page.append(escaped(violation.cause())).append("</p><ul>");
      violation
          .details()
          .forEach(line -> page.append("<li><code>").append(escaped(line)).append("</code>"));
      page.append("</ul>");
    }
    page.append("<h2>Timeline</h2><table>");
    failed
        .recording()
        .timeline()
        .forEach(
            entry ->
                page.append("<tr class=")
                    .append(style(entry))
                    .append("><td>")
                    .append(escaped(entry.toString().strip())));
    return page.append("</table><h2>Replay</h2><p><code>-D")
        .append(TrialOptions.REPLAY)
        .append('=')
        .append(escaped(failed.plan().encode()))
        .append("</code></p>\n")
        .toString();
  }

  private static String style(TimelineEntry entry) {
    return switch (entry) {
      case TimelineEntry.Step _ -> "step";
      case TimelineEntry.Began _ -> "run";
      case TimelineEntry.Called call ->
          call.disturbed() != null ? "'call hit'" : call.hasEffect() ? "call" : "'call same'";
      case TimelineEntry.Ended ended -> ended.error().isEmpty() ? "end" : "bad";
      case TimelineEntry.Note _ -> "note";
    };
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
