package dev.drover.server.conformance;

import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// Objects that several field managers patch, apply and update at random.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class RandomConformanceTest {
  private static final int STEPS = 8;

  @TestFactory
  Stream<DynamicTest> writers(Servers servers) {
    Cases cases = Cases.of("random writers");
    for (int seed = 1; seed <= 60; seed++) {
      Random seeds = new Random(seed);
      long start = seeds.nextLong();
      cases.with("seed " + seed, s -> write(s, new RandomDeployment(new Random(start))));
    }
    return cases.tests(servers);
  }

  private static void write(Session s, RandomDeployment random) {
    String path = "deployments/a";
    s.apply(path, random.manager(), random.whole());
    for (int i = 0; i < STEPS; i++) {
      String manager = "fieldManager=" + random.manager();
      switch (random.below(6)) {
        case 0, 1 -> s.apply(path, random.manager(), random.part());
        case 2 -> s.apply(path, random.manager(), random.part(), "force=true");
        case 3 -> s.strategicPatch(path, random.part(), manager);
        case 4 -> s.mergePatch(path, random.scalars(), manager);
        default -> {
          Map<String, Object> now = s.get(path).object().map();
          s.update(path, random.changed(now), manager);
        }
      }
    }
    s.get(path);
  }

  @TestFactory
  Stream<DynamicTest> jsonPatches(Servers servers) {
    Cases cases = Cases.of("random json patches");
    for (int seed = 1; seed <= 40; seed++) {
      long start = new Random(seed).nextLong();
      cases.with(
          "seed " + seed,
          s -> {
            RandomDeployment random = new RandomDeployment(new Random(start));
            s.create("deployments", random.named());
            for (int i = 0; i < STEPS; i++) {
              s.jsonPatch("deployments/a", random.operations());
            }
            s.get("deployments/a");
          });
    }
    return cases.tests(servers);
  }
}
