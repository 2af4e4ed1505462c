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
    return look.replace(' ', '_') + "#" + number;
  }

  static CallPoint decode(String text) {
    int hash = text.lastIndexOf('#');
    if (hash < 1) {
      throw new IllegalArgumentException("not a point of a trial: '" + text + "'");
    }
    return new CallPoint(
        text.substring(0, hash).replace('_', ' '), Integer.parseInt(text.substring(hash + 1)));
  }

  @Override
  public String toString() {
    return number == 1 ? look : look + " (call " + number + " of its kind)";
  }
}
