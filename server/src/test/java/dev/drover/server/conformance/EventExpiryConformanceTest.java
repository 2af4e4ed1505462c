package dev.drover.server.conformance;

import dev.drover.server.EmbeddedApiServer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// Events expire: after an hour of the embedded server's clock, after a second or two on a real
/// server that is started with such a limit.
@Tag("real")
class EventExpiryConformanceTest {
  private static final String EVENT =
      "{metadata:{name:'e'},involvedObject:{kind:'Pod',name:'p',namespace:'{ns}'},reason:'R'}";
  private static final String NEW_EVENT =
      "{metadata:{name:'e'},regarding:{kind:'Pod',name:'p',namespace:'{ns}'},reason:'R',type:'Normal',"
          + "action:'A',reportingController:'x.io/c',reportingInstance:'i',"
          + "eventTime:'2026-01-01T00:00:00.000000Z'}";
  private static final String EVENTS = "/apis/events.k8s.io/v1/namespaces/{ns}/events";
  private static final String LONG = "timeoutSeconds=36000"; // by default a watch lives no longer
  private static final Duration LEASE = Duration.ofSeconds(20); // what etcd makes of a second

  private static final AtomicReference<Instant> TIME = new AtomicReference<>(Instant.now());
  private static EmbeddedApiServer embedded;
  private static Servers servers;

  @BeforeAll
  static void start() throws InterruptedException {
    InstantSource clock = TIME::get;
    embedded =
        EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(o -> o.clock(clock)));
    servers = new Servers(ServerUnderTest.of(embedded), ServerUnderTest.real("--event-ttl=1s"));
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  private static void passTime(Session session) {
    if (session.server() == servers.embedded()) {
      TIME.updateAndGet(now -> now.plus(Duration.ofHours(1)));
      embedded.clockChanged();
    }
  }

  @TestFactory
  Stream<DynamicTest> watchDeliversTheDeletionOfExpiredEvents() {
    return Cases.of("event expiry")
        .with(
            "of the core group",
            s -> {
              WatchStream core = s.watch("events", LONG).patiently(LEASE);
              WatchStream other = s.watch(EVENTS, LONG).patiently(LEASE);
              s.create("events", EVENT);
              s.create("configmaps", "{metadata:{name:'stays'}}");
              core.next(1);
              other.next(1);
              passTime(s);
              core.next(1);
              other.next(1);
              s.get("events/e");
              s.get("events");
              s.get("configmaps/stays");
            })
        .with(
            "of the group events.k8s.io",
            s -> {
              WatchStream core = s.watch("events", LONG).patiently(LEASE);
              s.create(EVENTS, NEW_EVENT);
              core.next(1);
              passTime(s);
              core.next(1);
              s.get(EVENTS + "/e");
            })
        .tests(servers);
  }
}
