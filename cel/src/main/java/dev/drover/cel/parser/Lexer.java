package dev.drover.cel.parser;

import dev.drover.cel.parser.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Splits an expression into tokens, each the longest match, as CEL's grammar requires.
final class Lexer {
  private static final Map<String, Kind> WORDS =
      Map.of("in", Kind.IN, "true", Kind.TRUE, "false", Kind.FALSE, "null", Kind.NULL);
  private static final Kind[] SYMBOLS = {
    Kind.EQUALS,
    Kind.NOT_EQUALS,
    Kind.LESS_EQUALS,
    Kind.GREATER_EQUALS,
    Kind.AND,
    Kind.OR,
    Kind.LESS,
    Kind.GREATER,
    Kind.LBRACKET,
    Kind.RBRACKET,
    Kind.LBRACE,
    Kind.RBRACE,
    Kind.LPAREN,
    Kind.RPAREN,
    Kind.DOT,
    Kind.COMMA,
    Kind.MINUS,
    Kind.EXCLAM,
    Kind.QUESTION,
    Kind.COLON,
    Kind.PLUS,
    Kind.STAR,
    Kind.SLASH,
    Kind.PERCENT
  };
  private static final String ESCAPES = "abfnrtv\"'\\?`";

  private final Source source;
  private final Issues issues;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int failedAt; // the furthest character that a failed match looked at

  Lexer(Source source, Issues issues) {
    this.source = source;
    this.issues = issues;
  }

  List<Token> tokens() {
    while (skipBlanks() < source.length()) {
      next();
    }
    tokens.add(new Token(Kind.END, "<EOF>", source.length()));
    return tokens;
  }

  private int skipBlanks() {
    while (true) {
      int c = source.at(at);
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f') {
        at++;
      } else if (c == '/' && source.at(at + 1) == '/') {
        while (at < source.length() && source.at(at) != '\n') {
          at++;
        }
      } else {
        return at;
      }
    }
  }

  private void next() {
    failedAt = at;
    int c = source.at(at);
    int end = string(at);
    if (end > at) {
      boolean bytes = (c == 'b' || c == 'B');
      add(bytes ? Kind.BYTES : Kind.STRING, end);
    } else if (isDigit(c) || (c == '.' && isDigit(source.at(at + 1)))) {
      number();
    } else if (isLetter(c) && failedAt == at) {
      int stop = at;
      while (isLetter(source.at(stop)) || isDigit(source.at(stop))) {
        stop++;
      }
      add(WORDS.getOrDefault(source.text(at, stop), Kind.IDENTIFIER), stop);
    } else if (isLetter(c)) {
      // A prefix of a string that never ends: the letters before it are an identifier.
      int stop = at;
      while (isLetter(source.at(stop)) || isDigit(source.at(stop))) {
        stop++;
      }
      add(WORDS.getOrDefault(source.text(at, stop), Kind.IDENTIFIER), stop);
    } else if (c == '`') {
      escapedIdentifier();
    } else {
      symbol();
    }
  }

  private void symbol() {
    for (Kind kind : SYMBOLS) {
      String text = kind.label.substring(1, kind.label.length() - 1);
      if (source.text(at, Math.min(at + text.length(), source.length())).equals(text)) {
        add(kind, at + text.length());
        return;
      }
    }
    int c = source.at(at);
    if (failedAt == at && (c == '=' || c == '&' || c == '|')) {
      failedAt = at + 1;
    }
    int to = Math.min(failedAt + 1, source.length());
    unrecognized(to);
  }

  private void unrecognized(int to) {
    Token shown = new Token(Kind.END, source.text(at, to), at);
    issues.addAt(at, "Syntax error: token recognition error at: " + shown.quoted());
    at = to;
  }

  private void escapedIdentifier() {
    int stop = at + 1;
    while (isLetter(source.at(stop))
        || isDigit(source.at(stop))
        || ".-/ ".indexOf(source.at(stop)) >= 0) {
      stop++;
    }
    if (stop > at + 1 && source.at(stop) == '`') {
      add(Kind.ESCAPED_IDENTIFIER, stop + 1);
    } else {
      unrecognized(Math.min(stop + 1, source.length()));
    }
  }

  private void number() {
    int stop = at;
    if (source.at(at) == '0' && source.at(at + 1) == 'x' && isHex(source.at(at + 2))) {
      stop = at + 2;
      while (isHex(source.at(stop))) {
        stop++;
      }
      integer(stop);
      return;
    }
    stop = digits(stop);
    boolean isFloat = false;
    if (source.at(stop) == '.' && isDigit(source.at(stop + 1))) {
      isFloat = true;
      stop = digits(stop + 1);
    }
    int exponent = exponent(stop);
    if (exponent > stop) {
      isFloat = true;
      stop = exponent;
    }
    if (isFloat) {
      add(Kind.FLOAT, stop);
    } else {
      integer(stop);
    }
  }

  private void integer(int stop) {
    boolean unsigned = source.at(stop) == 'u' || source.at(stop) == 'U';
    add(unsigned ? Kind.UINT : Kind.INT, unsigned ? stop + 1 : stop);
  }

  private int digits(int stop) {
    while (isDigit(source.at(stop))) {
      stop++;
    }
    return stop;
  }

  private int exponent(int stop) {
    if (source.at(stop) != 'e' && source.at(stop) != 'E') {
      return stop;
    }
    int sign = source.at(stop + 1) == '+' || source.at(stop + 1) == '-' ? 1 : 0;
    int end = digits(stop + 1 + sign);
    return end > stop + 1 + sign ? end : stop;
  }

  /// The end of the string that starts at `from`, or `from` where none does.
  private int string(int from) {
    int start = from;
    if (source.at(start) == 'b' || source.at(start) == 'B') {
      start++;
    }
    boolean raw = source.at(start) == 'r' || source.at(start) == 'R';
    if (raw) {
      start++;
    }
    int quote = source.at(start);
    if (quote != '"' && quote != '\'') {
      return from;
    }
    boolean triple = source.at(start + 1) == quote && source.at(start + 2) == quote;
    int end = triple ? quoted(start + 3, quote, 3, raw) : -1;
    if (end < 0) {
      end = quoted(start + 1, quote, 1, raw);
    }
    return end < 0 ? from : end;
  }

  private int quoted(int start, int quote, int quotes, boolean raw) {
    int i = start;
    while (i < source.length()) {
      int c = source.at(i);
      if (c == quote && (quotes == 1 || closes(i, quote))) {
        return i + quotes;
      }
      if (quotes == 1 && (c == '\n' || c == '\r')) {
        break;
      }
      if (c == '\\' && !raw) {
        int next = escape(i);
        if (next < 0) {
          i = -next;
          break;
        }
        i = next;
      } else {
        i++;
      }
    }
    failedAt = Math.max(failedAt, i);
    return -1;
  }

  private boolean closes(int i, int quote) {
    return source.at(i + 1) == quote && source.at(i + 2) == quote;
  }

  /// The end of an escape sequence, or minus the place where it goes wrong.
  private int escape(int i) {
    int c = source.at(i + 1);
    if (c >= 0 && ESCAPES.indexOf(c) >= 0) {
      return i + 2;
    }
    int hex = c == 'x' || c == 'X' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    for (int n = 0; n < hex; n++) {
      if (!isHex(source.at(i + 2 + n))) {
        return -(i + 2 + n);
      }
    }
    if (hex > 0) {
      return i + 2 + hex;
    }
    boolean octal = c >= '0' && c <= '3' && isOctal(source.at(i + 2)) && isOctal(source.at(i + 3));
    return octal ? i + 4 : -(i + 1);
  }

  private void add(Kind kind, int end) {
    tokens.add(new Token(kind, source.text(at, end), at));
    at = end;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isOctal(int c) {
    return c >= '0' && c <= '7';
  }

  private static boolean isHex(int c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
}
