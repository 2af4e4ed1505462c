package dev.drover.runtime;

/// A program without a manager that ends when it is asked to.
final class SignalledByItself {
  private SignalledByItself() {}

  public static void main(String[] args) throws Exception {
    try (Signals signals = Signals.handle(() -> System.out.println("action"))) {
      System.out.println("waiting " + signals.isReceived());
      signals.await();
      System.out.println("returned " + signals.isReceived());
    }
  }
}
