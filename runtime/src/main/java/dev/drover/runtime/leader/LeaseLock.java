package dev.drover.runtime.leader;

import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.RateLimiter;
import dev.drover.client.RestClient;
import dev.drover.client.RestRequest;
import dev.drover.model.coordination.v1.Lease;
import dev.drover.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;

/// The `Lease` object of an election on the server. Every request ends within its limit and is sent
/// once: the election decides when to try again. No rate limiter of the client holds it back.
///
/// In Go: `resourcelock.LeaseLock`.
final class LeaseLock {
  private final RestClient rest;
  private final LeaderOptions options;

  LeaseLock(Client client, LeaderOptions options) {
    this.rest =
        client
            .rest()
            .forGroupVersion(Lease.KIND.gvk().groupVersion())
            .withRateLimiter(RateLimiter.NONE);
    this.options = options;
  }

  private RestRequest request(RestRequest verb, Duration limit) {
    return verb.namespace(options.namespace()).resource("leases").timeout(limit).maxRetries(0);
  }

  Optional<Lease> find(Duration limit) {
    try {
      return Optional.of(
          request(rest.get(), limit).name(options.name()).execute().into(Lease.KIND));
    } catch (ApiException.NotFound e) {
      return Optional.empty();
    }
  }

  Lease create(LeaseSpec spec, Duration limit) {
    Lease lease = Lease.named(options.namespace(), options.name()).with(l -> l.spec(spec));
    return request(rest.post(), limit).body(labelled(lease), Lease.KIND).execute().into(Lease.KIND);
  }

  /// Writes the spec over the lease that was read; refused if the lease changed since.
  Lease update(Lease read, LeaseSpec spec, Duration limit) {
    return request(rest.put(), limit)
        .name(options.name())
        .body(labelled(read.with(l -> l.spec(spec))), Lease.KIND)
        .execute()
        .into(Lease.KIND);
  }

  private Lease labelled(Lease lease) {
    return lease.with(l -> options.labels().forEach(l::label));
  }

  static String holder(Lease lease) {
    return Objects.requireNonNullElse(lease.spec().holderIdentity(), "");
  }

  static Duration duration(Lease lease) {
    return Duration.ofSeconds(Objects.requireNonNullElse(lease.spec().leaseDurationSeconds(), 0));
  }

  private int seconds() {
    return (int) options.leaseDuration().toSeconds();
  }

  /// The spec with which this contender acquires the lease.
  LeaseSpec taken(Optional<Lease> before) {
    Instant now = now();
    int transitions = before.map(LeaseLock::transitions).map(n -> n + 1).orElse(0);
    return before
        .map(lease -> lease.spec().toBuilder())
        .orElseGet(LeaseSpec::builder)
        .holderIdentity(options.identity())
        .leaseDurationSeconds(seconds())
        .acquireTime(now)
        .renewTime(now)
        .leaseTransitions(transitions)
        .build();
  }

  private static int transitions(Lease lease) {
    return Objects.requireNonNullElse(lease.spec().leaseTransitions(), 0);
  }

  /// The spec with which this contender renews the lease.
  LeaseSpec renewed(Lease lease) {
    return lease
        .spec()
        .with(
            s ->
                s.holderIdentity(options.identity())
                    .leaseDurationSeconds(seconds())
                    .renewTime(now()));
  }

  /// A spec without a holder: any contender may acquire the lease.
  LeaseSpec released(Lease lease) {
    Instant now = now();
    return lease
        .spec()
        .with(s -> s.holderIdentity(null).leaseDurationSeconds(1).acquireTime(now).renewTime(now));
  }

  /// As precise as the server stores it, so that what is read equals what was written.
  private Instant now() {
    return options.time().instant().truncatedTo(ChronoUnit.MICROS);
  }
}
