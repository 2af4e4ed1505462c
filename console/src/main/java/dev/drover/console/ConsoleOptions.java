package dev.drover.console;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Options of a [Console]: address, access, and the sizes of its histories.
///
/// ```java
/// ConsoleOptions.defaults().with(o -> o.port(8090).actions())
/// ```
public final class ConsoleOptions {
  private static final ConsoleOptions DEFAULTS = new ConsoleOptions(new Builder());
  private static final int LEAST_TOKEN = 16;

  private final InetSocketAddress address;
  private final Optional<String> token;
  private final boolean allowsActions;
  private final int runs;
  private final Set<String> hosts;
  private final boolean fallsBack;

  private ConsoleOptions(Builder from) {
    this.address = from.address;
    this.token = from.token;
    this.allowsActions = from.allowsActions;
    this.runs = from.runs;
    this.hosts = Set.copyOf(from.hosts);
    this.fallsBack = from.fallsBack;
  }

  /// Port 8090 of the loopback address, a random token, read-only, the last 2,048 runs.
  public static ConsoleOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public ConsoleOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.address = address;
    builder.token = token;
    builder.allowsActions = allowsActions;
    builder.runs = runs;
    builder.hosts.addAll(hosts);
    builder.fallsBack = fallsBack;
    change.accept(builder);
    return new ConsoleOptions(builder);
  }

  /// Where it listens; port 0 = any free one.
  public InetSocketAddress address() {
    return address;
  }

  /// What every request has to show; empty = a random one, which is part of [Console#url] and of
  /// the line in the log.
  public Optional<String> token() {
    return token;
  }

  /// Whether objects can be reconciled from the page.
  public boolean allowsActions() {
    return allowsActions;
  }

  /// How many runs it remembers.
  public int runs() {
    return runs;
  }

  /// The names under which it may be reached, besides those of the loopback address and its own
  /// address.
  public Set<String> hosts() {
    return hosts;
  }

  /// Whether it listens on any other port if its own is taken, as by a second manager.
  boolean fallsBack() {
    return fallsBack;
  }

  /// Without the token.
  @Override
  public String toString() {
    return "ConsoleOptions[address=%s, allowsActions=%s, runs=%s, hosts=%s]"
        .formatted(address, allowsActions, runs, hosts);
  }

  static String randomToken() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 8090);
    private Optional<String> token = Optional.empty();
    private boolean allowsActions;
    private int runs = 2048;
    private final Set<String> hosts = new LinkedHashSet<>();
    private boolean fallsBack;

    private Builder() {}

    /// For consoles that a user did not ask for in code, where a program may have several managers.
    Builder fallBack() {
      fallsBack = true;
      return this;
    }

    /// The port; 0 = any free one.
    public Builder port(int port) {
      address = new InetSocketAddress(address.getAddress(), port);
      return this;
    }

    /// Listens on another address than the loopback one. Requests and answers, the token among
    /// them, are not encrypted: `kubectl port-forward` to a console on the loopback address is
    /// safer.
    public Builder address(InetSocketAddress changed) {
      address = changed;
      return this;
    }

    /// A token that was agreed on, such as the content of a Secret.
    ///
    /// @throws IllegalArgumentException if it is shorter than 16 characters, or cannot be part of a
    ///   URL as it is
    public Builder token(String changed) {
      if (changed.length() < LEAST_TOKEN || !changed.matches("[A-Za-z0-9._~-]+")) {
        throw new IllegalArgumentException(
            "a token has at least 16 characters of A-Z, a-z, 0-9, '.', '_', '~', '-'");
      }
      token = Optional.of(changed);
      return this;
    }

    /// Objects can be reconciled from the page.
    public Builder actions() {
      allowsActions = true;
      return this;
    }

    /// How many runs it remembers, with the objects that caused them.
    ///
    /// @throws IllegalArgumentException if it is none
    public Builder runs(int number) {
      if (number < 1) {
        throw new IllegalArgumentException("need runs >= 1, got " + number);
      }
      runs = number;
      return this;
    }

    /// A name under which it may be reached, such as that of a proxy. Requests for any other name
    /// are refused, because a web page could have them sent.
    public Builder host(String name) {
      hosts.add(name);
      return this;
    }
  }
}
