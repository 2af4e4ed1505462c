package dev.drover.testkit.trial;

/// A call of a run, identified by its look and by its number among the calls of the same look.
///
/// Counting calls of one look, rather than all calls, keeps a point at its place when two events
/// arrive in another order.
///
/// @param look such as `create configmaps hello`
/// @param number from 1
record CallPoint(String look, int number) {
  /// `create_configmaps_hello#2`.
  String encode() {
    return packed(look) + "#" + number;
  }

  /// A text without spaces and commas; names of roles may have underscores of their own.
  static String packed(String text) {
    return text.replace("%", "%25").replace("_", "%5F").replace(",", "%2C").replace(' ', '_');
  }

  /// Reads what [#packed] wrote.
  static String unpacked(String text) {
    return text.replace('_', ' ').replace("%2C", ",").replace("%5F", "_").replace("%25", "%");
  }

  static CallPoint decode(String text) {
    int hash = text.lastIndexOf('#');
    int number = number(text.substring(hash + 1));
    if (hash < 1 || number == 0) {
      throw new IllegalArgumentException(
          "not a call of a trial: '" + text + "' does not end with # and a number, from 1");
    }
    return new CallPoint(unpacked(text.substring(0, hash)), number);
  }

  /// A number of calls or steps; 0 if the text is none.
  static int number(String text) {
    return text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : 0;
  }

  @Override
  public String toString() {
    return number == 1 ? look : look + " (call " + number + " of its kind)";
  }
}
