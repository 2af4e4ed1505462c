package dev.drover.server.conformance;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// The cases that are written down in files, by subject.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class ScenariosConformanceTest {
  @TestFactory
  Stream<DynamicTest> applyLists(Servers servers) throws IOException {
    return Scenarios.read("apply lists").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> applyMaps(Servers servers) throws IOException {
    return Scenarios.read("apply maps").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> deleteMany(Servers servers) throws IOException {
    return Scenarios.read("delete many").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> deleteOne(Servers servers) throws IOException {
    return Scenarios.read("delete one").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> fieldSelector(Servers servers) throws IOException {
    return Scenarios.read("field selector").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> immutable(Servers servers) throws IOException {
    return Scenarios.read("immutable").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> jsonPatch(Servers servers) throws IOException {
    return Scenarios.read("json patch").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> labelSelector(Servers servers) throws IOException {
    return Scenarios.read("label selector").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> listPages(Servers servers) throws IOException {
    return Scenarios.read("list pages").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> listVersions(Servers servers) throws IOException {
    return Scenarios.read("list versions").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> mergePatch(Servers servers) throws IOException {
    return Scenarios.read("merge patch").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> newBody(Servers servers) throws IOException {
    return Scenarios.read("new body").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> newMetadata(Servers servers) throws IOException {
    return Scenarios.read("new metadata").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> patchType(Servers servers) throws IOException {
    return Scenarios.read("patch type").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> strategicPatch(Servers servers) throws IOException {
    return Scenarios.read("strategic patch").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> update(Servers servers) throws IOException {
    return Scenarios.read("update").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> watchBookmarks(Servers servers) throws IOException {
    return Scenarios.read("watch bookmarks").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> watchEvents(Servers servers) throws IOException {
    return Scenarios.read("watch events").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> watchLimits(Servers servers) throws IOException {
    return Scenarios.read("watch limits").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> authorization(Servers servers) throws IOException {
    return Scenarios.read("authorization").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> custom(Servers servers) throws IOException {
    return Scenarios.read("custom").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> discovery(Servers servers) throws IOException {
    return Scenarios.read("discovery").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> fieldValidation(Servers servers) throws IOException {
    return Scenarios.read("field validation").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> hostile(Servers servers) throws IOException {
    return Scenarios.read("hostile").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> negotiation(Servers servers) throws IOException {
    return Scenarios.read("negotiation").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> subresources(Servers servers) throws IOException {
    return Scenarios.read("subresources").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> podSecurity(Servers servers) throws IOException {
    return Scenarios.read("pod security").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> quotas(Servers servers) throws IOException {
    return Scenarios.read("quotas").judgedLate().tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> paths(Servers servers) throws IOException {
    return Scenarios.read("paths").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> ownObjects(Servers servers) throws IOException {
    return Scenarios.read("own objects").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> flows(Servers servers) throws IOException {
    return Scenarios.read("flows").tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> emptyValues(Servers servers) throws IOException {
    return Scenarios.read("empty values").tests(servers);
  }
}
