package dev.drover.server.http;

import dev.drover.server.core.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The clauses of an `Accept` header, best first; the header's order decides between equals.
///
/// In Go: `goautoneg.ParseAccept`.
public final class AcceptHeader {
  /// `type/subtype; parameters`; `q` is the weight.
  public record Clause(String type, String subtype, double weight, Map<String, String> parameters) {
    boolean covers(MediaType media) {
      return type.equals("application") && (media.isSubtype(subtype) || subtype.equals("*"))
          || isAnything();
    }

    /// Whether the client takes this, by name or by a star.
    public boolean covers(String offeredType, String offeredSubtype) {
      return (type.equals(offeredType) || type.equals("*"))
          && (subtype.equals(offeredSubtype) || subtype.equals("*"));
    }

    boolean isAnything() {
      return type.equals("*") && subtype.equals("*");
    }

    private int stars() {
      return type.equals("*") ? 2 : subtype.equals("*") ? 1 : 0;
    }
  }

  private AcceptHeader() {}

  /// What a call accepts; everything when it does not say.
  public static List<Clause> of(Call call) {
    return parse(call.header("accept").filter(text -> !text.isEmpty()).orElse("*/*"));
  }

  static List<Clause> parse(String header) {
    List<Clause> clauses = new ArrayList<>();
    for (String part : header.split(",")) {
      String[] pieces = part.strip().split(";", -1);
      String[] type = pieces[0].strip().split("/", -1);
      boolean isBareStar = type.length == 1 && type[0].equals("*");
      if (!isBareStar && type.length != 2) {
        continue;
      }
      Map<String, String> parameters = new LinkedHashMap<>();
      double weight = 1;
      for (String piece : Arrays.asList(pieces).subList(1, pieces.length)) {
        String[] pair = piece.split("=", 2);
        if (pair.length != 2) {
          continue;
        }
        String name = pair[0].strip();
        String value = pair[1].strip();
        if (name.equals("q")) {
          weight = weight(value);
        } else {
          parameters.put(name, value);
        }
      }
      clauses.add(
          new Clause(type[0].strip(), isBareStar ? "*" : type[1].strip(), weight, parameters));
    }
    clauses.sort(
        Comparator.comparingDouble(Clause::weight).reversed().thenComparingInt(Clause::stars));
    return clauses;
  }

  private static double weight(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return 0; // as Go has it
    }
  }
}
