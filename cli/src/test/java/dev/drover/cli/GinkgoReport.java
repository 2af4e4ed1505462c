package dev.drover.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// Reads the JUnit reports of suites that are written with Ginkgo.
final class GinkgoReport {
  private static final Set<String> NOT_RUN = Set.of("skipped", "pending");

  private GinkgoReport() {}

  /// A spec that ran.
  ///
  /// @param failure why it failed; empty if it passed
  record Spec(String name, String failure) {
    boolean passed() {
      return failure.isEmpty();
    }
  }

  /// The specs that ran, and those of the set-up that failed.
  static List<Spec> read(Path report) throws IOException {
    List<Spec> specs = new ArrayList<>();
    NodeList cases = parse(report).getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      String name = test.getAttribute("name");
      String status = test.getAttribute("status");
      if (status.equals("passed")) {
        if (name.startsWith("[It]")) {
          specs.add(new Spec(name, ""));
        }
      } else if (!NOT_RUN.contains(status)) {
        specs.add(new Spec(name, status + ": " + reason(test)));
      }
    }
    return specs;
  }

  private static String reason(Element test) {
    StringBuilder reason = new StringBuilder();
    for (String kind : List.of("failure", "error")) {
      NodeList found = test.getElementsByTagName(kind);
      for (int i = 0; i < found.getLength(); i++) {
        Element each = (Element) found.item(i);
        reason.append(each.getAttribute("message")).append('\n').append(each.getTextContent());
      }
    }
    return reason.toString();
  }

  private static Element parse(Path report) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(report.toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("read " + report, e);
    }
  }
}
