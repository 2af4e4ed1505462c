package dev.drover.cel.parser;

/// A token of an expression.
///
/// @param kind which
/// @param text as written
/// @param offset where it starts, in code points
record Token(Kind kind, String text, int offset) {
  /// The words of the grammar. The label is what messages show.
  enum Kind {
    EQUALS("'=='"),
    NOT_EQUALS("'!='"),
    IN("'in'"),
    LESS("'<'"),
    LESS_EQUALS("'<='"),
    GREATER_EQUALS("'>='"),
    GREATER("'>'"),
    AND("'&&'"),
    OR("'||'"),
    LBRACKET("'['"),
    RBRACKET("']'"),
    LBRACE("'{'"),
    RBRACE("'}'"),
    LPAREN("'('"),
    RPAREN("')'"),
    DOT("'.'"),
    COMMA("','"),
    MINUS("'-'"),
    EXCLAM("'!'"),
    QUESTION("'?'"),
    COLON("':'"),
    PLUS("'+'"),
    STAR("'*'"),
    SLASH("'/'"),
    PERCENT("'%'"),
    TRUE("'true'"),
    FALSE("'false'"),
    NULL("'null'"),
    FLOAT("NUM_FLOAT"),
    INT("NUM_INT"),
    UINT("NUM_UINT"),
    STRING("STRING"),
    BYTES("BYTES"),
    IDENTIFIER("IDENTIFIER"),
    ESCAPED_IDENTIFIER("ESC_IDENTIFIER"),
    END("<EOF>");

    final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  /// As messages show it.
  String quoted() {
    String shown = text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
    return "'" + shown + "'";
  }
}
