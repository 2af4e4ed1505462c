package dev.drover.api;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// An amount of a resource: `500m` CPUs, `1Gi` of memory, `12e6`.
///
/// Keeps the text as it was written. Two quantities are equal if their texts are, so that what is
/// read is what is written back; [#compareTo] compares the amounts, for which `1`, `1000m` and
/// `1.0` are the same. An amount is exact down to 10⁻⁹, and rounded away from zero beyond.
///
/// ```
/// quantity = [ "+" | "-" ] number [ suffix ]        number: digits, with a point anywhere
/// suffix   = "n" | "u" | "m" | "k" | "M" | "G" | "T" | "P" | "E"        powers of 1000
///          | "Ki" | "Mi" | "Gi" | "Ti" | "Pi" | "Ei"                    powers of 1024
///          | ( "e" | "E" ) [ "+" | "-" ] digits                         powers of 10
/// ```
///
/// ```java
/// Quantity requested = Quantity.parse("1500m").add(Quantity.of(2));      // 3500m
/// if (requested.compareTo(Quantity.parse("4")) <= 0) {
///   LOG.info("{} of 4 CPUs, {} millicores", requested, requested.toMilli());
/// }
/// ```
///
/// In Go: {@index resource.Quantity}.
public final class Quantity implements Comparable<Quantity> {
  /// The amount 0.
  public static final Quantity ZERO = new Quantity("0");

  private final String text; // always well formed

  private Quantity(String text) {
    this.text = text;
  }

  /// Reads a quantity.
  ///
  /// In Go: {@index resource.ParseQuantity}, {@index resource.MustParse}.
  ///
  /// @throws IllegalArgumentException if the text is no quantity, has more than 128 characters, or
  ///   an exponent beyond 1000
  public static Quantity parse(String text) {
    QuantityText.check(text);
    return new Quantity(text);
  }

  /// A whole number, printed with a decimal suffix: `of(1500)` is `1500`, `of(2000)` is `2k`.
  public static Quantity of(long amount) {
    return of(BigDecimal.valueOf(amount), Format.DECIMAL_SI);
  }

  /// A number of thousandths, such as milli-CPUs: `ofMilli(500)` is `500m`, `ofMilli(2000)` is `2`.
  ///
  /// In Go: {@index resource.NewMilliQuantity}.
  public static Quantity ofMilli(long thousandths) {
    return of(BigDecimal.valueOf(thousandths, 3), Format.DECIMAL_SI);
  }

  /// A number of bytes, printed with a binary suffix where that is exact: `ofBytes(1048576)` is
  /// `1Mi`.
  public static Quantity ofBytes(long bytes) {
    return of(BigDecimal.valueOf(bytes), Format.BINARY_SI);
  }

  /// Any amount in the canonical form of a family, rounded away from zero to whole 10⁻⁹.
  ///
  /// In Go: {@index resource.NewQuantity}, {@index resource.NewDecimalQuantity}.
  ///
  /// @throws IllegalArgumentException if the number is beyond 10¹¹²⁸
  public static Quantity of(BigDecimal amount, Format format) {
    return new Quantity(QuantityText.print(amount, format));
  }

  /// The form in which the Kubernetes API server writes this quantity back: `0.5` becomes `500m`,
  /// `1024Ki` becomes `1Mi`, and the family of the suffix stays.
  ///
  /// No fraction is left, and the suffix is the largest that allows it. Like Go, this leaves alone
  /// some texts that are not of that form but near it, such as `1.500`, `+1` and `01`.
  ///
  /// In Go: {@index resource.Quantity.String}.
  public Quantity canonical() {
    var scanned = QuantityText.scan(text);
    return scanned.isKeptByGo() ? this : of(scanned.amount(), scanned.format());
  }

  /// The text as it was written.
  public String text() {
    return text;
  }

  /// The family of the suffix.
  public Format format() {
    return QuantityText.scan(text).format();
  }

  /// The exact amount, with no trailing zeros after the point.
  ///
  /// In Go: {@index resource.Quantity.AsDec}.
  public BigDecimal toBigDecimal() {
    var amount = QuantityText.scan(text).amount().stripTrailingZeros();
    return amount.scale() < 0 ? amount.setScale(0) : amount;
  }

  /// The amount as a whole number, rounded away from zero.
  ///
  /// In Go: {@index resource.Quantity.Value}.
  ///
  /// @throws ArithmeticException if that is beyond the range of `long`
  public long toLong() {
    return QuantityText.scan(text).amount().setScale(0, RoundingMode.UP).longValueExact();
  }

  /// The amount in thousandths, rounded away from zero.
  ///
  /// In Go: {@index resource.Quantity.MilliValue}.
  ///
  /// @throws ArithmeticException if that is beyond the range of `long`
  public long toMilli() {
    var thousandths = QuantityText.scan(text).amount().movePointRight(3);
    return thousandths.setScale(0, RoundingMode.UP).longValueExact();
  }

  /// Says whether the amount is zero, however written.
  public boolean isZero() {
    return signum() == 0;
  }

  /// -1, 0 or 1: the sign of the amount.
  public int signum() {
    return QuantityText.scan(text).amount().signum();
  }

  /// The sum in canonical form, in this quantity's family, or the other's if this is zero.
  ///
  /// In Go: {@index resource.Quantity.Add}.
  public Quantity add(Quantity other) {
    return of(toBigDecimal().add(other.toBigDecimal()), formatOfSum(other));
  }

  /// The difference in canonical form, in this quantity's family, or the other's if this is zero.
  ///
  /// In Go: {@index resource.Quantity.Sub}.
  public Quantity subtract(Quantity other) {
    return of(toBigDecimal().subtract(other.toBigDecimal()), formatOfSum(other));
  }

  private Format formatOfSum(Quantity other) {
    return isZero() ? other.format() : format();
  }

  /// The product in canonical form.
  ///
  /// In Go: {@index resource.Quantity.Mul}.
  public Quantity multiply(long factor) {
    return of(toBigDecimal().multiply(BigDecimal.valueOf(factor)), format());
  }

  /// The amount with the other sign, in canonical form.
  ///
  /// In Go: {@index resource.Quantity.Neg}.
  public Quantity negate() {
    return of(toBigDecimal().negate(), format());
  }

  /// Compares the amounts, so that quantities of different text may compare as 0.
  ///
  /// In Go: {@index resource.Quantity.Cmp}.
  @Override
  public int compareTo(Quantity other) {
    return text.equals(other.text)
        ? 0
        : QuantityText.scan(text).amount().compareTo(QuantityText.scan(other.text).amount());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Quantity that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /// The text as it was written.
  @Override
  public String toString() {
    return text;
  }

  /// The three families of suffixes.
  ///
  /// In Go: {@index resource.Format}.
  public enum Format {
    /// Powers of ten written as an exponent: `12e6`.
    DECIMAL_EXPONENT,
    /// Powers of 1024: `12Mi`.
    BINARY_SI,
    /// Powers of 1000: `12M`, `100m`, and numbers without a suffix.
    DECIMAL_SI
  }
}
