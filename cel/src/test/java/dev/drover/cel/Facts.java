package dev.drover.cel;

import dev.drover.api.RawExtension;
import dev.drover.cel.eval.Plan;
import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.LibraryValue;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.OptionalValue;
import dev.drover.cel.types.UInt;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/// What Kubernetes' own CEL says about the expressions of `cases.json`, and what this one says.
///
/// The answers of Kubernetes are in `facts.json`, written by the Go program in `src/test/go`.
final class Facts {
  private Facts() {}

  /// An expression with all that is known about it, under the names that the Go program uses.
  record Fact(String expression, Map<String, String> answers) {}

  static Object read(String name) {
    try (InputStream in = Facts.class.getResourceAsStream(name)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return Objects.requireNonNull(RawExtension.ofJson(text).tree());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The facts of all groups.
  static Map<String, List<Fact>> expected() {
    Map<String, List<Fact>> groups = new LinkedHashMap<>();
    ((Map<?, ?>) read("facts.json"))
        .forEach(
            (group, facts) -> {
              List<Fact> list = new ArrayList<>();
              for (Object fact : (List<?>) facts) {
                Map<String, String> answers = new LinkedHashMap<>();
                ((Map<?, ?>) fact)
                    .forEach(
                        (key, value) -> answers.put(String.valueOf(key), String.valueOf(value)));
                list.add(new Fact(Objects.requireNonNull(answers.remove("expression")), answers));
              }
              groups.put(String.valueOf(group), list);
            });
    return groups;
  }

  /// What this module answers to the expressions of a group of `cases.json`.
  static List<Fact> actual(Map<String, ?> group) {
    @SuppressWarnings("unchecked") // a schema is an object
    Map<String, Object> schema = (Map<String, Object>) group.get("schema");
    CelEnvironment environment =
        CelEnvironment.of()
            .with("self", CelSchema.of(Objects.requireNonNull(schema), true).orElseThrow());
    Object value = Objects.requireNonNull(group.get("value"));
    List<Fact> facts = new ArrayList<>();
    for (Object expression : (List<?>) Objects.requireNonNull(group.get("expressions"))) {
      facts.add(actual(environment, String.valueOf(expression), value));
    }
    return facts;
  }

  private static Fact actual(CelEnvironment environment, String expression, Object self) {
    Map<String, String> answers = new LinkedHashMap<>();
    try {
      CelProgram program = environment.compile(expression);
      answers.put("type", program.type());
      answers.put("min", Long.toUnsignedString(program.minCost()));
      answers.put("max", Long.toUnsignedString(program.maxCost()));
      Plan.Outcome outcome =
          program.outcome(CelInput.of(Map.of("self", self), Map.of()), CelProgram.COST_PER_CALL);
      answers.put("cost", Long.toString(outcome.cost()));
      if (outcome.value() instanceof CelError(String message)) {
        answers.put("error", message);
      } else {
        answers.put("value", show(outcome.value()));
      }
    } catch (CelException e) {
      answers.put(e.isProgramError() ? "program" : "issues", e.problem());
    }
    return new Fact(expression, answers);
  }

  private static String show(Object value) {
    return switch (value) {
      case String text -> quote(text);
      case UInt number -> number + "u";
      case Double number -> "double " + dev.drover.cel.library.Texts.plain(number);
      case Bytes bytes -> "bytes " + java.util.HexFormat.of().formatHex(bytes.content());
      case java.time.OffsetDateTime _ -> "timestamp " + dev.drover.cel.library.Texts.plain(value);
      case java.time.Duration _ -> "duration " + dev.drover.cel.library.Texts.plain(value);
      case NullValue _ -> "null";
      case CelType type -> "type " + type.name();
      case OptionalValue optional ->
          optional.value() == null ? "optional.none" : "optional(" + show(optional.value()) + ")";
      case CelList list -> {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
          items.add(show(list.get(i)));
        }
        yield "[" + String.join(", ", items) + "]";
      }
      case CelMap map -> {
        TreeSet<String> items = new TreeSet<>();
        for (Object key : map.keys()) {
          Object found = map.find(key);
          items.add(show(key) + ": " + (found == null ? "nothing" : show(found)));
        }
        yield "{" + String.join(", ", items) + "}";
      }
      case LibraryValue library -> library.typeName() + " " + library;
      case CelError error -> error.message();
      default -> String.valueOf(value);
    };
  }

  private static String quote(String text) {
    return dev.drover.schema.GoFormat.json(text);
  }
}
