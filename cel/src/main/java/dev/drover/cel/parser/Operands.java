package dev.drover.cel.parser;

import dev.drover.cel.parser.Token.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Parses what the operators of an expression are applied to: literals, names and calls, lists,
/// maps and messages, and what is selected from them. For the expressions inside it calls the
/// [Parser].
final class Operands {
  private static final Set<Kind> ARGUMENTS_END = EnumSet.of(Kind.RPAREN, Kind.COMMA);
  private static final Set<Kind> LIST_END = EnumSet.of(Kind.RBRACKET, Kind.COMMA);
  private static final Set<Kind> MAP_END = EnumSet.of(Kind.RBRACE, Kind.COMMA);
  private static final Set<Kind> INDEX_STARTS = startsOr(Kind.QUESTION);
  private static final Set<Kind> ARGUMENT_STARTS = startsOr(Kind.RPAREN);
  private static final Set<Kind> ELEMENT_STARTS =
      startsOr(Kind.RBRACKET, Kind.COMMA, Kind.QUESTION);
  private static final Set<Kind> ENTRY_STARTS = startsOr(Kind.RBRACE, Kind.COMMA, Kind.QUESTION);

  private final Parser parser;
  private final TokenStream tokens;
  private final Issues issues;
  private final Macros macros;

  Operands(Parser parser, TokenStream tokens, Issues issues, Macros macros) {
    this.parser = parser;
    this.tokens = tokens;
    this.issues = issues;
    this.macros = macros;
  }

  private static Set<Kind> startsOr(Kind... others) {
    Set<Kind> starts = EnumSet.copyOf(TokenStream.STARTS);
    starts.addAll(List.of(others));
    return starts;
  }

  Expr selection(Expr operand) {
    Token dot = tokens.peek();
    boolean optional = tokens.ahead(1).kind() == Kind.QUESTION;
    Token name = tokens.ahead(optional ? 2 : 1);
    if (name.kind() != Kind.IDENTIFIER && name.kind() != Kind.ESCAPED_IDENTIFIER) {
      noSuchSelection(optional, name);
      return new Expr.Broken(0);
    }
    tokens.take();
    tokens.takeIf(Kind.QUESTION);
    tokens.take();
    if (!optional && name.kind() == Kind.IDENTIFIER && tokens.kind() == Kind.LPAREN) {
      Token open = tokens.take();
      long id = parser.id(open);
      return macros.call(id, operand, name.text(), arguments());
    }
    if (name.kind() == Kind.ESCAPED_IDENTIFIER) {
      issues.add(parser.id(name), "unsupported syntax: '`'");
    }
    if (optional) {
      long id = parser.id(dot);
      Expr field = new Expr.Literal(parser.id(name), name.text());
      return new Expr.Call(id, null, "_?._", List.of(operand, field));
    }
    return new Expr.Select(parser.id(dot), operand, name.text(), false);
  }

  private void noSuchSelection(boolean optional, Token name) {
    String shown = name.kind() == Kind.END ? "" : name.text();
    boolean word =
        name.kind() == Kind.TRUE || name.kind() == Kind.FALSE || name.kind() == Kind.NULL;
    tokens.reportAt(
        name,
        word && !optional
            ? "mismatched input '" + shown + "' expecting IDENTIFIER"
            : "no viable alternative at input '." + (optional ? "?" : "") + shown + "'");
    tokens.take();
    if (optional) {
      tokens.take();
    }
    tokens.recover();
  }

  Expr index(Expr operand) {
    long id = parser.id(tokens.take());
    tokens.sync(INDEX_STARTS);
    boolean optional = tokens.takeIf(Kind.QUESTION);
    tokens.enter(EnumSet.of(Kind.RBRACKET));
    Expr index = parser.expression();
    tokens.exit();
    tokens.match(Kind.RBRACKET, tokens.follow());
    return new Expr.Call(id, null, optional ? "_[?_]" : "_[_]", List.of(operand, index));
  }

  /// The arguments of a call, with the closing parenthesis.
  private List<Expr> arguments() {
    List<Expr> arguments = new ArrayList<>();
    tokens.sync(ARGUMENT_STARTS);
    if (tokens.kind() != Kind.RPAREN) {
      tokens.enter(ARGUMENTS_END);
      do {
        arguments.add(parser.expression());
      } while (tokens.takeIf(Kind.COMMA));
      tokens.exit();
    }
    tokens.match(Kind.RPAREN, tokens.follow());
    return arguments;
  }

  Expr primary() {
    Token token = tokens.peek();
    return switch (token.kind()) {
      case LPAREN -> nested();
      case LBRACKET -> list();
      case LBRACE -> map();
      case DOT, IDENTIFIER -> name();
      default -> literal();
    };
  }

  private Expr nested() {
    tokens.take();
    tokens.enter(EnumSet.of(Kind.RPAREN));
    Expr inner = parser.expression();
    tokens.exit();
    tokens.match(Kind.RPAREN, tokens.follow());
    return inner;
  }

  private Expr list() {
    long id = parser.id(tokens.take());
    List<Expr> elements = new ArrayList<>();
    Set<Integer> optionals = new HashSet<>();
    tokens.sync(ELEMENT_STARTS);
    if (tokens.kind() != Kind.RBRACKET && tokens.kind() != Kind.COMMA) {
      tokens.enter(LIST_END);
      do {
        if (tokens.takeIf(Kind.QUESTION)) {
          optionals.add(elements.size());
        }
        elements.add(parser.expression());
      } while (tokens.kind() == Kind.COMMA
          && startsElement(tokens.ahead(1).kind())
          && tokens.takeIf(Kind.COMMA));
      tokens.exit();
      tokens.sync(LIST_END);
    }
    tokens.takeIf(Kind.COMMA);
    tokens.match(Kind.RBRACKET, tokens.follow());
    return new Expr.ListOf(id, List.copyOf(elements), Set.copyOf(optionals));
  }

  private static boolean startsElement(Kind kind) {
    return kind == Kind.QUESTION || TokenStream.STARTS.contains(kind);
  }

  private Expr map() {
    long id = parser.id(tokens.take());
    List<Expr.Entry> entries = new ArrayList<>();
    tokens.sync(ENTRY_STARTS);
    if (tokens.kind() != Kind.RBRACE && tokens.kind() != Kind.COMMA) {
      tokens.enter(MAP_END);
      do {
        entries.add(entry());
      } while (tokens.kind() == Kind.COMMA
          && startsElement(tokens.ahead(1).kind())
          && tokens.takeIf(Kind.COMMA));
      tokens.exit();
      tokens.sync(MAP_END);
    }
    tokens.takeIf(Kind.COMMA);
    tokens.match(Kind.RBRACE, tokens.follow());
    return new Expr.MapOf(id, List.copyOf(entries));
  }

  private Expr.Entry entry() {
    boolean optional = tokens.takeIf(Kind.QUESTION);
    tokens.enter(EnumSet.of(Kind.COLON));
    Expr key = parser.expression();
    tokens.exit();
    long id = parser.id(tokens.peek());
    tokens.match(Kind.COLON, TokenStream.STARTS);
    return new Expr.Entry(id, key, parser.expression(), optional);
  }

  /// A variable, a call, or the type before the fields of a message.
  private Expr name() {
    boolean dotted = tokens.takeIf(Kind.DOT);
    Token name = tokens.peek();
    if (name.kind() != Kind.IDENTIFIER) {
      String shown = name.kind() == Kind.END ? "" : name.text();
      tokens.reportAt(name, "no viable alternative at input '." + shown + "'");
      throw new TokenStream.Mismatch();
    }
    if (startsMessage()) {
      return message(dotted);
    }
    tokens.take();
    String full = (dotted ? "." : "") + name.text();
    boolean call = tokens.kind() == Kind.LPAREN;
    if (ReservedWords.contains(name.text())) {
      issues.add(parser.id(name), "reserved identifier: " + name.text());
    }
    if (call) {
      long id = parser.id(tokens.take());
      return macros.call(id, null, full, arguments());
    }
    return new Expr.Ident(parser.id(name), full);
  }

  private boolean startsMessage() {
    int n = 0;
    while (tokens.ahead(n).kind() == Kind.IDENTIFIER) {
      Kind next = tokens.ahead(n + 1).kind();
      if (next != Kind.DOT) {
        return next == Kind.LBRACE;
      }
      n += 2;
    }
    return false;
  }

  private Expr message(boolean dotted) {
    StringBuilder type = new StringBuilder(dotted ? "." : "");
    while (tokens.kind() != Kind.LBRACE) {
      type.append(tokens.take().text());
    }
    long id = parser.id(tokens.take());
    List<Expr.Field> fields = new ArrayList<>();
    tokens.enter(MAP_END);
    while (tokens.kind() == Kind.IDENTIFIER || tokens.kind() == Kind.QUESTION) {
      boolean optional = tokens.takeIf(Kind.QUESTION);
      Token field = tokens.take();
      long colon = parser.id(tokens.peek());
      tokens.match(Kind.COLON, TokenStream.STARTS);
      fields.add(new Expr.Field(colon, field.text(), parser.expression(), optional));
      if (!tokens.takeIf(Kind.COMMA)) {
        break;
      }
    }
    tokens.exit();
    tokens.takeIf(Kind.COMMA);
    tokens.match(Kind.RBRACE, tokens.follow());
    return new Expr.Struct(id, type.toString(), List.copyOf(fields));
  }

  private Expr literal() {
    if (!Literals.starts(tokens.kind(), tokens.ahead(1).kind())) {
      tokens.report("no viable alternative at input " + tokens.peek().quoted());
      throw new TokenStream.Mismatch();
    }
    Token token = tokens.take();
    boolean negative = token.kind() == Kind.MINUS;
    Token word = negative ? tokens.take() : token;
    long id = parser.id(token);
    try {
      return new Expr.Literal(id, Literals.value(word, negative));
    } catch (NumberFormatException _) {
      String what =
          switch (word.kind()) {
            case INT -> "int";
            case UINT -> "uint";
            default -> "double";
          };
      issues.add(id, "invalid " + what + " literal");
    } catch (IllegalArgumentException e) {
      issues.add(id, String.valueOf(e.getMessage()));
    }
    return new Expr.Broken(id);
  }
}
