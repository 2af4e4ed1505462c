package dev.drover.cel.types;

/// An unsigned integer of 64 bits.
public record UInt(long bits) {
  @Override
  public String toString() {
    return Long.toUnsignedString(bits);
  }

  public double toDouble() {
    double half = (bits >>> 1) | (bits & 1);
    return bits >= 0 ? bits : half * 2.0;
  }
}
