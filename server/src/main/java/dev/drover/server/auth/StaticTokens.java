package dev.drover.server.auth;

import dev.drover.server.core.UserInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The bearer tokens that are known by their text. Safe for any number of threads.
///
/// In Go: `tokenfile.TokenAuthenticator`.
public final class StaticTokens {
  private final Map<String, UserInfo> users = new ConcurrentHashMap<>();

  /// Adds a token; one that is known already stands for the new user from now on.
  public void add(String token, UserInfo user) {
    if (token.isEmpty()) {
      throw new IllegalArgumentException("an empty token for user " + user.name());
    }
    users.put(token, user);
  }

  /// Adds the tokens of a file in kube-apiserver's format: `token,user,uid,"group1,group2"`, where
  /// the groups may be left out. Lines without a token are left out.
  ///
  /// @throws IllegalArgumentException when the text breaks the format; the message names the line,
  ///   and no token
  public void addCsv(String text) {
    for (CsvRecord row : CsvRecord.parse(text)) {
      List<String> fields = row.fields();
      if (fields.size() < 3) {
        throw new IllegalArgumentException(
            "line %d of the token file must have at least 3 columns (token, user name, user uid), found %d"
                .formatted(row.line(), fields.size()));
      }
      if (!fields.getFirst().isEmpty()) {
        List<String> groups = fields.size() > 3 ? List.of(fields.get(3).split(",", -1)) : List.of();
        add(fields.getFirst(), new UserInfo(fields.get(1), fields.get(2), groups, Map.of()));
      }
    }
  }

  /// Whether a token is known.
  public boolean contains(String token) {
    return users.containsKey(token);
  }

  /// A token of a user; any of them when there are several.
  public Optional<String> tokenOf(String user) {
    return users.entrySet().stream()
        .filter(entry -> entry.getValue().name().equals(user))
        .map(Map.Entry::getKey)
        .findAny();
  }

  Optional<UserInfo> find(String token) {
    return Optional.ofNullable(users.get(token));
  }

  @Override
  public String toString() {
    return "StaticTokens[" + users.size() + "]";
  }

  /// A row of a CSV file, as Go reads it: fields may be quoted, and quoted ones span lines; empty
  /// lines do not count.
  private record CsvRecord(int line, List<String> fields) {
    static List<CsvRecord> parse(String text) {
      List<CsvRecord> records = new ArrayList<>();
      Scanner in = new Scanner(text.replace("\r\n", "\n"));
      while (in.skipEmptyLines()) {
        int line = in.line;
        records.add(new CsvRecord(line, in.record()));
      }
      return records;
    }
  }

  private static final class Scanner {
    private final String text;
    private int at;
    private int line = 1;

    Scanner(String text) {
      this.text = text;
    }

    /// Tells whether there is more.
    boolean skipEmptyLines() {
      while (at < text.length() && text.charAt(at) == '\n') {
        at++;
        line++;
      }
      return at < text.length();
    }

    List<String> record() {
      List<String> fields = new ArrayList<>();
      do {
        fields.add(at < text.length() && text.charAt(at) == '"' ? quoted() : plain());
      } while (at < text.length() && text.charAt(at++) == ',');
      line++;
      return fields;
    }

    private String plain() {
      int start = at;
      while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
        if (text.charAt(at) == '"') {
          throw broken("bare \" in non-quoted field");
        }
        at++;
      }
      return text.substring(start, at);
    }

    private String quoted() {
      StringBuilder field = new StringBuilder();
      for (at++; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c != '"') {
          line += c == '\n' ? 1 : 0;
          field.append(c);
        } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
          field.append(c);
          at++;
        } else {
          at++;
          if (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
            throw broken("extraneous or missing \" in quoted-field");
          }
          return field.toString();
        }
      }
      throw broken("extraneous or missing \" in quoted-field");
    }

    private IllegalArgumentException broken(String problem) {
      return new IllegalArgumentException("line " + line + " of the token file: " + problem);
    }
  }
}
