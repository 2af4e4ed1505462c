package dev.drover.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/// The log of a command, and of the program that `./drover run` starts, for a terminal:
///
/// ```
/// 13:28:06.675 icecream  default/vanilla: NodeName: node-1
/// ```
///
/// Of the attributes of a reconcile only the object's name is shown, not the kind, the controller
/// and the id. A stack trace ends where the runtime called the program, and is not shown twice in a
/// row. `DROVER_LOG=debug` shows more lines, all attributes and whole traces, `off` none. Colours
/// are on with `-Ddrover.colour`, which `./drover` sets for terminals that show them.
final class TerminalLog extends LegacyAbstractLogger implements LoggingEventAware {
  private static final long serialVersionUID = 1L;
  private static final String COLOUR = "drover.colour";
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
  private static final Set<String> FACTS =
      Set.of("controller", "controllerKind", "namespace", "name", "reconcileID");

  private static final String AGAIN = "\t... as above%n".formatted();

  private final transient PrintStream out;
  private final Level least;
  private final boolean isColoured;
  private final transient Remedies remedies;
  private String lastTrace = ""; // guarded by out
  private String lastRemedy = ""; // guarded by out

  /// @param least the lowest level that is shown
  /// @param remedies what to do about warnings and errors
  TerminalLog(String name, PrintStream out, Level least, boolean isColoured, Remedies remedies) {
    this.name = name;
    this.out = out;
    this.least = least;
    this.isColoured = isColoured;
    this.remedies = remedies;
  }

  /// A logger configured by the environment and the system properties.
  static TerminalLog named(String name, Remedies remedies) {
    String wanted = System.getenv().getOrDefault("DROVER_LOG", "info").toUpperCase(Locale.ROOT);
    boolean isOff = wanted.equals("OFF");
    Level least = isOff ? Level.ERROR : Level.valueOf(wanted);
    boolean isForeign = name.startsWith("org.eclipse.jetty");
    return new TerminalLog(
        name,
        isOff ? new PrintStream(OutputStream.nullOutputStream()) : System.err,
        isForeign && least == Level.INFO ? Level.WARN : least,
        System.getProperty(COLOUR) != null,
        remedies);
  }

  /// The JVM option that turns colours on in a child process, if they are on here.
  static Optional<String> colour() {
    return Optional.ofNullable(System.getProperty(COLOUR)).map(_ -> "-D" + COLOUR);
  }

  @Override
  public void log(LoggingEvent event) {
    Map<String, String> facts = new TreeMap<>();
    for (KeyValuePair pair : Optional.ofNullable(event.getKeyValuePairs()).orElse(List.of())) {
      facts.put(pair.key, String.valueOf(pair.value));
    }
    String message =
        MessageFormatter.basicArrayFormat(event.getMessage(), event.getArgumentArray());
    print(event.getLevel(), about(facts) + message + others(facts), event.getThrowable());
  }

  private static String about(Map<String, String> facts) {
    String object = facts.getOrDefault("name", "");
    String namespace = facts.getOrDefault("namespace", "");
    return object.isEmpty() ? "" : (namespace.isEmpty() ? "" : namespace + "/") + object + ": ";
  }

  private String others(Map<String, String> facts) {
    StringBuilder text = new StringBuilder();
    facts.forEach(
        (key, value) -> {
          if (least.toInt() < Level.INFO.toInt() || !FACTS.contains(key)) {
            text.append("  ").append(key).append('=').append(value);
          }
        });
    return text.toString();
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String pattern,
      @Nullable Object @Nullable [] arguments,
      @Nullable Throwable error) {
    print(level, MessageFormatter.basicArrayFormat(pattern, arguments), error);
  }

  private void print(Level level, String text, @Nullable Throwable error) {
    String time = LocalTime.now(ZoneId.systemDefault()).format(TIME);
    String mark = level.toInt() > Level.INFO.toInt() ? level + " " : "";
    synchronized (out) { // the lines of a stack trace stay together
      out.println(grey(time + " " + shortName()) + "  " + alarming(level, mark + text));
      if (error != null) {
        printTrace(error);
      }
      if (level.toInt() > Level.INFO.toInt()) {
        printRemedy(text + (error == null ? "" : " " + error));
      }
    }
  }

  /// A failing reconcile is retried, mostly with the same error: its trace is printed once.
  private void printTrace(Throwable error) {
    String trace = isDebugEnabled() ? StackTraces.whole(error) : StackTraces.ofTheProgram(error);
    out.print(trace.equals(lastTrace) ? error + System.lineSeparator() + AGAIN : trace);
    lastTrace = trace;
  }

  /// What to do about the same trouble is not said twice in a row.
  private void printRemedy(String message) {
    String remedy = remedies.of(message).orElse(lastRemedy);
    if (!remedy.equals(lastRemedy)) {
      out.println(grey("  " + remedy));
      lastRemedy = remedy;
    }
  }

  private String shortName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private String grey(String text) {
    return isColoured ? "\u001b[90m" + text + "\u001b[0m" : text;
  }

  private String alarming(Level level, String text) {
    if (!isColoured || level.toInt() <= Level.INFO.toInt()) {
      return text;
    }
    return (level == Level.WARN ? "\u001b[33m" : "\u001b[31m") + text + "\u001b[0m";
  }

  private boolean isShown(Level level) {
    return level.toInt() >= least.toInt();
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  public boolean isTraceEnabled() {
    return isShown(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return isShown(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return isShown(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return isShown(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return isShown(Level.ERROR);
  }
}
