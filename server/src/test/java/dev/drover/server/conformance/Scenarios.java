package dev.drover.server.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads the cases of a subject from a file, in which a request is one line.
///
/// ```
/// === an update without changes keeps the version
/// POST configmaps {metadata:{name:'a'},data:{k:'v'}}
/// PUT configmaps/a {1}
/// PUT configmaps/a fieldManager=me {1} + {data:{k:'w'}}
/// WATCH w configmaps resourceVersion={1.rv} labelSelector="x in (1,2)" Accept:table
/// NEXT w 2
/// ```
///
/// | line | sends |
/// |---|---|
/// | `GET`, `POST`, `PUT`, `DELETE` path options body | that |
/// | `JSON`, `MERGE`, `STRATEGIC` path options body | a patch |
/// | `APPLY` manager path options body | server-side apply |
/// | `SEND` method path options `\|` text | any body, as it is |
/// | `WATCH` name path options | a watch, which goes on |
/// | `AWAIT` definition | nothing, but waits until the custom resource is served |
/// | `SETTLE` | nothing, but waits until all roles and bindings count |
/// | `JUDGED` level:version | nothing, but waits until pods are held to that security standard |
/// | `MARKED` value | nothing, but waits until config maps with the label `marker=value` are denied |
/// | `GIVEN`, `KEPT` address | nothing, but waits until services may have it, or no longer |
/// | `NEXT` name n, `UNTIL` name object, `BOOKMARK` name, `END` name | takes events of it |
///
/// Options are query parameters (`a=b`), headers (`A:b`), `anonymous` or `protobuf`. A body is
/// [Relaxed] JSON, the sample of a resource (`@pods`), or an earlier answer (`{1}`, counted from
/// one); what follows a `+` is merged into it. In paths, options and bodies `{1.rv}`, `{1.uid}`,
/// `{1.continue}` and `{1.name}` are parts of an earlier answer, and `<<x * 64>>` is a text 64
/// times.
///
/// A line `%name text` names a body for the rest of the file: `%name` stands for it. Lines before
/// the first case come first in every case.
final class Scenarios {
  private Scenarios() {}

  /// Adds all cases of the subject's file.
  static Cases read(String subject) throws IOException {
    String file = subject.replace(' ', '-') + ".scenarios";
    try (InputStream in = Scenarios.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no file " + file);
      }
      return read(subject, new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
  }

  private static Cases read(String subject, List<String> lines) {
    Cases cases = Cases.of(subject);
    List<String[]> names = new ArrayList<>();
    List<String> first = new ArrayList<>();
    String title = "";
    List<String> requests = first;
    for (String line : lines) {
      if (line.startsWith("=== ")) {
        add(cases, title, requests);
        title = line.substring(4).strip();
        requests = new ArrayList<>(first);
      } else if (line.startsWith("%")) {
        names.add(named(line.split(" ", 2), names));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        requests.add(named(new String[] {"", line}, names)[1]);
      }
    }
    add(cases, title, requests);
    return cases;
  }

  private static void add(Cases cases, String title, List<String> requests) {
    if (!title.isEmpty()) {
      List<String> all = List.copyOf(requests);
      cases.with(title, session -> new ScenarioRun(session).run(all));
    }
  }

  /// The name and the text, in which other names are replaced.
  private static String[] named(String[] line, List<String[]> names) {
    String text = line[1];
    for (String[] name : names) {
      text = text.replace(name[0], name[1]);
    }
    return new String[] {line[0], text};
  }
}
