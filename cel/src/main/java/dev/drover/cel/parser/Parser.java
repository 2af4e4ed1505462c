package dev.drover.cel.parser;

import dev.drover.cel.parser.Token.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads an expression by recursive descent.
///
/// In Go: `parser.Parser` with the options that Kubernetes sets.
public final class Parser {
  private static final int DEPTH = 250;
  private static final int LONGEST = 100_000;
  private static final Set<String> RESERVED =
      Set.of(
          "as",
          "break",
          "const",
          "continue",
          "else",
          "false",
          "for",
          "function",
          "if",
          "import",
          "in",
          "let",
          "loop",
          "package",
          "namespace",
          "null",
          "return",
          "true",
          "var",
          "void",
          "while");
  private static final Map<Kind, String> RELATIONS =
      Map.of(
          Kind.LESS, "_<_",
          Kind.LESS_EQUALS, "_<=_",
          Kind.GREATER, "_>_",
          Kind.GREATER_EQUALS, "_>=_",
          Kind.EQUALS, "_==_",
          Kind.NOT_EQUALS, "_!=_",
          Kind.IN, "@in");
  private static final Map<Kind, String> PRODUCTS =
      Map.of(Kind.STAR, "_*_", Kind.SLASH, "_/_", Kind.PERCENT, "_%_");
  private static final Map<Kind, String> SUMS = Map.of(Kind.PLUS, "_+_", Kind.MINUS, "_-_");
  private static final Set<Kind> ARGUMENTS_END = EnumSet.of(Kind.RPAREN, Kind.COMMA);
  private static final Set<Kind> LIST_END = EnumSet.of(Kind.RBRACKET, Kind.COMMA);
  private static final Set<Kind> MAP_END = EnumSet.of(Kind.RBRACE, Kind.COMMA);
  private static final Set<Kind> INDEX_STARTS = startsOr(Kind.QUESTION);
  private static final Set<Kind> ARGUMENT_STARTS = startsOr(Kind.RPAREN);
  private static final Set<Kind> ELEMENT_STARTS =
      startsOr(Kind.RBRACKET, Kind.COMMA, Kind.QUESTION);
  private static final Set<Kind> ENTRY_STARTS = startsOr(Kind.RBRACE, Kind.COMMA, Kind.QUESTION);

  private final Source source;
  private final Issues issues;
  private final TokenStream tokens;
  private final Macros macros;
  private int depth; // of expressions in expressions
  private int chain; // of operators and selections around this place

  private Parser(Source source, Issues issues) {
    this.source = source;
    this.issues = issues;
    this.tokens = new TokenStream(new Lexer(source, issues).tokens(), issues);
    this.macros = new Macros(source, issues);
  }

  private static Set<Kind> startsOr(Kind... others) {
    Set<Kind> starts = EnumSet.copyOf(TokenStream.STARTS);
    starts.addAll(List.of(others));
    return starts;
  }

  /// Parses an expression; what is wrong with it goes to `issues`.
  public static Expr parse(Source source, Issues issues) {
    if (source.length() > LONGEST) {
      issues.addAt(
          Source.NOWHERE,
          "expression code point size exceeds limit: size: "
              + source.length()
              + ", limit "
              + LONGEST);
      return new Expr.Broken(0);
    }
    Parser parser = new Parser(source, issues);
    try {
      Expr expr = parser.expression();
      parser.end();
      return expr;
    } catch (TokenStream.Mismatch | TokenStream.Abandoned _) {
      return new Expr.Broken(0);
    }
  }

  private void end() {
    tokens.match(Kind.END, Set.of());
  }

  private Expr expression() {
    limit(++depth, "expression recursion limit exceeded: " + DEPTH);
    Expr result = disjunction();
    if (tokens.kind() == Kind.QUESTION) {
      result = conditional(result);
    }
    depth--;
    return result;
  }

  private Expr conditional(Expr condition) {
    long id = id(tokens.take());
    try {
      tokens.enter(EnumSet.of(Kind.COLON));
      Expr yes = disjunction();
      tokens.exit();
      tokens.match(Kind.COLON, TokenStream.STARTS);
      return new Expr.Call(id, null, "_?_:_", List.of(condition, yes, expression()));
    } catch (TokenStream.Mismatch _) {
      tokens.recover();
      return new Expr.Broken(id);
    }
  }

  private void limit(int depth, String message) {
    if (depth > DEPTH) {
      issues.addAt(Source.NOWHERE, message);
      throw new TokenStream.Abandoned();
    }
  }

  /// Goes one operator deeper.
  private void deeper() {
    limit(++chain, "max recursion depth exceeded");
  }

  private Expr disjunction() {
    List<Expr> terms = new ArrayList<>(List.of(conjunction()));
    List<Long> operators = new ArrayList<>();
    while (tokens.kind() == Kind.OR) {
      Token operator = tokens.take();
      terms.add(conjunction());
      operators.add(id(operator));
    }
    return balanced("_||_", terms, operators);
  }

  private Expr conjunction() {
    List<Expr> terms = new ArrayList<>(List.of(relation()));
    List<Long> operators = new ArrayList<>();
    while (tokens.kind() == Kind.AND) {
      Token operator = tokens.take();
      terms.add(relation());
      operators.add(id(operator));
    }
    return balanced("_&&_", terms, operators);
  }

  /// A balanced tree, so that long chains do not nest deeply.
  private static Expr balanced(String function, List<Expr> terms, List<Long> operators) {
    return operators.isEmpty()
        ? terms.getFirst()
        : balanced(function, terms, operators, 0, operators.size() - 1);
  }

  private static Expr balanced(
      String function, List<Expr> terms, List<Long> operators, int low, int high) {
    int middle = (low + high + 1) / 2;
    Expr left =
        middle == low ? terms.get(middle) : balanced(function, terms, operators, low, middle - 1);
    Expr right =
        middle == high
            ? terms.get(middle + 1)
            : balanced(function, terms, operators, middle + 1, high);
    return new Expr.Call(operators.get(middle), null, function, List.of(left, right));
  }

  private Expr relation() {
    Expr left = sum();
    int levels = 0;
    while (RELATIONS.containsKey(tokens.kind())) {
      deeper();
      levels++;
      left = binary(left, RELATIONS.get(tokens.kind()), this::sum);
    }
    chain -= levels;
    return left;
  }

  private Expr sum() {
    Expr left = product();
    int levels = 0;
    while (SUMS.containsKey(tokens.kind())) {
      deeper();
      levels++;
      left = binary(left, SUMS.get(tokens.kind()), this::product);
    }
    chain -= levels;
    return left;
  }

  private Expr product() {
    Expr left = unary();
    int levels = 0;
    while (PRODUCTS.containsKey(tokens.kind())) {
      deeper();
      levels++;
      left = binary(left, PRODUCTS.get(tokens.kind()), this::unary);
    }
    chain -= levels;
    return left;
  }

  private interface Rule {
    Expr parse();
  }

  private Expr binary(Expr left, String function, Rule rule) {
    long id = id(tokens.take());
    return new Expr.Call(id, null, function, List.of(left, rule.parse()));
  }

  private Expr unary() {
    try {
      tokens.sync(TokenStream.STARTS);
      return switch (tokens.kind()) {
        case EXCLAM -> prefixed(Kind.EXCLAM, "!_");
        case MINUS -> isNumber(tokens.ahead(1).kind()) ? member() : prefixed(Kind.MINUS, "-_");
        default -> member();
      };
    } catch (TokenStream.Mismatch _) {
      tokens.recover();
      return new Expr.Broken(0);
    }
  }

  private static boolean isNumber(Kind kind) {
    return kind == Kind.INT || kind == Kind.FLOAT;
  }

  private Expr prefixed(Kind kind, String function) {
    Token first = tokens.take();
    boolean odd = true;
    while (tokens.kind() == kind && !(kind == Kind.MINUS && isNumber(tokens.ahead(1).kind()))) {
      tokens.take();
      odd = !odd;
    }
    if (tokens.kind() == Kind.MINUS && isNumber(tokens.ahead(1).kind()) && kind == Kind.MINUS) {
      // All signs belong to the operator, as the grammar prefers the longest run of them.
      tokens.take();
      odd = !odd;
    }
    if (!TokenStream.STARTS.contains(tokens.kind())) {
      tokens.report(
          "extraneous input "
              + tokens.peek().quoted()
              + " expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT,"
              + " NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}");
      throw new TokenStream.Mismatch();
    }
    Expr operand;
    if (odd) {
      long id = id(first);
      operand = member();
      return new Expr.Call(id, null, function, List.of(operand));
    }
    operand = member();
    return operand;
  }

  private Expr member() {
    Expr operand = primary();
    int levels = 0;
    while (tokens.kind() == Kind.DOT || tokens.kind() == Kind.LBRACKET) {
      deeper();
      levels++;
      operand = tokens.kind() == Kind.DOT ? selection(operand) : index(operand);
    }
    chain -= levels;
    return operand;
  }

  private Expr selection(Expr operand) {
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
      long id = id(open);
      return macros.call(id, operand, name.text(), arguments());
    }
    if (name.kind() == Kind.ESCAPED_IDENTIFIER) {
      issues.add(id(name), "unsupported syntax: '`'");
    }
    if (optional) {
      long id = id(dot);
      Expr field = new Expr.Literal(id(name), name.text());
      return new Expr.Call(id, null, "_?._", List.of(operand, field));
    }
    return new Expr.Select(id(dot), operand, name.text(), false);
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

  private Expr index(Expr operand) {
    long id = id(tokens.take());
    tokens.sync(INDEX_STARTS);
    boolean optional = tokens.takeIf(Kind.QUESTION);
    tokens.enter(EnumSet.of(Kind.RBRACKET));
    Expr index = expression();
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
        arguments.add(expression());
      } while (tokens.takeIf(Kind.COMMA));
      tokens.exit();
    }
    tokens.match(Kind.RPAREN, tokens.follow());
    return arguments;
  }

  private Expr primary() {
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
    Expr inner = expression();
    tokens.exit();
    tokens.match(Kind.RPAREN, tokens.follow());
    return inner;
  }

  private Expr list() {
    long id = id(tokens.take());
    List<Expr> elements = new ArrayList<>();
    Set<Integer> optionals = new HashSet<>();
    tokens.sync(ELEMENT_STARTS);
    if (tokens.kind() != Kind.RBRACKET && tokens.kind() != Kind.COMMA) {
      tokens.enter(LIST_END);
      do {
        if (tokens.takeIf(Kind.QUESTION)) {
          optionals.add(elements.size());
        }
        elements.add(expression());
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
    long id = id(tokens.take());
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
    Expr key = expression();
    tokens.exit();
    long id = id(tokens.peek());
    tokens.match(Kind.COLON, TokenStream.STARTS);
    return new Expr.Entry(id, key, expression(), optional);
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
    if (RESERVED.contains(name.text())) {
      issues.add(id(name), "reserved identifier: " + name.text());
    }
    if (call) {
      long id = id(tokens.take());
      return macros.call(id, null, full, arguments());
    }
    return new Expr.Ident(id(name), full);
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
    long id = id(tokens.take());
    List<Expr.Field> fields = new ArrayList<>();
    tokens.enter(MAP_END);
    while (tokens.kind() == Kind.IDENTIFIER || tokens.kind() == Kind.QUESTION) {
      boolean optional = tokens.takeIf(Kind.QUESTION);
      Token field = tokens.take();
      long colon = id(tokens.peek());
      tokens.match(Kind.COLON, TokenStream.STARTS);
      fields.add(new Expr.Field(colon, field.text(), expression(), optional));
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
    long id = id(token);
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

  private long id(Token token) {
    return source.newId(token.offset());
  }
}
